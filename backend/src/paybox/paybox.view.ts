import type { AdminWallet, Wallet, WalletTransaction as TransactionOnTheWire } from '../contract/money/paybox.js';
import type { Vnd } from '../contract/rules.js';
import type { Account } from '../ledger/account.entity.js';
import type { TransactionType, WalletTransaction } from '../ledger/wallet-transaction.entity.js';

const TYPE_NAMES: Record<TransactionType, string> = {
  DEPOSIT: 'Nạp tiền',
  PAYMENT: 'Thanh toán',
  REFUND: 'Hoàn tiền',
  TRANSFER: 'Điều chỉnh',
};

/** The fields of a wallet that its owner sees. */
export type WalletAndOwner = Pick<Account, 'balance' | 'isActive' | 'createdAt' | 'updatedAt'> & {
  user: Pick<Account['user'], 'username' | 'email'>;
};

/** A wallet with its `user` and that user's debt. */
export interface WalletAndDebt<W extends WalletAndOwner = WalletAndOwner> {
  wallet: W;
  owed: Vnd;
}

export function walletView({ wallet, owed }: WalletAndDebt): Wallet {
  return {
    balance: wallet.balance,
    owed,
    is_active: wallet.isActive,
    created_at: wallet.createdAt.toISOString(),
    updated_at: wallet.updatedAt.toISOString(),
    user_info: { username: wallet.user.username, email: wallet.user.email },
  };
}

export function adminWalletView(walletAndDebt: WalletAndDebt<Account>): AdminWallet {
  const { id, user } = walletAndDebt.wallet;
  const view = walletView(walletAndDebt);
  return { ...view, id, user_info: { id: user.id, ...view.user_info } };
}

/** @param line with its `account` and that account's `user` */
export function transactionView(line: WalletTransaction): TransactionOnTheWire {
  return {
    id: line.id,
    transaction_type: line.transactionType,
    transaction_type_display: TYPE_NAMES[line.transactionType],
    amount: line.amount,
    is_incoming: line.isIncoming,
    status: line.status,
    description: line.description,
    order_info: line.orderId === null ? null : { id: line.orderId },
    balance_after: line.balanceAfter,
    created_at: line.createdAt.toISOString(),
    wallet_info: { user_username: line.account.user.username },
  };
}

const STATUS_NAMES: Record<WalletTransaction['status'], string> = {
  COMPLETED: 'Hoàn tất',
  PENDING: 'Đang chờ',
  FAILED: 'Thất bại',
  CANCELLED: 'Đã hủy',
};

/** A statement line as the export's query returns it; amounts as text. */
export interface LineToExport {
  id: number;
  /** With microseconds, as PostgreSQL reads it again. */
  created_at: string;
  /** In the shop's time zone. */
  time: string;
  username: string;
  email: string;
  type: TransactionType;
  status: WalletTransaction['status'];
  amount: string;
  is_incoming: boolean;
  balance_after: string | null;
  order_id: number | null;
  description: string;
}

export const WALLET_EXPORT_COLUMNS = {
  id: 'Mã giao dịch',
  time: 'Thời gian',
  username: 'Tên đăng nhập',
  email: 'Email',
  type: 'Loại',
  status: 'Trạng thái',
  incoming: 'Tiền vào (VND)',
  outgoing: 'Tiền ra (VND)',
  balance_after: 'Số dư sau (VND)',
  order_id: 'Mã đơn hàng',
  description: 'Mô tả',
};

const { email: _email, ...rest } = WALLET_EXPORT_COLUMNS;
/** The columns without the buyers' e-mail addresses. */
export const ANONYMOUS_EXPORT_COLUMNS = rest;

/** Puts incoming and outgoing amounts into separate columns, so that each can be summed. */
export const exportedLine = ({ type, status, amount, is_incoming: isIncoming, ...line }: LineToExport) => ({
  ...line,
  type: TYPE_NAMES[type],
  status: STATUS_NAMES[status],
  incoming: isIncoming ? amount : null,
  outgoing: isIncoming ? null : amount,
});
export type ExportedLine = ReturnType<typeof exportedLine>;
