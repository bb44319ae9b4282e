import type { DiscoveryService } from '@nestjs/core';
import { Queue } from 'bullmq';
import prometheus, { type Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { CatalogSource } from '../catalog/reads/catalog-source.js';
import { orderStatsBacklog } from '../dashboard/daily-stats.sql.js';
import { readHousekeeping } from '../housekeeping/housekeeping.sql.js';
import { LEDGER_CHECK_WAITS } from '../contract/money/ledger.js';
import { ledgerFigures } from '../ledger-check/ledger-check.job.js';
import { mailBacklog } from '../mail/mails.sql.js';
import { openIntents } from '../payments/intents/open-intents.sql.js';
import { webhookBacklog } from '../webhooks/webhooks.sql.js';
import type { Backlog } from '../platform/database/backlog.sql.js';
import { ping } from '../platform/database/connections/shared-pool.js';
import { renameBacklog } from '../search/index/search-renames.sql.js';
import { searchBacklog } from '../search/index/search-outbox.sql.js';
import { readHeartbeatAge } from './heartbeat.sql.js';
import type { Readiness } from './readiness.service.js';
import { waitAtMost } from '../platform/promises/wait-at-most.js';

/** A figure that cannot be read in this time is left out of the scrape. */
const TIMEOUT_MS = 2_000;
/** The outboxes are read one after the other, and all in this time: Prometheus waits 10 seconds for a scrape. */
const OUTBOXES_MS = 6_000;
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
const BACKLOGS: Record<string, (db: DataSource) => Promise<Backlog>> = {
  mails: mailBacklog,
  webhooks: webhookBacklog,
  search: searchBacklog,
  search_renames: renameBacklog,
  order_stats: orderStatsBacklog,
  open_intents: openIntents,
};

/** Registers the depth and age of the queues that this process knows. */
export function registerQueues(registry: Registry, discovery: DiscoveryService): void {
  const queues = discovery
    .getProviders()
    .flatMap(({ instance }: { instance: unknown }) => (instance instanceof Queue ? (instance as Queue) : []));
  const [jobs, ages] = gauges(
    registry,
    [
      ['may_queue_jobs', 'Jobs of a queue by state.', ['queue', 'state']],
      ['may_queue_oldest_job_seconds', 'Age of the oldest waiting job.', ['queue']],
    ],
    () => Promise.all(queues.map((queue) => waitAtMost(TIMEOUT_MS, read(queue)).catch(() => undefined))),
  );

  async function read(queue: Queue): Promise<void> {
    const counts = await queue.getJobCounts(...STATES);
    const last = (counts.waiting ?? 0) - 1;
    // Newest first: of the two backends only this order is the same.
    const [oldest] = last < 0 ? [] : await queue.getJobs(['waiting'], last, last, false);
    for (const state of STATES) jobs.set({ queue: queue.name, state }, counts[state] ?? 0);
    const since = oldest ? oldest.timestamp + (oldest.delay ?? 0) : Date.now();
    ages.set({ queue: queue.name }, Math.max(0, Date.now() - since) / 1_000);
  }
}

/** Registers figures of the whole shop, which any backend reads from the database: its outboxes, its worker, its ledger. */
export function registerShop(registry: Registry, db: DataSource): void {
  // Before the others, which wait for the connections of health checks too.
  registerDatabase(registry, db);
  registerOutboxes(registry, db);
  registerLedgerCheck(registry, db);
  registerHousekeeping(registry, db);
  registerHeartbeat(registry, db);
}

function registerDatabase(registry: Registry, db: DataSource): void {
  const [isUp] = gauges(
    registry,
    [['may_database_up', '1 while this process is answered by the database, else 0.', []]],
    async () => {
      const answered = ping(db).then(
        () => true,
        () => false,
      );
      isUp.set((await waitAtMost(TIMEOUT_MS, answered)) ? 1 : 0);
    },
  );
}

function registerOutboxes(registry: Registry, db: DataSource): void {
  const [rows, ages] = gauges(
    registry,
    [
      ['may_outbox_rows', 'Rows that wait for the worker; counted up to 100000.', ['outbox']],
      ['may_outbox_oldest_seconds', 'Age of the oldest row that is due.', ['outbox']],
    ],
    async () => {
      const end = performance.now() + OUTBOXES_MS;
      for (const [outbox, backlogOf] of Object.entries(BACKLOGS)) {
        const left = end - performance.now();
        if (left <= 0) return;
        const backlog = await waitAtMost(Math.min(TIMEOUT_MS, left), backlogOf(db)).catch(() => undefined);
        if (!backlog) continue;
        rows.set({ outbox }, backlog.rows);
        ages.set({ outbox }, backlog.ageSeconds ?? 0);
      }
    },
  );
}

function registerLedgerCheck(registry: Registry, db: DataSource): void {
  const [broken, checkAge, waits] = gauges(
    registry,
    [
      ['may_ledger_broken_rules', 'Rules that the last check of the ledger found broken.', []],
      ['may_ledger_check_age_seconds', 'Time since the ledger was last checked.', []],
      ['may_ledger_check_waits', '1 for what the next result of that check waits for.', ['for']],
    ],
    async () => {
      const figures = await waitAtMost(TIMEOUT_MS, ledgerFigures(db)).catch(() => undefined);
      if (figures) for (const each of LEDGER_CHECK_WAITS) waits.set({ for: each }, each === figures.waitsFor ? 1 : 0);
      broken.set(figures?.violations ?? NaN);
      checkAge.set(figures?.ageSeconds ?? NaN);
    },
  );
}

function registerHousekeeping(registry: Registry, db: DataSource): void {
  const [deleted, seconds, age] = gauges(
    registry,
    [
      ['may_housekeeping_deleted_rows', 'Old rows that housekeeping has deleted.', ['table']],
      ['may_housekeeping_duration_seconds', 'How long its last run took.', ['table']],
      ['may_housekeeping_age_seconds', 'Time since its last run succeeded.', ['table']],
    ],
    async () => {
      for (const figures of (await waitAtMost(TIMEOUT_MS, readHousekeeping(db)).catch(() => [])) ?? []) {
        const { table } = figures;
        deleted.set({ table }, figures.deleted);
        seconds.set({ table }, figures.seconds);
        age.set({ table }, figures.ageSeconds);
      }
    },
  );
}

function registerHeartbeat(registry: Registry, db: DataSource): void {
  const [seen] = gauges(
    registry,
    [['may_worker_age_seconds', 'Time since the last heartbeat of any worker; infinite before the first.', []]],
    async () => {
      const seconds = await waitAtMost(TIMEOUT_MS, readHeartbeatAge(db)).catch(() => undefined);
      seen.set(seconds === undefined ? NaN : (seconds ?? Infinity));
    },
  );
}

/** Registers how far the replica is behind, where there is one. */
export function registerReplica(registry: Registry, { replica }: CatalogSource): void {
  if (!replica) return;
  const [lag] = gauges(
    registry,
    [['may_replica_lag_seconds', 'How far the replica is behind; grows while it cannot be reached.', []]],
    () => Promise.resolve(lag.set(replica.lag)),
  );
}

/** Registers which of the parts that `/readyz` names this process reaches; one that the shop does not have is left out. */
export function registerParts(registry: Registry, readiness: Readiness): void {
  const [isUp] = gauges(
    registry,
    [['may_part_up', '0 while a part of the shop is down for this process, else 1.', ['part']]],
    async () => {
      const { parts } = await readiness.check();
      for (const [part, { state }] of Object.entries(parts)) isUp.set({ part }, state === 'down' ? 0 : 1);
    },
  );
}

type Named = [name: string, help: string, labelNames: string[]];

/**
 * Registers gauges that one read fills at each scrape.
 * @param fill sets them; a value that it does not set is left out
 */
function gauges(registry: Registry, named: Named[], fill: () => Promise<unknown>): [Gauge, Gauge, Gauge] {
  let filling: Promise<unknown> | undefined;
  const all: Gauge[] = named.map(
    ([name, help, labelNames]) =>
      new prometheus.Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          // A scrape collects all of them at once.
          filling ??= refill().finally(() => (filling = undefined));
          await filling;
        },
      }),
  );
  const refill = async () => {
    for (const gauge of all) gauge.reset();
    await fill();
  };
  return all as [Gauge, Gauge, Gauge];
}
