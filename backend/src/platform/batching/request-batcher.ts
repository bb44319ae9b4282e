import type { Context } from '@opentelemetry/api';
import { codeOf } from '../database/transaction.js';
import { ShopError } from '../errors/shop-error.js';
import { tracing } from '../tracing/tracing.js';

/** The outcome of a request that could not share its batch's transaction, for example for want of a lock: run it solo. */
export const RETRY_ALONE = Symbol('retry-alone');

/** The outcome of one request of a batch: its result, the error that refuses it alone, or `RETRY_ALONE`. */
export type BatchOutcome<Answer> = Answer | ShopError | typeof RETRY_ALONE;

export const isResult = <Answer extends object>(outcome: BatchOutcome<Answer> | null | undefined): outcome is Answer =>
  typeof outcome === 'object' && outcome !== null && !(outcome instanceof ShopError);

/** Runs `act` and returns its result, or the `ShopError` that it throws. Other errors are thrown. */
export function orRefusal<T>(act: () => T): T | ShopError {
  try {
    return act();
  } catch (error) {
    if (error instanceof ShopError) return error;
    throw error;
  }
}

interface PendingItem<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  /** Where the request belongs, while tracing is on. */
  trace: Context | undefined;
}

const pendingItem = <Request, Answer>(item: Omit<PendingItem<Request, Answer>, 'trace'>) => ({
  ...item,
  trace: tracing()?.capture(),
});

/** Runs the work of a batch as part of the traces of its requests: the code that starts it may belong to another one. */
function inTraceOf<T>(batch: { trace: Context | undefined }[], act: () => Promise<T>): Promise<T> {
  const traces = tracing();
  return traces
    ? traces.withLinks(
        batch.flatMap(({ trace }) => trace ?? []),
        act,
      )
    : act();
}

/**
 * True when the transaction was certainly rolled back: a `ShopError`, or an error of the database other than a lost
 * connection or a shutdown (08…, 57…), which may hide a commit.
 */
const wasRolledBack = (error: unknown) => error instanceof ShopError || !/^(08|57|$)/.test(codeOf(error) ?? '');

/**
 * Batches concurrent requests into one transaction (group commit). While a batch runs, new requests queue up; they form
 * the next batch as soon as it ends. A batch shares its statements and its commit, and a lone request starts without delay.
 */
export class RequestBatcher<Request, Answer> {
  private queue: PendingItem<Request, Answer>[] = [];
  private isRunning = false;

  /**
   * @param act runs a whole batch in one transaction, which is rolled back when it throws. It returns one outcome for
   *   each request, in their order, and never `RETRY_ALONE` for a batch of one
   * @param limits `maxSize`: the largest batch. `maxWaitMs`: milliseconds after which the next batch starts beside one that
   *   still runs
   */
  constructor(
    private readonly act: (requests: Request[]) => Promise<BatchOutcome<Answer>[]>,
    private readonly limits = { maxSize: 50, maxWaitMs: 500 },
  ) {}

  /** Runs one request in a transaction of its own, past the queue. @throws the error that `act` returns or throws */
  runSolo(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => void this.run([pendingItem({ request, resolve, reject })]));
  }

  /** Runs a request in the next batch. @throws the error that `act` returns for this request, or throws */
  enqueue(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.queue.push(pendingItem({ request, resolve, reject }));
      // Deferred: requests that came with the same read of the sockets are about to be queued too.
      if (this.queue.length === 1) setImmediate(() => this.startNext());
    });
  }

  private startNext(): void {
    if (this.isRunning || this.queue.length === 0) return;
    const batch = this.queue.splice(0, this.limits.maxSize);
    this.isRunning = true;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.isRunning = false;
      this.startNext();
    };
    const timer = setTimeout(release, this.limits.maxWaitMs);
    void this.run(batch).finally(() => {
      clearTimeout(timer);
      release();
    });
  }

  private async run(batch: PendingItem<Request, Answer>[]): Promise<void> {
    let outcomes: BatchOutcome<Answer>[];
    try {
      outcomes = await inTraceOf(batch, () => this.act(batch.map(({ request }) => request)));
    } catch (error) {
      // A single request may have caused the error: each is retried solo, so that the others still succeed.
      const failsAll = batch.length === 1 || !wasRolledBack(error);
      for (const item of batch) if (failsAll) item.reject(error);
      outcomes = failsAll ? [] : batch.map(() => RETRY_ALONE);
    }
    const retries: PendingItem<Request, Answer>[] = [];
    outcomes.forEach((outcome, nth) => {
      const item = batch[nth];
      if (!item) return;
      if (outcome === RETRY_ALONE) retries.push(item);
      else if (outcome instanceof ShopError) item.reject(outcome);
      else item.resolve(outcome);
    });
    for (const item of retries) void this.run([item]);
  }
}
