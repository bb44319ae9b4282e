import type { AdminWallet, Wallet, WalletTransaction as TransactionOnTheWire } from '../contract/paybox.js';
import type { Account } from '../ledger/account.entity.js';
import type { TransactionType, WalletTransaction } from '../ledger/wallet-transaction.entity.js';

const TYPE_NAMES: Record<TransactionType, string> = {
  DEPOSIT: 'Nạp tiền',
  PAYMENT: 'Thanh toán',
  REFUND: 'Hoàn tiền',
  TRANSFER: 'Điều chỉnh',
};

/** @param wallet with its `user` */
export function walletView(wallet: Account): Wallet {
  return {
    balance: wallet.balance,
    is_active: wallet.isActive,
    created_at: wallet.createdAt.toISOString(),
    updated_at: wallet.updatedAt.toISOString(),
    user_info: { username: wallet.user.username, email: wallet.user.email },
  };
}

/** @param wallet with its `user` */
export const adminWalletView = (wallet: Account): AdminWallet => ({ id: wallet.id, ...walletView(wallet) });

/** @param line with its `account` and that account's `user` */
export function transactionView(line: WalletTransaction): TransactionOnTheWire {
  return {
    id: line.id,
    transaction_type: line.transactionType,
    transaction_type_display: TYPE_NAMES[line.transactionType],
    amount: line.amount,
    status: line.status,
    description: line.description,
    order_info: line.orderId === null ? null : { id: line.orderId },
    balance_after: line.balanceAfter,
    created_at: line.createdAt.toISOString(),
    wallet_info: { user_username: line.account.user.username },
  };
}
