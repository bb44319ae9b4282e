/** The newest ids of the append-only tables. */
interface Marks {
  transfers: number;
  lines: number;
  events: number;
  movements: number;
}

/** Up to where a check has proved the books. */
export interface Checkpoint {
  /** Rows written by earlier transactions are proved. */
  xid: string;
  /** Rows up to these ids are proved, and no row with a smaller id can appear any more. */
  marks: Marks;
  /** The next marks, valid once all transactions before `xid` have ended: they may still write smaller ids. */
  next: { xid: string; marks: Marks };
}

/** The database's snapshot and its newest ids. */
export interface HighWaterMarks {
  /** All transactions before it have ended, and their writes are visible. */
  oldest: string;
  /** The first transaction that has not begun. */
  first: string;
  marks: Marks;
}

/** Transaction ids in rows wrap around after two thousand million, so older checkpoints cannot be compared. */
const MAX_CHECKPOINT_AGE = 1_000_000_000n;
const NOTHING: Marks = { transfers: 0, lines: 0, events: 0, movements: 0 };

/** True when a check can continue from the checkpoint; false for one of another database or one that is too old. */
export function isUsable(checkpoint: Checkpoint, { oldest }: HighWaterMarks): boolean {
  const age = BigInt(oldest) - BigInt(checkpoint.xid);
  return age >= 0n && age < MAX_CHECKPOINT_AGE;
}

/**
 * Returns the checkpoint after a check that found no violations.
 * @param before the checkpoint that the check continued from; undefined after a full check
 */
export function checkpointAt({ oldest, first, marks }: HighWaterMarks, before?: Checkpoint): Checkpoint {
  const now = { xid: first, marks };
  /** True when all transactions before `xid` have ended. */
  const haveEnded = (xid: string) => BigInt(xid) <= BigInt(oldest);
  // No transaction is open: the newest ids are final.
  if (haveEnded(first)) return { xid: oldest, marks, next: now };
  if (!before) return { xid: oldest, marks: NOTHING, next: now };
  // The transactions that the next marks depend on have ended.
  if (haveEnded(before.next.xid)) return { xid: oldest, marks: before.next.marks, next: now };
  // One of them is still open: keep the marks.
  return { ...before, xid: oldest };
}
