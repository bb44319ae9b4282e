import type { IncomingMessage, ServerResponse } from 'node:http';
import { PRIORITIES, priorityOf } from './priority';

/** How long the requests of one turn of the event loop may take together, in milliseconds. */
const TURN_MS = 2;
/** The most requests that wait, in all and of one connection, which may pipeline thousands. Further ones are answered at once, within their own limits. */
const MAX_WAITING = { all: 2_048, perConnection: 16 };
/** Every eighth turn goes to the request that has waited longest: a flood of addresses that claim a priority must not shut out the others. */
const FAIR_TURN = 8;

interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  at: number;
}

/**
 * Requests that have arrived and wait for their turn, the first priority first. A turn of the event loop accepts only a few connections
 * (see `acceptMore`), so turns stay short. Otherwise visitors wait in the kernel's queue, where no priority and no refusal applies.
 */
export class ArrivalQueue {
  /** The waiting requests by priority. */
  private readonly queues: Arrival[][] = Object.values(PRIORITIES).map(() => []);
  private readonly waitingOf = new WeakMap<object, number>();
  private waiting = 0;
  private taken = 0;
  private isScheduled = false;

  /** @param handle begins to answer a request */
  constructor(private readonly handle: (request: IncomingMessage, response: ServerResponse) => void) {}

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket = request } = request;
    if (response.destroyed || socket.destroyed) return; // a request before it in the same bytes has ended the connection
    const perConnection = this.waitingOf.get(socket) ?? 0;
    if (this.waiting >= MAX_WAITING.all || perConnection >= MAX_WAITING.perConnection)
      return this.handle(request, response);
    this.waitingOf.set(socket, perConnection + 1);
    this.waiting += 1;
    this.queues[priorityOf(request)]?.push({ request, response, at: performance.now() });
    this.schedule();
  }

  /** How long the oldest waiting request has waited, in milliseconds. */
  get delayMs(): number {
    const first = Math.min(...this.queues.map(([arrival]) => arrival?.at ?? Infinity));
    return first === Infinity ? 0 : performance.now() - first;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.turn();
    });
  }

  private take(): Arrival | undefined {
    const queues = this.queues.filter(({ length }) => length > 0);
    const isFair = (this.taken += 1) % FAIR_TURN === 0;
    const next = (isFair ? queues.toSorted(([a], [b]) => a!.at - b!.at)[0] : queues[0])?.shift();
    if (!next) return undefined;
    const { socket = next.request } = next.request;
    this.waitingOf.set(socket, (this.waitingOf.get(socket) ?? 1) - 1);
    this.waiting -= 1;
    return next;
  }

  private turn(): void {
    const end = performance.now() + TURN_MS;
    do {
      const next = this.take();
      if (!next) return;
      if (!next.response.destroyed) this.handle(next.request, next.response);
    } while (performance.now() < end);
    this.schedule();
  }
}
