import { NoFreeSlot } from '../../errors/no-free-slot.js';
import type { CallKind } from '../../overload/call.js';
import { histogram } from '../../metrics/registry.js';
import { StandingQueue } from '../../overload/standing-queue.js';

/**
 * The highest first: the kind of a call is its priority. Some slots are reserved for health checks, some for payments. What has no
 * call, such as a timer, goes with the writes.
 */
const PRIORITIES = ['health', 'payment', 'write', 'read', 'search'] as const satisfies readonly CallKind[];
type Priority = (typeof PRIORITIES)[number];

/** How long a caller may wait for a slot. */
const TIMEOUT_MS: Record<Priority, number> = {
  health: 1_000,
  payment: 10_000,
  write: 5_000,
  read: 2_000,
  search: 2_000,
};
/** The same for reads and searches while their queue stands, so that those which are answered are answered in time. */
const STANDING_TIMEOUT_MS = 500;
/** The longest queue of one priority: a caller behind it would time out anyway. */
const MAX_WAITING = 2_000;
/** The share of the slots that is reserved for payments. */
const RESERVED_SHARE = 1 / 3;
/** The maximum number of slots for health checks and metrics: they are public, and go before payments. */
const MAX_HEALTH = 2;
/** A wait of this length counts as exhaustion. */
const EXHAUSTED_MS = 500;

const waits = histogram(
  'may_database_wait_seconds',
  'Time for which calls waited for a connection to the database; those that found one free do not count.',
  // The name that dashboards know.
  ['lane'],
  [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
);

type Start = (error: Error | undefined, release: () => void) => void;

interface Waiting {
  start: Start;
  since: number;
  timer: NodeJS.Timeout;
}

/** Counts the slots in use and queues callers, the highest priority first, and first come first served within one. */
export class PrioritySemaphore {
  private readonly held: Record<Priority, number> = { health: 0, payment: 0, write: 0, read: 0, search: 0 };
  private readonly waiting: Record<Priority, Set<Waiting>> = {
    health: new Set(),
    payment: new Set(),
    write: new Set(),
    read: new Set(),
    search: new Set(),
  };
  private readonly browsing = new StandingQueue();
  /** The number of callers refused so far. */
  refused = 0;

  /** @param count the number of slots */
  constructor(
    readonly count: number,
    private readonly options: {
      /** Reserves some of them for payments and health checks. */
      reserves?: boolean;
      /** The slots are connections to the database: its metric shows who waits for one. */
      isDatabase?: boolean;
    } = {},
  ) {}

  /** Calls `start` as soon as a slot is free, synchronously if one is free now, or with an error after the timeout. */
  acquire(priority: Priority, start: Start): void {
    const queue = this.waiting[priority];
    if (queue.size === 0 && this.hasSlot(priority)) return this.begin(priority, start);
    if (queue.size >= MAX_WAITING) return this.refuse(start);
    this.noteBrowsing();
    const timer = setTimeout(() => {
      queue.delete(waiting);
      this.noteBrowsing();
      this.refuse(start);
    }, this.timeout(priority));
    const waiting = { start, since: Date.now(), timer };
    queue.add(waiting);
  }

  /** Runs `act` while it holds a slot. @throws NoFreeSlot when none was free in time */
  async run<T>(priority: Priority, act: () => Promise<T>): Promise<T> {
    const release = await new Promise<() => void>((resolve, reject) => {
      this.acquire(priority, (refusal, free) => (refusal ? reject(refusal) : resolve(free)));
    });
    return act().finally(release);
  }

  get busy(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.held[priority], 0);
  }

  get queued(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.waiting[priority].size, 0);
  }

  /** True while a caller has waited noticeably long. */
  get isExhausted(): boolean {
    return PRIORITIES.some((priority) => {
      const [first] = this.waiting[priority];
      return first !== undefined && Date.now() - first.since >= EXHAUSTED_MS;
    });
  }

  private hasSlot(priority: Priority): boolean {
    if (this.busy >= this.count) return false;
    if (!this.options.reserves) return true;
    if (priority === 'health') return this.held.health < MAX_HEALTH;
    if (this.busy - this.held.health >= Math.max(1, this.count - 1)) return false;
    if (priority === 'payment') return true;
    const others = this.busy - this.held.health - this.held.payment;
    return others < Math.max(1, this.count - Math.ceil(this.count * RESERVED_SHARE));
  }

  private timeout(priority: Priority): number {
    const isBrowsing = priority === 'read' || priority === 'search';
    return isBrowsing && this.browsing.isStanding ? STANDING_TIMEOUT_MS : TIMEOUT_MS[priority];
  }

  private noteBrowsing(): void {
    this.browsing.note(this.waiting.read.size + this.waiting.search.size);
  }

  private begin(priority: Priority, start: Start): void {
    this.held[priority] += 1;
    let isHeld = true;
    start(undefined, () => {
      if (!isHeld) return;
      isHeld = false;
      this.held[priority] -= 1;
      this.next();
    });
  }

  private next(): void {
    for (const priority of PRIORITIES) {
      for (const waiting of this.waiting[priority]) {
        if (!this.hasSlot(priority)) break;
        this.waiting[priority].delete(waiting);
        this.noteBrowsing();
        clearTimeout(waiting.timer);
        if (this.options.isDatabase) waits.observe({ lane: priority }, (Date.now() - waiting.since) / 1_000);
        this.begin(priority, waiting.start);
      }
    }
  }

  private refuse(start: Start): void {
    this.refused += 1;
    start(new NoFreeSlot(), () => undefined);
  }
}
