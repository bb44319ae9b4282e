import { CartReminder, CartReminderChange, CartReminderLink, ReminderCart } from '../orders/cart-reminders.js';
import { ChangeCoupon, CheckCoupon, Coupon, CouponOffer, ListedCoupon, SaveCoupon } from '../orders/coupons.js';
import { AdminOrder, CancelOrder, ChangeStaffNote, Order, UpdateOrder } from '../orders/orders.js';
import { ChangeOrderAddress, Placed, PlaceOrder, ShippingAddress } from '../orders/placing.js';
import { SendOrder } from '../orders/parcels.js';
import { RefundOrder, RefundRequest, RejectRefund, RequestRefund } from '../money/refunds.js';
import { example } from './example.js';

const BUYER = { username: 'lan', email: 'lan@example.com' };

const ADDRESS = {
  address: '12 Lý Thường Kiệt, Phường Hoàn Kiếm',
  city: 'Hà Nội',
  postalCode: '100000',
  country: 'Việt Nam',
  receiver: 'Nguyễn Thị Lan',
  phone: '0912345678',
} satisfies ShippingAddress;

/** Two T-shirts with a coupon: 398,000 and 5 % of tax, less 50,000. */
const TOTALS = { itemsPrice: 398_000, shippingPrice: 0, taxPrice: 19_900, totalPrice: 367_900 };

const COUPON = {
  code: 'CHAO50K',
  description: 'Giảm 50.000đ cho đơn đầu tiên',
  discount_amount: 50_000,
  min_order_amount: 300_000,
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_to: '2026-03-31T16:59:59.000Z',
  is_active: true,
  usage_limit: 500,
  per_user_limit: 1,
} satisfies SaveCoupon;

export const ORDER = {
  id: 31,
  createdAt: '2026-01-31T09:30:00.000Z',
  user: BUYER,
  shippingAddress: ADDRESS,
  orderItems: [
    {
      id: 57,
      product: 12,
      productName: 'Áo thun cotton cổ tròn',
      image: '/media/5f2c8a1e9b7d4036a8c1e5f20b9d7346/640.webp',
      qty: 2,
      price: 199_000,
      variant_info: { id: 41, color: 'Đen', size: 'M' },
    },
  ],
  paymentMethod: 'Paybox',
  ...TOTALS,
  discount: 50_000,
  coupon_code: COUPON.code,
  gift_note: '',
  staff_note: '',
  status: 'paid',
  isPaid: true,
  paidAt: '2026-01-31T09:31:12.000Z',
  isDelivered: false,
  deliveredAt: null,
  isRefunded: false,
  refundedAt: null,
  refundedToCard: 0,
  refundedToWallet: 0,
  leftToRefund: TOTALS.totalPrice,
  isCancelled: false,
  cancelledAt: null,
  isExpired: false,
  cancel_reason: null,
  refund_reason: null,
  refund_request: null,
  notice: null,
  sentAt: null,
  parcel: null,
  disputes: [],
} satisfies Order;

const EVENT = { statusAfter: 'unpaid', paidWith: null, reason: null } as const;

/** Examples of carts, orders, coupons and refunds. */
export const ORDER_EXAMPLES = [
  example(CartReminder, { is_offered: true, is_on: true, is_confirmed: true }),
  example(CartReminderChange, { is_on: true }),
  example(ReminderCart, { items: [{ id: 12, variant_id: 41, qty: 2 }] }),
  example(CartReminderLink, { id: 5, token: 'qk3V0pXnR8s' }),
  example(ShippingAddress, ADDRESS),
  example(ChangeOrderAddress, { ...ADDRESS, address: '14 Lý Thường Kiệt, Phường Hoàn Kiếm', was: ADDRESS }),
  example(ChangeStaffNote, { note: 'Khách hẹn giao sau 17 giờ.', was: '' }),
  example(PlaceOrder, {
    orderItems: [{ id: 12, qty: 2, variant_id: 41 }],
    shippingAddress: ADDRESS,
    paymentMethod: 'Paybox',
    ...TOTALS,
    coupon_code: COUPON.code,
  }),
  example(Placed, { id: ORDER.id }),
  example(Order, ORDER),
  example(AdminOrder, {
    ...ORDER,
    user: { ...BUYER, id: 7 },
    transfer_code: null,
    events: [
      {
        ...EVENT,
        id: 101,
        transition: 'place',
        statusBefore: null,
        actor: { is: 'buyer', username: BUYER.username },
        createdAt: ORDER.createdAt,
      },
      {
        ...EVENT,
        id: 102,
        transition: 'pay',
        statusBefore: 'unpaid',
        statusAfter: 'paid',
        actor: { is: 'buyer', username: BUYER.username },
        paidWith: 'Paybox',
        createdAt: ORDER.paidAt,
      },
    ],
    transfers: [
      {
        id: 240,
        kind: 'PAYMENT',
        amount: TOTALS.totalPrice,
        description: 'Thanh toán đơn hàng #31',
        intent: null,
        createdAt: ORDER.paidAt,
      },
    ],
    intents: [],
    otherRefunds: [],
  }),
  example(UpdateOrder, { isDelivered: true }),
  example(SendOrder, { carrier: 'ghn', tracking_code: 'GAX4KD7B', was: null }),
  example(CancelOrder, { reason: 'Hết hàng' }),
  example(CheckCoupon, { code: COUPON.code, total_price: 417_900 }),
  example(CouponOffer, { message: 'Áp dụng mã CHAO50K: giảm 50.000 VND.', discount_amount: 50_000 }),
  example(SaveCoupon, COUPON),
  example(ChangeCoupon, { ...COUPON, is_active: false, was: COUPON }),
  example(Coupon, { id: 6, ...COUPON, used_count: 42 }),
  example(ListedCoupon, { id: 6, ...COUPON, used_count: 42, state: 'running' }),
  example(RequestRefund, { order_id: ORDER.id, reason: 'Áo bị lỗi đường may ở vai.' }),
  example(RefundOrder, { reason: 'Chiếc áo cuối cùng bị lỗi, cửa hàng không thể giao.' }),
  example(RejectRefund, { reason: 'Áo đã qua sử dụng.' }),
  example(RefundRequest, {
    id: 14,
    user: BUYER,
    order: {
      id: ORDER.id,
      totalPrice: ORDER.totalPrice,
      refundedToCard: 0,
      leftToRefund: ORDER.leftToRefund,
      disputes: [],
      parcel: null,
      isDelivered: false,
    },
    reason: 'Áo bị lỗi đường may ở vai.',
    isApproved: null,
    createdAt: '2026-02-03T02:20:00.000Z',
  }),
];
