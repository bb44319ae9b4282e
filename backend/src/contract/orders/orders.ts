import { z } from 'zod';
import { Id, Timestamp, Vnd, optionalText } from '../common.js';
import { MAX_CANCEL_REASON, MAX_STAFF_NOTE, PAYMENT_METHODS } from '../rules.js';
import { Parcel } from './parcels.js';

/** An administrator's update of an order. Only the delivery can be confirmed. */
export const UpdateOrder = z
  .object({ isDelivered: z.literal(true, 'Chỉ có thể xác nhận đã giao hàng') })
  .meta({ id: 'UpdateOrder' });
export type UpdateOrder = z.infer<typeof UpdateOrder>;

/** A buyer cancels without a body. An administrator who cancels another user's order gives a reason, which the buyer reads. */
export const CancelOrder = z
  .object({ reason: optionalText(MAX_CANCEL_REASON).default('') })
  .prefault({})
  .meta({ id: 'CancelOrder' });
export type CancelOrder = z.infer<typeof CancelOrder>;

/** The shop's note on an order: empty removes it. `was`: the note as its editor saw it. */
export const ChangeStaffNote = z
  .object({ note: optionalText(MAX_STAFF_NOTE), was: optionalText(MAX_STAFF_NOTE) })
  .meta({ id: 'ChangeStaffNote' });
export type ChangeStaffNote = z.infer<typeof ChangeStaffNote>;

export const ORDER_STATUSES = ['unpaid', 'paid', 'delivered', 'refund_requested', 'refunded', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Transitions of an order. The last ones concern money that is not the price: a late payment, or a bank transfer of another
 * amount, credited to the buyer's wallet, and chargebacks that are opened, booked or reversed.
 */
export const TRANSITIONS = [
  'place',
  'pay',
  'cancel',
  'expire',
  'send',
  'undo_send',
  'deliver',
  'undo_delivery',
  'request_refund',
  'approve_refund',
  'reject_refund',
  'delete_refund',
  'return_late_payment',
  'return_wrong_payment',
  'card_refund',
  'card_dispute',
  'card_return',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

export const OrderItem = z.object({
  id: Id,
  product: Id,
  productName: z.string(),
  image: z.string().nullable(),
  qty: z.int(),
  price: Vnd,
  variant_info: z.object({ id: Id, color: z.string(), size: z.string() }).nullable(),
});

/** A cardholder's dispute of an order's charge. */
export const Dispute = z.object({
  /** The provider's id; `status` and `reason` are the provider's too (https://docs.stripe.com/api/disputes/object). */
  id: z.string(),
  amount: Vnd,
  status: z.string(),
  /** True while undecided, also for an inquiry. A refund request cannot be approved meanwhile. */
  isOpen: z.boolean(),
  reason: z.string().nullable(),
  /** The deadline for the shop's evidence. */
  dueBy: Timestamp.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

export const Order = z
  .object({
    id: Id,
    createdAt: Timestamp,
    user: z.object({ username: z.string(), email: z.string() }),
    shippingAddress: z.object({
      address: z.string(),
      city: z.string(),
      postalCode: z.string(),
      country: z.string(),
      receiver: z.string(),
      phone: z.string(),
    }),
    orderItems: z.array(OrderItem),
    /** The chosen method until the order is paid, then the method that paid it. */
    paymentMethod: z.enum(PAYMENT_METHODS),
    itemsPrice: Vnd,
    shippingPrice: Vnd,
    taxPrice: Vnd,
    discount: Vnd,
    coupon_code: z.string().nullable(),
    totalPrice: Vnd,
    /** For the receiver of a gift; empty without one. */
    gift_note: z.string(),
    /** The shop's own note. For administrators only; empty for other users, and in webhooks. */
    staff_note: z.string(),
    status: z.enum(ORDER_STATUSES),
    isPaid: z.boolean(),
    paidAt: Timestamp.nullable(),
    isDelivered: z.boolean(),
    deliveredAt: Timestamp.nullable(),
    isRefunded: z.boolean(),
    refundedAt: Timestamp.nullable(),
    /** The part of `totalPrice` that was refunded to the card and stayed there. */
    refundedToCard: Vnd,
    /** The part of `totalPrice` that went to the wallet, including card refunds that failed and amounts that paid a debt. */
    refundedToWallet: Vnd,
    /** The part of `totalPrice` that an approved refund request would pay; 0 when nothing is left. */
    leftToRefund: Vnd,
    isCancelled: z.boolean(),
    cancelledAt: Timestamp.nullable(),
    /** True for an order that the shop cancelled by itself because its payment window had passed. */
    isExpired: z.boolean(),
    /** An administrator's reason for cancelling; null for other orders. */
    cancel_reason: z.string().nullable(),
    /** An administrator's reason for a refund that the shop began; null for other orders. */
    refund_reason: z.string().nullable(),
    refund_request: z
      .object({
        id: Id,
        reason: z.string(),
        isApproved: z.boolean().nullable(),
        createdAt: Timestamp,
        decidedAt: Timestamp.nullable(),
        /** An administrator's reason for rejecting it; null without one, and for other requests. */
        decision_reason: z.string().nullable(),
      })
      .nullable(),
    notice: z.string().nullable(),
    /** Null until its goods are sent. It stays when the parcel is forgotten: their stock is out until they come back. */
    sentAt: Timestamp.nullable(),
    /** Null until its goods are sent, and once a closed account's order is over. */
    parcel: Parcel.nullable(),
    /** Oldest first. For administrators only; empty for other users. */
    disputes: z.array(Dispute),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

/** A transition of an order, with its actor. */
export const OrderEvent = z.object({
  id: Id,
  transition: z.enum(TRANSITIONS),
  /** Null for the placing of the order. */
  statusBefore: z.enum(ORDER_STATUSES).nullable(),
  statusAfter: z.enum(ORDER_STATUSES),
  /** A buyer or an administrator has a name; the card provider and the shop itself have none. */
  actor: z.object({ is: z.enum(['buyer', 'admin', 'provider', 'shop']), username: z.string().nullable() }),
  /** The payment method of a payment, from the ledger; null for a total of 0 and for other events. */
  paidWith: z.enum(PAYMENT_METHODS).nullable(),
  /** An administrator's reason for cancelling, for rejecting a refund, or for one that the shop began; null for other events. */
  reason: z.string().nullable(),
  createdAt: Timestamp,
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** An order as administrators see it, with its events and its transfers. */
export const AdminOrder = Order.extend({
  user: Order.shape.user.extend({ id: Id }),
  /** The text that a bank transfer for the order carries; null unless the buyer chose VietQR. */
  transfer_code: z.string().nullable(),
  /** Oldest first. */
  events: z.array(OrderEvent),
  /** Transfers of the ledger, oldest first; `intent` is the card provider's id. */
  transfers: z.array(
    z.object({
      id: Id,
      kind: z.string(),
      amount: Vnd,
      description: z.string(),
      intent: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
  /** The order's payment intents, with whether they are settled or closed. */
  intents: z.array(
    z.object({ id: z.string(), amount: Vnd, state: z.enum(['open', 'settled', 'closed']), createdAt: Timestamp }),
  ),
  /** The buyer's other refund requests, newest first, at most 20. */
  otherRefunds: z.array(
    z.object({ order: Id, totalPrice: Vnd, isApproved: z.boolean().nullable(), createdAt: Timestamp }),
  ),
}).meta({ id: 'AdminOrder' });
export type AdminOrder = z.infer<typeof AdminOrder>;
