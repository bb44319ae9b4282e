import { InjectQueue } from '@nestjs/bullmq';
import { Injectable, type Abstract, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import { CatalogSource } from '../catalog/reads/catalog-source.js';
import { mailBacklog } from '../mail/mails.sql.js';
import { MEDIA_QUEUE } from '../media/pictures.js';
import { MediaStore } from '../media/media-store.js';
import { CardProvider } from '../payments/provider/card-provider.js';
import { Config } from '../platform/config/config.js';
import { ping, poolOf } from '../platform/database/connections/shared-pool.js';
import { BUILD } from '../platform/metrics/build-info.js';
import { watchdog } from '../platform/overload/watchdog.js';
import { completeEngines } from '../search/index/search-engines.sql.js';
import { KeywordSearchService } from '../search/keyword/keyword-search.service.js';
import { readHeartbeatAge } from './heartbeat.sql.js';
import { waitAtMost } from '../platform/promises/wait-at-most.js';

/** The parts that a check names, in the order of a page's way through them. */
export const PARTS = [
  'database',
  'connections',
  'replica',
  'eventLoop',
  'redis',
  'queue',
  'worker',
  'media',
  'mail',
  'search',
  'aiSearch',
  'cardProvider',
] as const;
type PartName = (typeof PARTS)[number];
export const STATES = ['up', 'busy', 'down'] as const;
type State = (typeof STATES)[number];

/** A part with its state, and how long the check took, in milliseconds. */
interface Part {
  state: State;
  ms: number;
  age?: number;
  lag?: number;
}

/** A state with a figure to show. */
type Figures = Pick<Part, 'state' | 'age' | 'lag'>;

/** @returns the state, with a figure to show; undefined for a part that this shop does not have. Throws for `down` */
type Probe = () => Promise<State | Figures | undefined> | Figures | State | undefined;

/** Without these no call can be answered. */
const NEEDED: ReadonlySet<string> = new Set<PartName>(['database']);
/** A part that does not answer in this time is down. */
const TIMEOUT_MS = 1_500;
/** Checks in this time share one result, so that frequent ones cost nothing. */
const KEPT_MS = 1_000;
/** The worker stores a heartbeat every 10 seconds. */
const MAX_WORKER_AGE = 45;
/** Mails are sent within seconds, and refused ones are due later. One that has been due for this long was taken by no worker. */
const MAX_MAIL_AGE = 10 * 60;

/** True once this process is stopping: it still works, but proxies should use another one. */
@Injectable()
export class Stopping {
  isOn = false;
}

/** Checks the parts of the shop. Its answer is public: states and times, never an error's text. */
@Injectable()
export class Readiness {
  private checked: { at: number; parts: Promise<Partial<Record<PartName, Part>>> } | undefined;
  private readonly probes: Record<PartName, Probe>;

  constructor(
    config: Config,
    db: DataSource,
    @InjectQueue(MEDIA_QUEUE) queue: Queue,
    /** Finds what other modules do not export. */
    modules: ModuleRef,
    private readonly stopping: Stopping,
  ) {
    const of = <T>(provider: Type<T> | Abstract<T>) => modules.get<T>(provider, { strict: false });
    this.probes = {
      database: () => upOnce(ping(db)),
      connections: () => (poolOf(db).connections.isExhausted ? 'busy' : 'up'),
      replica: () => {
        const { replica } = of(CatalogSource);
        return replica && { state: replica.state, lag: Math.round(replica.lag * 1_000) / 1_000 };
      },
      eventLoop: () => (watchdog.isShedding ? 'busy' : 'up'),
      redis: () => (config.redisUrl ? upOnce(askRedis(queue)) : undefined),
      queue: () => upOnce(queue.getWaitingCount()),
      worker: async () => {
        const age = await readHeartbeatAge(db);
        return age === null ? 'down' : { state: age <= MAX_WORKER_AGE ? 'up' : 'down', age };
      },
      media: () => upOnce(of(MediaStore).check()),
      mail: async () => (((await mailBacklog(db)).ageSeconds ?? 0) <= MAX_MAIL_AGE ? 'up' : 'down'),
      search: () => of(KeywordSearchService).state,
      // Answers with keywords until the worker has built its first index.
      aiSearch: async () => ((await completeEngines(db)).size > 0 ? 'up' : 'busy'),
      cardProvider: () => of(CardProvider).state,
    };
  }

  async check() {
    const parts = await this.parts();
    const isUnready = Object.entries(parts).some(([name, { state }]) => NEEDED.has(name) && state === 'down');
    const status = isUnready ? ('unready' as const) : this.stopping.isOn ? ('stopping' as const) : ('ready' as const);
    const states = Object.fromEntries(Object.entries(parts).map(([name, { state }]) => [name, state]));
    return { status, ...BUILD, ...(states as Partial<Record<PartName, State>>), parts };
  }

  private parts(): Promise<Partial<Record<PartName, Part>>> {
    const now = Date.now();
    // Either way: a clock that was set back must not keep a result.
    if (!this.checked || Math.abs(now - this.checked.at) >= KEPT_MS) this.checked = { at: now, parts: this.probeAll() };
    return this.checked.parts;
  }

  private async probeAll(): Promise<Partial<Record<PartName, Part>>> {
    const checks = PARTS.map(async (name) => [name, await probe(this.probes[name])] as const);
    return Object.fromEntries((await Promise.all(checks)).filter(([, part]) => part !== undefined));
  }
}

/** Asks the Redis of the queues for its version. */
const askRedis = async (queue: Queue) => (await queue.getBackend().client).info();

const upOnce = (answer: Promise<unknown>): Promise<State> => answer.then(() => 'up');

async function probe(act: Probe): Promise<Part | undefined> {
  const begun = performance.now();
  const answer = Promise.resolve()
    .then(act)
    .then((part) => ({ part }));
  const { part } = (await waitAtMost(TIMEOUT_MS, answer).catch(() => undefined)) ?? { part: 'down' as const };
  const ms = Math.round(performance.now() - begun);
  return part && { ...(typeof part === 'string' ? { state: part } : part), ms };
}
