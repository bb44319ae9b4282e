import type { EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { DeletionBlocker } from '../../contract/accounts/profile.js';
import { formatVnd } from '../../contract/rules.js';
import type { Blockers, PersonalRecords } from '../personal-data/personal-records.js';
import { lockUserForDeletion } from '../users/user.locks.js';

/** The most blockers of each kind that a response lists. */
export const MAX_LISTED_BLOCKERS = 20;

/**
 * Finds the deletion blockers of an account and prevents new ones: money moves under the wallet's lock, and opening a
 * payment or requesting a refund locks the account with `lockAccountForReference`.
 * @param tx holds the user's lock
 * @param records all modules' personal records
 */
export async function findDeletionBlockers(
  tx: EntityManager,
  records: readonly PersonalRecords[],
  userId: number,
): Promise<Required<Blockers>> {
  for (const { lock } of records) await lock?.(tx, userId);
  await lockUserForDeletion(tx, userId);
  const result: Required<Blockers> = { blockers: [], amounts: {} };
  for (const { findBlockers } of records) {
    const { blockers = [], amounts = {} } = (await findBlockers?.(tx, userId)) ?? {};
    result.blockers.push(...blockers);
    Object.assign(result.amounts, amounts);
  }
  result.blockers.sort((one, other) => BLOCKER_KINDS.indexOf(one.kind) - BLOCKER_KINDS.indexOf(other.kind));
  return result;
}

/** The order in which a refusal names what blocks the deletion. */
const BLOCKER_KINDS: DeletionBlocker['kind'][] = [
  ...(['balance', 'debt', 'open_payment', 'open_chargeback'] as const),
  ...(['unpaid_delivery', 'unpaid_parcel', 'undelivered', 'refund_pending'] as const),
];

/** Builds the refusal of a deletion. @param isOwn true when the account's owner reads it, false for an administrator */
export function cannotDelete(blockers: DeletionBlocker[], isOwn: boolean): ShopError {
  const clauses = BLOCKER_KINDS.flatMap((kind) => {
    const matching = blockers.filter((blocker) => blocker.kind === kind);
    return matching.length > 0 ? [clauseOf(kind, matching)] : [];
  });
  const help = isOwn ? ' Nếu cần hỗ trợ, hãy liên hệ cửa hàng.' : '';
  const balance = blockers.find(({ kind }) => kind === 'balance')?.amount;
  return new ShopError(409, `Chưa thể đóng tài khoản: ${clauses.join('; ')}.${help}`, {
    reasons: blockers,
    ...(balance && { balance }),
  });
}

function clauseOf(kind: DeletionBlocker['kind'], blockers: DeletionBlocker[]): string {
  const orders = blockers.flatMap(({ order }) => (order === null ? [] : [`#${order}`])).join(', ');
  const deposits = blockers.flatMap(({ order, amount }) => (order === null ? [formatVnd(amount ?? 0)] : [])).join(', ');
  const sum = formatVnd(blockers.reduce((total, { amount }) => total + (amount ?? 0), 0));
  switch (kind) {
    case 'balance':
      return `ví Paybox còn ${sum}`;
    case 'debt':
      return `còn nợ cửa hàng ${sum}`;
    case 'open_payment':
      return [
        ...(orders
          ? [
              `đơn hàng ${orders} có lượt thanh toán thẻ đang mở, tự đóng trong một giờ sau khi đơn được thanh toán hoặc hủy`,
            ]
          : []),
        ...(deposits ? [`khoản nạp ${deposits} bằng thẻ chưa hoàn tất, tự hủy sau một ngày nếu không thanh toán`] : []),
      ].join('; ');
    case 'open_chargeback':
      return [...(orders ? [`đơn hàng ${orders}`] : []), ...(deposits ? [`khoản nạp ${deposits}`] : [])]
        .map((payment) => `${payment} có tiền thẻ đang được hoàn hoặc khiếu nại với ngân hàng`)
        .join('; ');
    case 'unpaid_delivery':
      return `đơn hàng ${orders} đã giao nhưng chưa thu tiền`;
    case 'unpaid_parcel':
      return `đơn hàng ${orders} đang giao và chưa thu tiền`;
    case 'undelivered':
      return `đơn hàng ${orders} đã thanh toán nhưng chưa giao`;
    case 'refund_pending':
      return `đơn hàng ${orders} có yêu cầu hoàn tiền chờ duyệt`;
  }
}
