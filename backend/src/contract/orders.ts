import { z } from 'zod';
import { DayQuery, Id, PageQuery, Search, Timestamp, Vnd, oneOf, optionalText, requiredText } from './common.js';
import { MAX_CANCEL_REASON, MAX_COUPON_CODE, MAX_ORDER_LINES, MAX_QUANTITY, PAYMENT_METHODS, TEXTS } from './rules.js';

/** `receiver` and `phone` are asked for by the page and optional in the call. */
export const ShippingAddress = z
  .object({
    address: requiredText(255, 'Vui lòng nhập địa chỉ'),
    city: requiredText(255, 'Vui lòng nhập tỉnh/thành phố'),
    postalCode: requiredText(20, 'Vui lòng nhập mã bưu chính'),
    country: requiredText(255, 'Vui lòng nhập quốc gia'),
    receiver: optionalText(255).optional(),
    phone: optionalText(20).optional(),
  })
  .meta({ id: 'ShippingAddress' });
export type ShippingAddress = z.infer<typeof ShippingAddress>;

/** `id` is the product's. The page's color and size are read by nobody: the variant says them. */
export const OrderLine = z.object({
  id: Id,
  qty: z.int('Số lượng phải là số nguyên').min(1, 'Số lượng từ 1 đến 999').max(MAX_QUANTITY, 'Số lượng từ 1 đến 999'),
  variant_id: Id.nullish(),
});

/** The prices of the page are only compared: the server computes its own. */
export const PlaceOrder = z
  .object({
    orderItems: z.array(OrderLine).min(1, 'Giỏ hàng trống').max(MAX_ORDER_LINES, TEXTS.tooManyLines),
    shippingAddress: ShippingAddress,
    paymentMethod: z.enum(PAYMENT_METHODS, 'Phương thức thanh toán không hợp lệ'),
    itemsPrice: Vnd.optional(),
    taxPrice: Vnd.optional(),
    shippingPrice: Vnd.optional(),
    totalPrice: Vnd,
    coupon_code: z.string().trim().max(MAX_COUPON_CODE, `Tối đa ${MAX_COUPON_CODE} ký tự`).nullish(),
  })
  .meta({ id: 'PlaceOrder' });
export type PlaceOrder = z.infer<typeof PlaceOrder>;

export const Placed = z.object({ id: Id }).meta({ id: 'Placed' });
export type Placed = z.infer<typeof Placed>;

/** An administrator's update of an order: only its delivery can be confirmed. */
export const UpdateOrder = z
  .object({ isDelivered: z.literal(true, 'Chỉ có thể xác nhận đã giao hàng') })
  .meta({ id: 'UpdateOrder' });
export type UpdateOrder = z.infer<typeof UpdateOrder>;

/** A buyer cancels without a body; an administrator who cancels another's order gives the reason that its buyer reads. */
export const CancelOrder = z
  .object({ reason: optionalText(MAX_CANCEL_REASON).default('') })
  .prefault({})
  .meta({ id: 'CancelOrder' });
export type CancelOrder = z.infer<typeof CancelOrder>;

export const ORDER_STATUSES = ['unpaid', 'paid', 'delivered', 'refund_requested', 'refunded', 'cancelled'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Transitions of an order. The last ones: a late card payment was credited to the buyer's wallet; the card took money
 * back, or wants to, or did not take it after all.
 */
export const TRANSITIONS = [
  'place',
  'pay',
  'cancel',
  'expire',
  'deliver',
  'request_refund',
  'approve_refund',
  'reject_refund',
  'delete_refund',
  'return_late_payment',
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
  /** The card provider's, like `status` and `reason` (https://docs.stripe.com/api/disputes/object). */
  id: z.string(),
  amount: Vnd,
  status: z.string(),
  /** Undecided, inquiries too: a request for the order's money is not approved meanwhile. */
  isOpen: z.boolean(),
  reason: z.string().nullable(),
  /** Until when the shop may answer. */
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
    /** The chosen method; once the order is paid, the method it was paid with. */
    paymentMethod: z.enum(PAYMENT_METHODS),
    itemsPrice: Vnd,
    shippingPrice: Vnd,
    taxPrice: Vnd,
    discount: Vnd,
    coupon_code: z.string().nullable(),
    totalPrice: Vnd,
    status: z.enum(ORDER_STATUSES),
    isPaid: z.boolean(),
    paidAt: Timestamp.nullable(),
    isDelivered: z.boolean(),
    deliveredAt: Timestamp.nullable(),
    isRefunded: z.boolean(),
    /** Of `totalPrice`, what the card got and kept. */
    refundedToCard: Vnd,
    /** Of `totalPrice`, also what the card did not take after all, and what of it paid a debt. */
    refundedToWallet: Vnd,
    /** Of `totalPrice`, what an approved request would pay; 0 when the shop holds nothing of it. */
    leftToRefund: Vnd,
    isCancelled: z.boolean(),
    /** Why an administrator cancelled it; null for any other order. */
    cancel_reason: z.string().nullable(),
    refund_request: z
      .object({ id: Id, reason: z.string(), isApproved: z.boolean().nullable(), createdAt: Timestamp })
      .nullable(),
    notice: z.string().nullable(),
    /** Oldest first; for administrators only, empty for anybody else. */
    disputes: z.array(Dispute),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

export const ORDER_SORTS = ['date-desc', 'date-asc', 'total-desc', 'total-asc'] as const;

/**
 * `search` is an order's number, or part of its buyer's names, e-mail or phone, or of its receiver's. `from` and `to` are
 * days on which it was placed.
 */
/** Which of an order's days `from` and `to` speak of. */
export const ORDER_DATES = ['placed', 'paid', 'refunded'] as const;

export const OrderQuery = PageQuery.extend({
  ...DayQuery.shape,
  /** The day it was placed, unless it says otherwise; `paid` and `refunded` also leave out what never was. */
  date_of: oneOf(ORDER_DATES),
  search: Search,
  status: oneOf(ORDER_STATUSES),
  payment: oneOf(PAYMENT_METHODS),
  user: z.preprocess((id) => (id === '' ? undefined : Number(id)), Id.optional()),
  sort: oneOf(ORDER_SORTS),
});
export type OrderQuery = z.infer<typeof OrderQuery>;

/** Something that happened to an order, and who made it happen. */
export const OrderEvent = z.object({
  id: Id,
  transition: z.enum(TRANSITIONS),
  /** Null where it was placed. */
  statusBefore: z.enum(ORDER_STATUSES).nullable(),
  statusAfter: z.enum(ORDER_STATUSES),
  /** A person has a name; the card provider and the shop itself have none. */
  actor: z.object({ is: z.enum(['buyer', 'admin', 'provider', 'shop']), username: z.string().nullable() }),
  /** Of a payment, by the ledger: null for a total of 0, and for anything else that happens. */
  paidWith: z.enum(PAYMENT_METHODS).nullable(),
  /** Why an administrator cancelled the order; null for anything else. */
  reason: z.string().nullable(),
  createdAt: Timestamp,
});
export type OrderEvent = z.infer<typeof OrderEvent>;

/** An order as administrators see it: with what happened to it, and what money moved for it. */
export const AdminOrder = Order.extend({
  user: Order.shape.user.extend({ id: Id }),
  /** Oldest first. */
  events: z.array(OrderEvent),
  /** Lines of the ledger, oldest first; `intent` is the card provider's number. */
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
  /** Its payment intents, and whether their money was booked or can no longer come. */
  intents: z.array(
    z.object({ id: z.string(), amount: Vnd, state: z.enum(['open', 'settled', 'closed']), createdAt: Timestamp }),
  ),
  /** Other refund requests of its buyer, newest first, at most 20. */
  otherRefunds: z.array(
    z.object({ order: Id, totalPrice: Vnd, isApproved: z.boolean().nullable(), createdAt: Timestamp }),
  ),
}).meta({ id: 'AdminOrder' });
export type AdminOrder = z.infer<typeof AdminOrder>;
