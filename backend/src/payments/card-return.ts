import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';

/** A refund that was made at the card provider, or a cardholder's dispute, as the provider tells it. */
export interface ToldReturn {
  id: string;
  kind: 'refund' | 'dispute';
  amount: number;
  currency: string;
  status: string;
  /** Of a dispute, the provider's word for why. */
  reason: string | null;
  /** Of a dispute, until when the shop may answer, as an ISO time. */
  dueBy: string | null;
}

/**
 * What is booked of it: nothing yet; held back by the bank; gone; nothing, and nothing will be; gone and come back.
 * A refund is never held.
 */
export type Stage = 'waiting' | 'held' | 'gone' | 'void' | 'returned';

/** The shop's record of it. */
export interface CardReturn {
  id: string;
  kind: 'refund' | 'dispute';
  amount: Vnd;
  status: string;
  stage: Stage;
  reason: string | null;
  dueBy: string | null;
}

/**
 * The provider's states (https://docs.stripe.com/api/refunds/object, https://docs.stripe.com/api/disputes/object). An inquiry,
 * `warning_…`, takes no money; an appeal comes after a dispute was lost, and the money is still gone.
 */
const TOLD: Record<string, Exclude<Stage, 'returned'>> = {
  'refund pending': 'waiting',
  'refund requires_action': 'waiting',
  'refund succeeded': 'gone',
  'refund failed': 'void',
  'refund canceled': 'void',
  'dispute warning_needs_response': 'waiting',
  'dispute warning_under_review': 'waiting',
  'dispute warning_closed': 'void',
  'dispute prevented': 'void',
  'dispute needs_response': 'held',
  'dispute under_review': 'held',
  'dispute lost': 'gone',
  'dispute appeal_needs_response': 'gone',
  'dispute appeal_under_review': 'gone',
  'dispute won': 'void',
};

/** Where a stage leads when the provider tells of another. */
const NEXT: Record<Stage, Partial<Record<Stage, Stage>>> = {
  waiting: { waiting: 'waiting', held: 'held', gone: 'gone', void: 'void' },
  held: { held: 'held', gone: 'gone', void: 'void' },
  gone: { gone: 'gone', void: 'returned' },
  void: { void: 'void' },
  returned: { void: 'returned' },
};

/** The stage that follows from what the provider tells; undefined for what cannot follow, or is not known here. */
export function nextStage(from: Stage, { kind, status }: ToldReturn): Stage | undefined {
  const told = TOLD[`${kind} ${status}`];
  return told && NEXT[from][told];
}

/** What is recorded of a charge, by the ids. */
export async function recordedReturns(tx: EntityManager, intentId: string): Promise<CardReturn[]> {
  const rows: { record: CardReturn }[] = await tx.query(
    `SELECT json_build_object('id', id, 'kind', kind, 'amount', amount, 'status', status, 'stage', stage, 'reason', reason,
       'dueBy', due_by) AS record
     FROM card_returns WHERE payment_intent_id = $1 ORDER BY id`,
    [intentId],
  );
  return rows.map(({ record }) => ({ ...record, dueBy: record.dueBy && new Date(record.dueBy).toISOString() }));
}

/** Whether the provider tells of it what is not recorded yet. */
export const isNew = (told: ToldReturn, known?: CardReturn): boolean =>
  known?.status !== told.status || known.reason !== told.reason || known.dueBy !== told.dueBy;

/** Writes down where a refund or dispute stands now. Its amount stays as it was first told. */
export async function recordReturn(tx: EntityManager, intentId: string, record: CardReturn): Promise<void> {
  await tx.query(
    `INSERT INTO card_returns (id, payment_intent_id, kind, amount, status, stage, reason, due_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE
     SET status = excluded.status, stage = excluded.stage, reason = excluded.reason, due_by = excluded.due_by`,
    [record.id, intentId, record.kind, record.amount, record.status, record.stage, record.reason, record.dueBy],
  );
}
