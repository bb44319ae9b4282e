import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoadShedder } from '../../../backend/src/platform/overload/load-shedder';
import { HEALTH, PRIORITIES, priorityOf, type Priority } from './priority';

/** How often the delay of the event loop is measured, in milliseconds. */
const TICK_MS = 20;
/** The delays above which requests are shed, the least important first. A page takes about six turns of the loop. */
const TARGETS_MS: Record<keyof typeof PRIORITIES, number> = {
  crawler: 100,
  list: 200,
  product: 300,
  account: 600,
  checkout: 2_000,
  payment: 4_000,
};
const LAST: Priority = PRIORITIES.crawler;

/**
 * Sheds requests while this server's event loop is late or requests wait in the arrival queue, the least important first: see
 * `LoadShedder`.
 */
export class RequestShedder {
  /** Called with each measured delay of the event loop, in seconds. */
  onDelay: (seconds: number) => void = () => undefined;
  private readonly shedder: LoadShedder;
  private inFlight = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param queueDelayMs how long the oldest request has waited for its turn, see `ArrivalQueue` */
  constructor(
    private readonly queueDelayMs: () => number = () => 0,
    shedder = new LoadShedder(Object.values(TARGETS_MS)),
  ) {
    this.shedder = shedder;
  }

  /** Starts measuring; nothing is shed before. */
  start(): void {
    let tickedAt = performance.now();
    const tick = () => {
      const now = performance.now();
      const delayMs = Math.max(0, now - tickedAt - TICK_MS);
      this.onDelay(delayMs / 1_000);
      this.shedder.sample(Math.max(delayMs, this.queueDelayMs()), this.inFlight, now);
      tickedAt = now;
    };
    this.timer = setInterval(tick, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Counts a request as in flight until its response is closed. */
  countInFlight(response: ServerResponse): void {
    this.inFlight += 1;
    response.once('close', () => (this.inFlight -= 1));
  }

  /**
   * Whether to shed a request now: to refuse it before any work on it begins.
   * @param isCheap true for a request that a cache may answer, which costs hardly more than a refusal: it is shed together with
   *   other requests of the next priority
   */
  sheds(request: IncomingMessage, isCheap = false): boolean {
    if (this.shedder.level === 0) return false;
    const rank = rankOf(request);
    return this.shedder.sheds(rank === undefined || !isCheap ? rank : rank + 1);
  }
}

/** The rank for `LoadShedder`; undefined for a request that is never shed. */
function rankOf(request: IncomingMessage): number | undefined {
  return HEALTH.test(request.url ?? '') ? undefined : LAST - priorityOf(request);
}
