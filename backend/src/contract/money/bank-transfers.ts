import { z } from 'zod';
import { CurrentPassword } from '../accounts/auth.js';
import { DayQuery, Id, PageQuery, Search, Timestamp, Vnd, oneOf, optionalText, requiredText } from '../common.js';
import { ORDER_STATUSES } from '../orders/orders.js';
import { MAX_TRANSFER_DESCRIPTION, MAX_TRANSFER_NOTE } from '../rules.js';

/** How to pay an order by bank transfer. */
export const TransferInstructions = z
  .object({
    bank_bin: z.string(),
    /** The bank's name; its BIN for a bank that the shop does not know. */
    bank_name: z.string(),
    account_number: z.string(),
    account_name: z.string(),
    amount: Vnd,
    /** The transfer's description. */
    code: z.string(),
    /** The text of the VietQR code. */
    qr: z.string(),
    /** When the order is cancelled without payment. */
    pay_before: Timestamp,
  })
  .meta({ id: 'TransferInstructions' });
export type TransferInstructions = z.infer<typeof TransferInstructions>;

/** The bank's own number of a transfer. Only its letters and digits count. */
const Reference = z
  .string('Vui lòng nhập mã giao dịch của ngân hàng')
  .trim()
  .regex(/[0-9A-Za-z]/, 'Vui lòng nhập mã giao dịch của ngân hàng')
  .max(60, 'Tối đa 60 ký tự');

/** A transfer that an administrator has seen in the bank account. */
export const ConfirmTransfer = z.object({ amount: Vnd, reference: Reference }).meta({ id: 'ConfirmTransfer' });
export type ConfirmTransfer = z.infer<typeof ConfirmTransfer>;

/**
 * Money that an administrator has seen in the bank account, for any order or for none that is known yet. Without `order_id` the order
 * is the one whose code is in the description.
 */
export const RecordTransfer = z
  .object({
    reference: Reference,
    amount: Vnd.min(1, 'Vui lòng nhập số tiền'),
    order_id: Id.nullish(),
    /** As the bank shows it. */
    description: optionalText(MAX_TRANSFER_DESCRIPTION).default(''),
  })
  .meta({ id: 'RecordTransfer' });
export type RecordTransfer = z.infer<typeof RecordTransfer>;

/** The body of the bank's webhook: a transfer that has arrived on the account. */
export const BankEvent = z
  .object({
    /** The event's own id: a second delivery of an event has the same. */
    id: z.string().trim().min(1).max(100),
    reference: Reference,
    amount: Vnd.min(1),
    description: z.string().max(MAX_TRANSFER_DESCRIPTION),
  })
  .meta({ id: 'BankEvent' });
export type BankEvent = z.infer<typeof BankEvent>;

/**
 * `paid` an order; `credited` to the wallet of an order's buyer, because the order could not take it; `unmatched` waits for an
 * administrator; `returned` left the books: it was sent back, or was no transfer of its own.
 */
export const TRANSFER_STATES = ['unmatched', 'paid', 'credited', 'returned'] as const;

/**
 * Why a transfer waits: no order's code in its description, or the codes of several; its buyer has closed the account; or its order
 * has a transfer of this amount under another reference, and one of the two was recorded by hand: they may be the same money.
 */
export const TRANSFER_PROBLEMS = ['unknown_code', 'several_codes', 'closed_account', 'already_recorded'] as const;

/** A transfer to the shop's bank account. */
export const BankTransfer = z
  .object({
    id: Id,
    reference: z.string(),
    amount: Vnd,
    description: z.string(),
    state: z.enum(TRANSFER_STATES),
    problem: z.enum(TRANSFER_PROBLEMS).nullable(),
    order: z
      .object({ id: Id, totalPrice: Vnd, status: z.enum(ORDER_STATUSES), isPaid: z.boolean(), username: z.string() })
      .nullable(),
    note: z.string().nullable(),
    /** The administrator who recorded or settled it. */
    decided_by: z.string().nullable(),
    /** Whether the bank has reported it, or an administrator alone. */
    is_reported: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'BankTransfer' });
export type BankTransfer = z.infer<typeof BankTransfer>;

/**
 * `search` is part of a reference or a description, an amount, an order's number or its transfer code. `from` and `to` limit the day on
 * which the transfer was recorded.
 */
export const BankTransferQuery = PageQuery.extend({
  ...DayQuery.shape,
  search: Search,
  state: oneOf(TRANSFER_STATES),
});
export type BankTransferQuery = z.infer<typeof BankTransferQuery>;

/**
 * Gives a waiting transfer to an order: it pays the order, or goes to its buyer's wallet. One that may be the same money as another
 * transfer of the order waits for a second call, as `already_recorded`. `seen_problem` and `seen_order_id` are the transfer's `problem`
 * and `order` as the caller has seen them: without them, of two administrators who assign a transfer at once, the later one's call would
 * count as the second. Null is the same as nothing.
 */
export const AssignTransfer = z
  .object({ order_id: Id, seen_problem: z.enum(TRANSFER_PROBLEMS).nullish(), seen_order_id: Id.nullish() })
  .meta({ id: 'AssignTransfer' });
export type AssignTransfer = z.infer<typeof AssignTransfer>;

/** Takes a waiting transfer out of the books. */
export const ReturnTransfer = z
  .object({ note: requiredText(MAX_TRANSFER_NOTE, 'Vui lòng ghi khoản tiền đã đi đâu') })
  .meta({ id: 'ReturnTransfer' });
export type ReturnTransfer = z.infer<typeof ReturnTransfer>;

/** The state of the webhook's secret, which is never shown again. */
export const BankWebhook = z.object({ created_at: Timestamp.nullable() }).meta({ id: 'BankWebhook' });
export type BankWebhook = z.infer<typeof BankWebhook>;

/** Whoever has the secret can report payments, so the administrator's own password is needed to see one. */
export const CreateBankWebhookSecret = z
  .object({ current_password: CurrentPassword })
  .meta({ id: 'CreateBankWebhookSecret' });
export type CreateBankWebhookSecret = z.infer<typeof CreateBankWebhookSecret>;

/** A new secret: the only response that shows it. */
export const BankWebhookSecret = z
  .object({ secret: z.string(), created_at: Timestamp })
  .meta({ id: 'BankWebhookSecret' });
export type BankWebhookSecret = z.infer<typeof BankWebhookSecret>;
