import type { WebhookType } from '../administration/integration-rules.js';
import type { Order } from '../orders/orders.js';
import { LISTED_PRODUCT, VARIANT } from './catalogue.js';
import { ORDER } from './orders.js';

const UNPAID = { ...ORDER, status: 'unpaid', isPaid: false, paidAt: null, leftToRefund: 0 } satisfies Order;
const DELIVERED = {
  ...ORDER,
  status: 'delivered',
  isDelivered: true,
  deliveredAt: '2026-02-03T04:10:00.000Z',
  sentAt: '2026-02-01T08:40:00.000Z',
  parcel: {
    carrier: 'ghn',
    tracking_code: 'GAX4KD7B',
    tracking_url: 'https://donhang.ghn.vn/?order_code=GAX4KD7B',
    sent_at: '2026-02-01T08:40:00.000Z',
  },
} satisfies Order;
const REFUNDED = {
  ...DELIVERED,
  status: 'refunded',
  isRefunded: true,
  refundedAt: '2026-02-05T02:00:00.000Z',
  refundedToWallet: ORDER.totalPrice,
  leftToRefund: 0,
} satisfies Order;

const event = (number: number, type: WebhookType, created: string, order: Order) => ({
  id: `evt_order_${number}`,
  type,
  created,
  data: { order },
});

/** The body of each webhook that the shop sends. */
export const WEBHOOK_EXAMPLES: Record<WebhookType, object> = {
  'order.placed': event(101, 'order.placed', UNPAID.createdAt, UNPAID),
  'order.paid': event(102, 'order.paid', ORDER.paidAt, ORDER),
  'order.delivered': event(103, 'order.delivered', DELIVERED.deliveredAt, DELIVERED),
  'order.refunded': event(104, 'order.refunded', REFUNDED.refundedAt, REFUNDED),
  'stock.low': {
    id: 'evt_stock_2210',
    type: 'stock.low',
    created: '2026-01-31T09:30:00.000Z',
    data: {
      product: { ...LISTED_PRODUCT, total_stock: 9, countInStock: 9 },
      variant: { ...VARIANT, stock_quantity: 5 },
      stock: 5,
    },
  },
};
