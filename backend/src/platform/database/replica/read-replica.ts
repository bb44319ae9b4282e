import { Logger } from '@nestjs/common';
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { replicaPools } from '../data-source.js';
import { NoFreeSlot } from '../../errors/no-free-slot.js';
import { readReplayed, type LogPosition, type PositionRow } from './log-position.sql.js';

/** How often the replica is compared with the primary while nothing waits for it. */
const LOOK_MS = 500;
/** The pauses while a change waits to be replayed; each is twice the one before, until something was replayed. */
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [5, 250];
/** How long nothing is read from a replica after a read failed there. */
const FAILED_MS = 5_000;
/** The maximum number of positions that wait to be replayed. */
const MAX_WAITING = 100;

interface Options {
  url: string;
  /** The maximum number of connections for reads. */
  max: number | undefined;
  maxLagMs: number;
  /** Asks the primary for its position. Changes of the catalogue before it have been reported by `changed()`. */
  position: () => Promise<LogPosition>;
}

interface Pools {
  /** For the reads. */
  reads: Pool;
  /** For asking how far it is. */
  watch: Pool;
}

/** A position of the primary that the replica has not replayed yet. */
interface Waiting {
  lsn: bigint;
  /** When the primary was asked: the replica has every commit before this time once it has replayed the position. */
  at: number;
  /** The number of reported changes that are before it. */
  changes: number;
}

type State = 'up' | 'busy' | 'down';

/**
 * A streaming replica that answers reads while it has every change of the catalogue that this process has heard of. After each
 * change it is closed until it has replayed the log up to there. It is closed as well while it cannot be reached, and while it
 * may be further behind than the bound. The lag needs no clock of another machine: this process notes when it asked the primary
 * for its position.
 */
export class ReadReplica {
  private readonly logger = new Logger('Replica');
  private readonly reads: Pool;
  private readonly watch: Pool;
  private waiting: Waiting[] = [];
  private changes = 0;
  /** The newest position that was asked for. */
  private requested = { at: -Infinity, changes: -1 };
  /** The newest position that was replayed. */
  private replayed = { at: performance.now(), changes: -1 };
  /** The primary's identity, which the replica must have too. */
  private identity: string | undefined;
  private isReachable = false;
  private failedAt = -Infinity;
  /** What was last logged. */
  private wasState: State = 'down';
  private pause = FIRST_PAUSE_MS;
  private isLooking = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  /** @param pools tests pass others */
  constructor(
    private readonly options: Options,
    pools: Pools = replicaPools(options.url, options.max),
  ) {
    this.reads = pools.reads;
    this.watch = pools.watch;
    for (const pool of [this.reads, this.watch]) pool.on('error', (error) => this.lost(error));
  }

  start(): void {
    void this.look();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all([this.reads.end(), this.watch.end()]);
  }

  /** Closes the replica until it has what is committed by now. */
  changed(): void {
    const wasCurrent = this.replayed.changes === this.changes;
    this.changes += 1;
    if (wasCurrent && !this.isLooking) this.lookIn(0);
  }

  /** Whether a read may be answered by the replica now. */
  get isCurrent(): boolean {
    return (
      this.isReachable &&
      this.replayed.changes === this.changes &&
      this.age <= this.options.maxLagMs &&
      performance.now() - this.failedAt > FAILED_MS
    );
  }

  /** `busy`: further behind than the bound. */
  get state(): State {
    if (!this.isReachable) return 'down';
    return this.age <= this.options.maxLagMs ? 'up' : 'busy';
  }

  /** In seconds; 0 while it has replayed all that it was asked for. Grows while it cannot be reached. */
  get lag(): number {
    return this.isReachable && this.waiting.length === 0 ? 0 : this.age / 1_000;
  }

  /** Reads from the replica. @throws Error when it fails; the caller asks the primary */
  async read<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    try {
      return await this.reads.query<Row>(statement);
    } catch (error) {
      if (!(error instanceof NoFreeSlot)) this.failed(error as Error);
      throw error;
    }
  }

  /** The replica may lack commits that are younger than this, in milliseconds. */
  private get age(): number {
    return performance.now() - this.replayed.at;
  }

  /** Asks both servers how far they are. */
  private async look(): Promise<void> {
    this.isLooking = true;
    try {
      await this.askPrimary();
      await this.askReplica();
    } catch (error) {
      this.lost(error as Error);
    } finally {
      this.isLooking = false;
      this.report();
      this.lookAgain();
    }
  }

  private async askPrimary(): Promise<void> {
    const [at, { changes }] = [performance.now(), this];
    if (changes === this.requested.changes && at - this.requested.at < LOOK_MS / 2) return;
    // While the primary does not answer, the replica stays closed: no change is heard of.
    const position = await this.options.position().catch(() => undefined);
    if (!position) return;
    this.identity = position.identity;
    this.requested = { at, changes };
    if (this.waiting.length === MAX_WAITING) this.waiting.pop();
    this.waiting.push({ lsn: position.lsn, at, changes });
  }

  private async askReplica(): Promise<void> {
    const replayed = await readReplayed(async (sql) => (await this.watch.query<PositionRow>(sql)).rows);
    if (!replayed) throw new Error('it is no replica');
    if (this.identity !== undefined && this.identity !== replayed.identity)
      throw new Error('it is a replica of another database');
    this.isReachable = true;
    while (this.waiting[0] && this.waiting[0].lsn <= replayed.lsn) {
      this.replayed = this.waiting.shift()!;
      this.pause = FIRST_PAUSE_MS;
    }
  }

  private lookAgain(): void {
    const isAwaited = this.replayed.changes !== this.changes && this.isReachable;
    if (!isAwaited) return this.lookIn(LOOK_MS);
    this.lookIn(this.pause);
    this.pause = Math.min(2 * this.pause, MAX_PAUSE_MS);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.look(), ms).unref();
  }

  private failed(error: Error): void {
    if (performance.now() - this.failedAt > FAILED_MS)
      this.logger.warn(`A read failed on the replica, the primary answered it: ${error.message}`);
    this.failedAt = performance.now();
  }

  private lost(error: Error): void {
    if (this.isReachable && !this.isStopped) this.logger.warn(`The replica cannot be used: ${error.message}`);
    this.isReachable = false;
    this.wasState = 'down';
  }

  private report(): void {
    const { state } = this;
    if (state === this.wasState) return;
    if (state === 'busy') this.logger.warn(`The replica is ${Math.round(this.lag)} s behind; the primary answers`);
    if (state === 'up') this.logger.log('The replica answers');
    this.wasState = state;
  }
}
