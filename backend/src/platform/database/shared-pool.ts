import pg, { type PoolClient, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { currentCall } from '../overload/call.js';
import { watchdog } from '../overload/watchdog.js';

/** Connections are handed out by lane: some are reserved for health checks, some for payments. */
const LANES = ['health', 'payment', 'other'] as const;
type Lane = (typeof LANES)[number];

/** How long a caller may wait for a connection. */
const TIMEOUT_MS: Record<Lane, number> = { health: 1_000, payment: 10_000, other: 5_000 };
/** The longest queue of a lane: a caller behind it would time out anyway. */
const MAX_WAITING = 2_000;
/** The share of the connections that is reserved for payments. */
const KEPT_SHARE = 1 / 3;
/** The most connections of health checks and metrics: they are public, and go before payments. */
const MAX_HEALTH = 2;
/** A wait of this length counts as exhaustion of the pool. */
const NOTICEABLE_MS = 500;

/** No connection was released in time. The caller may retry. */
export class TooFewConnections extends Error {
  constructor() {
    super('No connection to the database was free in time');
  }
}

type Start = (error: Error | undefined, release: () => void) => void;

interface Waiting {
  start: Start;
  since: number;
  timer: NodeJS.Timeout;
}

/** Counts the connections in use and queues callers, first come first served in each lane. */
export class Places {
  private readonly held: Record<Lane, number> = { health: 0, payment: 0, other: 0 };
  private readonly waiting: Record<Lane, Set<Waiting>> = { health: new Set(), payment: new Set(), other: new Set() };
  /** The number of callers refused so far. */
  refused = 0;

  /**
   * @param count the number of connections
   * @param reserves true to reserve some of them for payments and health checks
   */
  constructor(
    private readonly count: number,
    private readonly reserves: boolean,
  ) {}

  /** Calls `start` as soon as a connection is free, synchronously if one is free now, or with an error after the timeout. */
  take(lane: Lane, start: Start): void {
    const queue = this.waiting[lane];
    if (queue.size === 0 && this.hasPlace(lane)) return this.begin(lane, start);
    if (queue.size >= MAX_WAITING) return this.refuse(start);
    const timer = setTimeout(() => {
      queue.delete(waiting);
      this.refuse(start);
    }, TIMEOUT_MS[lane]);
    const waiting = { start, since: Date.now(), timer };
    queue.add(waiting);
  }

  /** Runs `act` in a place. @throws TooFewConnections when there was none in time */
  async hold<T>(lane: Lane, act: () => Promise<T>): Promise<T> {
    const giveBack = await new Promise<() => void>((resolve, reject) => {
      this.take(lane, (refusal, back) => (refusal ? reject(refusal) : resolve(back)));
    });
    return act().finally(giveBack);
  }

  get busy(): number {
    return this.held.health + this.held.payment + this.held.other;
  }

  get queued(): number {
    return LANES.reduce((sum, lane) => sum + this.waiting[lane].size, 0);
  }

  /** True while a caller has waited noticeably long. */
  get isExhausted(): boolean {
    return LANES.some((lane) => {
      const [first] = this.waiting[lane];
      return first !== undefined && Date.now() - first.since >= NOTICEABLE_MS;
    });
  }

  private hasPlace(lane: Lane): boolean {
    if (this.busy >= this.count) return false;
    if (!this.reserves) return true;
    if (lane === 'health') return this.held.health < MAX_HEALTH;
    if (this.held.payment + this.held.other >= Math.max(1, this.count - 1)) return false;
    return lane === 'payment' || this.held.other < Math.max(1, this.count - Math.ceil(this.count * KEPT_SHARE));
  }

  private begin(lane: Lane, start: Start): void {
    this.held[lane] += 1;
    let isHeld = true;
    start(undefined, () => {
      if (!isHeld) return;
      isHeld = false;
      this.held[lane] -= 1;
      this.next();
    });
  }

  private next(): void {
    for (const lane of LANES) {
      for (const waiting of this.waiting[lane]) {
        if (!this.hasPlace(lane)) break;
        this.waiting[lane].delete(waiting);
        clearTimeout(waiting.timer);
        this.begin(lane, waiting.start);
      }
    }
  }

  private refuse(start: Start): void {
    this.refused += 1;
    start(new TooFewConnections(), () => undefined);
  }
}

type Callback = Parameters<pg.Pool['connect']>[0];

/**
 * A connection pool with lanes. Calls other than payments hold at most two thirds of the connections, so a flood of them
 * queues in its own lane and payments still get through. A call's lane follows from its kind, see `kindOf`.
 *
 * The option `keepsPlaces` turns the reservation on. A process that serves no calls does not need it.
 */
export class SharedPool extends pg.Pool {
  readonly places: Places;

  constructor(config: PoolConfig & { max: number; keepsPlaces?: boolean }) {
    super(config);
    this.places = new Places(config.max, config.keepsPlaces ?? false);
  }

  /** @throws TooFewConnections */
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (!callback) {
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new Error('No connection')))),
      );
    }
    const call = currentCall();
    const lane = call?.kind === 'health' || call?.kind === 'payment' ? call.kind : 'other';
    this.places.take(lane, (refusal, releasePlace) => {
      if (refusal) return callback(refusal, undefined, () => undefined);
      super.connect((error, client) => {
        if (!client) {
          releasePlace();
          return callback(error, undefined, () => undefined);
        }
        const release = client.release.bind(client);
        const releaseClient = (broken?: Error | boolean) => {
          release(broken);
          if (call) watchdog.note(call);
          releasePlace();
        };
        client.release = releaseClient;
        callback(undefined, client, releaseClient);
      });
    });
  }
}

/** The pool of a data source that was made with `dataSourceOptions`. */
export const poolOf = (db: DataSource): SharedPool => (db.driver as unknown as { master: SharedPool }).master;
