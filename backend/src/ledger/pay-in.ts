import type { EntityManager } from 'typeorm';
import type { Vnd } from '../contract/rules.js';
import type { Account } from './account.entity.js';
import { post, type Movement } from './ledger.js';

/**
 * Moves money into a wallet, and from it to the shop what the wallet's owner owes, as far as it goes. The debt is read when
 * the wallet is held by the first movement: everybody who changes a debt holds the wallet, so it is paid once.
 */
export async function payIn(tx: EntityManager, movement: Movement & { to: Account }): Promise<void> {
  const { to: wallet, amount } = movement;
  await post(tx, movement);
  const owed = await owedBy(tx, wallet);
  if (owed <= 0) return;
  await post(tx, {
    kind: 'DEBT_PAYMENT',
    from: wallet,
    to: 'receivables',
    amount: Math.min(owed, amount),
    description: 'Trừ vào khoản bạn còn nợ, vì số tiền đã trả về thẻ lớn hơn số dư của ví lúc đó',
  });
}

/** What a wallet's owner owes the shop, because a card took back what the wallet did not hold. */
export async function owedBy(tx: EntityManager, { userId }: Account): Promise<Vnd> {
  const [row]: { owed: string }[] = await tx.query('SELECT owed_by($1) AS owed', [userId]);
  return Number(row?.owed ?? 0);
}
