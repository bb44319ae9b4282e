import type { EntityManager } from 'typeorm';
import type { Account } from './account.entity.js';
import { debtOf } from './debts.sql.js';
import { post, type NewLedgerTransfer } from './ledger.js';

/**
 * Credits a wallet, then pays its owner's debt from the credited amount. The debt is read after the first transfer has locked
 * the wallet: every change of a debt holds that lock, so the debt is paid once.
 */
export async function creditWallet(tx: EntityManager, transfer: NewLedgerTransfer & { to: Account }): Promise<void> {
  const { to: wallet, amount } = transfer;
  await post(tx, transfer);
  const owed = await debtOf(tx, wallet);
  if (owed <= 0) return;
  await post(tx, {
    kind: 'DEBT_PAYMENT',
    from: wallet,
    to: 'receivables',
    amount: Math.min(owed, amount),
    description: 'Trừ vào khoản bạn còn nợ, vì số tiền đã trả về thẻ lớn hơn số dư của ví lúc đó',
  });
}
