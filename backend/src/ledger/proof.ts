import type { EntityManager } from 'typeorm';

/** The latest rows of the records, which only grow. */
interface Marks {
  transfers: number;
  lines: number;
  events: number;
  movements: number;
}

/** How far the books are proved. */
export interface Proof {
  /** What earlier transactions wrote is proved. */
  xid: string;
  /** Records up to here are proved, and none with a smaller id can come any more. */
  marks: Marks;
  /** Where the marks may move to, when the transactions before that one have ended: theirs may be smaller ids. */
  next: { xid: string; marks: Marks };
}

/** A moment of the database. */
export interface Moment {
  /** Transactions before it have ended, and what they wrote is seen. */
  oldest: string;
  /** The first that has not begun. */
  first: string;
  marks: Marks;
}

/** Transactions are told apart by numbers that begin anew after two thousand million. */
const OLDEST_PROOF = 1_000_000_000n;
const NOTHING: Marks = { transfers: 0, lines: 0, events: 0, movements: 0 };

/** The moment that a transaction sees. */
export async function momentOf(tx: EntityManager): Promise<Moment> {
  const latest = (table: string) => `coalesce((SELECT max(id) FROM ${table}), 0)`;
  const [row]: { moment: Moment }[] = await tx.query(
    `SELECT json_build_object('oldest', pg_snapshot_xmin(snapshot)::text, 'first', pg_snapshot_xmax(snapshot)::text,
       'marks', json_build_object('transfers', ${latest('transfers')}, 'lines', ${latest('wallet_transactions')},
         'events', ${latest('order_events')}, 'movements', ${latest('stock_movements')})) AS moment
     FROM pg_current_snapshot() AS snapshot`,
  );
  return row!.moment;
}

/** Whether a proof can be gone on from: one of another database, or of long ago, says nothing here. */
export function isUsable(proof: Proof, { oldest }: Moment): boolean {
  const since = BigInt(oldest) - BigInt(proof.xid);
  return since >= 0n && since < OLDEST_PROOF;
}

/**
 * The proof of books that were found sound at a moment.
 * @param before what was proved until then; undefined for nothing
 */
export function provedAt({ oldest, first, marks }: Moment, before?: Proof): Proof {
  const now = { xid: first, marks };
  /** All transactions before one. */
  const haveEnded = (xid: string) => BigInt(xid) <= BigInt(oldest);
  // No transaction is open: the marks are where the records end.
  if (haveEnded(first)) return { xid: oldest, marks, next: now };
  if (!before) return { xid: oldest, marks: NOTHING, next: now };
  // Those have ended that the marks waited for.
  if (haveEnded(before.next.xid)) return { xid: oldest, marks: before.next.marks, next: now };
  // One of them is still open: the marks stay.
  return { ...before, xid: oldest };
}
