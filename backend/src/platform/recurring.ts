import { Injectable, type Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { repeatedLine } from './errors/repeated-line.js';
import { waitAtMost } from './promises/wait-at-most.js';

/** How long a stop waits for work that has begun, in milliseconds. A queue that is down may keep it for ever. */
const STOP_MS = 15_000;

/** Work that a timer repeats: it never overlaps itself, a failure is reported, and a stop waits for its end. */
export class Recurring {
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();
  /** Aborted by `stop`. */
  readonly signal = this.stopping.signal;

  /** @param work ends soon after its signal is aborted */
  constructor(
    private readonly work: (signal: AbortSignal) => Promise<unknown>,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Runs the work; does nothing while it runs, or after a stop. Never throws. */
  async tick(): Promise<void> {
    if (this.running || this.signal.aborted) return;
    this.running = this.work(this.signal)
      .then(() => undefined, this.onError)
      .finally(() => (this.running = undefined));
    await this.running;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }
}

/** A provider with recurring methods. */
interface RecurringJob {
  readonly logger: Logger;
}

type Work = (signal: AbortSignal) => Promise<void>;

/** A recurring method of a class: what repeats it for each object. */
interface RecurringMethod {
  of: (job: RecurringJob) => Recurring;
  atStart: boolean;
}

/** By class. */
const METHODS = new Map<unknown, RecurringMethod[]>();

/**
 * Repeats a method of a worker's provider. However it is called, it never overlaps itself and never throws: a failure is logged with
 * its sentence, once in ten seconds at most. The method gets a signal that is aborted when the process stops; the stop waits for
 * its end.
 * @param ms the time between two calls, in milliseconds
 * @param failure what a failure means, a sentence for operators without its full stop
 * @param atStart whether the start of the process calls it, too, and waits for it
 */
export function Every(ms: number, failure: string, { atStart = false } = {}) {
  return <Name extends string>(
    prototype: RecurringJob & Record<Name, Work>,
    name: Name,
    method: PropertyDescriptor,
  ): void => {
    const work = method.value as Work;
    const known = new WeakMap<RecurringJob, Recurring>();
    const of = (job: RecurringJob): Recurring => {
      const log = repeatedLine(({ message }: Error) => job.logger.warn(`${failure}: ${message}`));
      const recurring = known.get(job) ?? new Recurring((signal) => work.call(job, signal), log);
      known.set(job, recurring);
      return recurring;
    };
    method.value = function (this: RecurringJob) {
      return of(this).tick();
    };
    Interval(ms)(prototype, name, method);
    METHODS.set(prototype.constructor, [...(METHODS.get(prototype.constructor) ?? []), { of, atStart }]);
  };
}

/** Starts and stops what repeats in this process; the intervals are those of `ScheduleModule`. */
@Injectable()
export class RecurringMethods implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly discovery: DiscoveryService) {}

  async onApplicationBootstrap(): Promise<void> {
    const first = this.find().filter(({ atStart }) => atStart);
    await Promise.all(first.map(({ recurring }) => recurring.tick()));
  }

  async onModuleDestroy(): Promise<void> {
    await waitAtMost(STOP_MS, Promise.all(this.find().map(({ recurring }) => recurring.stop())));
  }

  private find(): { recurring: Recurring; atStart: boolean }[] {
    const providers = this.discovery.getProviders() as { metatype: unknown; instance: RecurringJob }[];
    return providers.flatMap(({ metatype, instance }) =>
      (METHODS.get(metatype) ?? []).map(({ of, atStart }) => ({ recurring: of(instance), atStart })),
    );
  }
}
