import pg, { type PoolClient, type PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { currentCall } from '../common/call.js';
import { watchdog } from '../common/watchdog.js';

/** Whose connections they are: health checks find one always, payments find those that are kept for them. */
const LANES = ['health', 'payment', 'other'] as const;
type Lane = (typeof LANES)[number];

/** How long one waits for a connection at most. */
const PATIENCE_MS: Record<Lane, number> = { health: 1_000, payment: 10_000, other: 5_000 };
/** So many wait at most: the next would wait longer than that anyhow. */
const MOST_WAITING = 2_000;
/** Of the connections, payments have so many for themselves. */
const KEPT_SHARE = 1 / 3;
/** Health checks and metrics have so many at most: anybody may ask for them, and they go before payments. */
const MOST_OF_HEALTH = 2;
/** Somebody who waits for so long shows that there are too few. */
const NOTICEABLE_MS = 500;

/** Nobody gave a connection back in time; the call may be repeated. */
export class TooFewConnections extends Error {
  constructor() {
    super('No connection to the database was free in time');
  }
}

type Start = (error: Error | undefined, giveBack: () => void) => void;

interface Waiting {
  start: Start;
  since: number;
  timer: NodeJS.Timeout;
}

/** Hands out places, first come first served in each lane. Nobody starts while another of the same lane waits. */
export class Places {
  private readonly held: Record<Lane, number> = { health: 0, payment: 0, other: 0 };
  private readonly waiting: Record<Lane, Set<Waiting>> = { health: new Set(), payment: new Set(), other: new Set() };
  /** How many were sent away. */
  refused = 0;

  /**
   * @param count of all places
   * @param keeps whether payments and health checks keep some for themselves
   */
  constructor(
    private readonly count: number,
    private readonly keeps: boolean,
  ) {}

  /** Calls `start` when there is a place, at once if there is one now, or with an error when it took too long. */
  take(lane: Lane, start: Start): void {
    const queue = this.waiting[lane];
    if (queue.size === 0 && this.hasPlace(lane)) return this.begin(lane, start);
    if (queue.size >= MOST_WAITING) return this.refuse(start);
    const timer = setTimeout(() => {
      queue.delete(waiting);
      this.refuse(start);
    }, PATIENCE_MS[lane]);
    const waiting = { start, since: Date.now(), timer };
    queue.add(waiting);
  }

  get busy(): number {
    return this.held.health + this.held.payment + this.held.other;
  }

  get queued(): number {
    return LANES.reduce((sum, lane) => sum + this.waiting[lane].size, 0);
  }

  /** Whether somebody has waited long for a place. */
  get isExhausted(): boolean {
    return LANES.some((lane) => {
      const [first] = this.waiting[lane];
      return first !== undefined && Date.now() - first.since >= NOTICEABLE_MS;
    });
  }

  private hasPlace(lane: Lane): boolean {
    if (this.busy >= this.count) return false;
    if (!this.keeps) return true;
    if (lane === 'health') return this.held.health < MOST_OF_HEALTH;
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
 * The connections of a process to the database, shared fairly: what is not a payment holds two thirds of them at most, so
 * a flood of other calls waits in its own line. The line a call stands in follows from what it is for, see `kindOf`.
 *
 * The option `keepsPlaces` says whether places are kept at all: in a process that serves no calls there is nobody to keep
 * them for.
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
    this.places.take(lane, (refusal, giveBack) => {
      if (refusal) return callback(refusal, undefined, () => undefined);
      super.connect((error, client) => {
        if (!client) {
          giveBack();
          return callback(error, undefined, () => undefined);
        }
        const release = client.release.bind(client);
        const giveUp = (broken?: Error | boolean) => {
          release(broken);
          if (call) watchdog.note(call);
          giveBack();
        };
        client.release = giveUp;
        callback(undefined, client, giveUp);
      });
    });
  }
}

/** The pool of a data source that was made with `dataSourceOptions`. */
export const poolOf = (db: DataSource): SharedPool => (db.driver as unknown as { master: SharedPool }).master;
