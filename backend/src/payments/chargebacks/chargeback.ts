import type { EntityManager } from 'typeorm';
import type { Vnd } from '../../contract/rules.js';
import type { ProviderChargeback } from '../provider/card-provider.js';
import { SavedChargeback, type ChargebackStage } from './chargeback.entity.js';

/** The shop's record of a chargeback. */
export interface Chargeback {
  id: string;
  kind: 'refund' | 'dispute';
  amount: Vnd;
  status: string;
  stage: ChargebackStage;
  reason: string | null;
  dueBy: string | null;
}

/** The next stage, by the current one and the one that the provider reports. */
const NEXT_STAGES: Record<ChargebackStage, Partial<Record<ChargebackStage, ChargebackStage>>> = {
  pending: { pending: 'pending', funds_withdrawn: 'funds_withdrawn', lost: 'lost', void: 'void' },
  funds_withdrawn: { funds_withdrawn: 'funds_withdrawn', lost: 'lost', void: 'void' },
  lost: { lost: 'lost', void: 'funds_reinstated' },
  void: { void: 'void' },
  funds_reinstated: { void: 'funds_reinstated' },
};

/** Returns the stage that follows from the reported status; undefined for an unknown status or an impossible transition. */
export const nextStage = (from: ChargebackStage, { stage }: ProviderChargeback): ChargebackStage | undefined =>
  stage && NEXT_STAGES[from][stage];

/** Returns the recorded chargebacks of an intent, ordered by id. */
export async function savedChargebacks(tx: EntityManager, paymentIntentId: string): Promise<Chargeback[]> {
  const rows = await tx.find(SavedChargeback, { where: { paymentIntentId }, order: { id: 'ASC' } });
  return rows.map(({ id, kind, amount, status, stage, reason, dueBy }) => ({
    id,
    kind,
    amount,
    status,
    stage,
    reason,
    dueBy: dueBy?.toISOString() ?? null,
  }));
}

/**
 * Compares the provider's report with the record; true when there is something to update. A status that is recorded and not booked was
 * unknown to an earlier release, or could not be booked then.
 */
export const hasChanged = (reported: ProviderChargeback, recorded?: Chargeback): boolean =>
  recorded?.status !== reported.status ||
  recorded.reason !== reported.reason ||
  recorded.dueBy !== reported.dueBy ||
  nextStage(recorded.stage, reported) !== recorded.stage;

/** Inserts or updates the record of a chargeback. */
export async function saveChargeback(
  tx: EntityManager,
  paymentIntentId: string,
  { dueBy, ...record }: Chargeback,
): Promise<void> {
  const row = { ...record, paymentIntentId, dueBy: dueBy === null ? null : new Date(dueBy) };
  const insert = tx.createQueryBuilder().insert().into(SavedChargeback).values(row);
  await insert.orUpdate(['amount', 'status', 'stage', 'reason', 'due_by'], ['id']).execute();
}
