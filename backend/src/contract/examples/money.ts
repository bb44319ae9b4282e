import {
  AssignTransfer,
  BankTransfer,
  BankWebhook,
  BankWebhookSecret,
  CreateBankWebhookSecret,
  ConfirmTransfer,
  RecordTransfer,
  ReturnTransfer,
  TransferInstructions,
} from '../money/bank-transfers.js';
import {
  AdminWallet,
  ConfirmDeposit,
  Deposit,
  DepositIntent,
  PayWithWallet,
  TransactionTotals,
  UpdateWallet,
  Wallet,
  WalletTotals,
  WalletTransaction,
} from '../money/paybox.js';
import { CardIntent, PayByCard, Received, RecordCash, SettleOrder } from '../money/payments.js';
import { example } from './example.js';

const INTENT = 'pi_3SxMayExample';
const SECRET = `${INTENT}_secret_k2d8`;
const ACCOUNT = {
  bank_bin: '970436',
  bank_name: 'Vietcombank',
  account_number: '0123456789',
  account_name: 'SHOP MAY',
};

const WALLET = {
  balance: 132_100,
  owed: 0,
  is_active: true,
  created_at: '2026-01-05T03:00:00.000Z',
  updated_at: '2026-01-31T09:31:12.000Z',
  user_info: { username: 'lan', email: 'lan@example.com' },
} satisfies Wallet;

const TRANSFER = { amount: 367_900, reference: 'FT26031123456' } satisfies ConfirmTransfer;

/** Examples of payments and wallets. */
export const MONEY_EXAMPLES = [
  example(PayByCard, { order: 31 }),
  example(CardIntent, { clientSecret: SECRET }),
  example(SettleOrder, { payment_intent: INTENT }),
  example(Received, { received: true }),
  example(RecordCash, { amount: 367_900 }),
  example(TransferInstructions, {
    ...ACCOUNT,
    amount: 367_900,
    code: 'DH7K3QD0XW9RVM',
    qr: '00020101021238540010A00000072701240006970436011001234567890208QRIBFTTA530370454063679005802VN62180814DH7K3QD0XW9RVM6304D105',
    pay_before: '2026-02-01T09:30:00.000Z',
  }),
  example(ConfirmTransfer, TRANSFER),
  example(RecordTransfer, { ...TRANSFER, order_id: 31, description: 'NGUYEN THI LAN chuyen tien' }),
  example(AssignTransfer, { order_id: 31, seen_problem: 'already_recorded', seen_order_id: 31 }),
  example(ReturnTransfer, { note: 'Đã chuyển trả người gửi' }),
  example(BankTransfer, {
    id: 8,
    ...TRANSFER,
    description: 'NGUYEN THI LAN chuyen tien',
    state: 'unmatched',
    problem: 'unknown_code',
    order: null,
    note: null,
    decided_by: null,
    is_reported: true,
    created_at: '2026-01-31T09:40:00.000Z',
  }),
  example(BankWebhook, { created_at: '2026-01-31T09:30:00.000Z' }),
  example(CreateBankWebhookSecret, { current_password: 'mat-khau-cua-ban' }),
  example(BankWebhookSecret, { secret: '…', created_at: '2026-01-31T09:30:00.000Z' }),
  example(Wallet, WALLET),
  example(AdminWallet, { ...WALLET, id: 19, user_info: { id: 7, ...WALLET.user_info } }),
  example(WalletTotals, { count: 240, locked: 1, liability: 38_450_000, owed: 0 }),
  example(UpdateWallet, { is_active: false }),
  example(WalletTransaction, {
    id: 240,
    transaction_type: 'PAYMENT',
    transaction_type_display: 'Thanh toán',
    amount: 367_900,
    is_incoming: false,
    status: 'COMPLETED',
    description: 'Thanh toán đơn hàng #31',
    order_info: { id: 31 },
    balance_after: 132_100,
    created_at: '2026-01-31T09:31:12.000Z',
    wallet_info: { user_username: 'lan' },
  }),
  example(TransactionTotals, { count: 2, incoming: 500_000, outgoing: 367_900 }),
  example(Deposit, { amount: 500_000 }),
  example(DepositIntent, { clientSecret: SECRET, paymentIntentId: INTENT }),
  example(ConfirmDeposit, { payment_intent_id: INTENT }),
  example(PayWithWallet, { order_id: 31 }),
];
