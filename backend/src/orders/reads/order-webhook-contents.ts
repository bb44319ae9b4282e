import type { DataSource } from 'typeorm';
import type { WebhookType } from '../../contract/administration/integration-rules.js';
import { SubjectGone, type WebhookSubject } from '../../webhooks/webhook-contents.js';
import { loadOrders } from './load-orders.js';
import { orderView } from './order.view.js';
import { addDisputes } from '../order/disputes.js';

export const ORDER_WEBHOOK_TYPES: WebhookType[] = ['order.placed', 'order.paid', 'order.delivered', 'order.refunded'];

/** Reads the `data` of a webhook about an order: the order as `GET /api/orders/{id}/` shows it to an administrator. */
export async function loadOrderWebhook(db: DataSource, { subject_id: id }: WebhookSubject): Promise<object> {
  const orders = await loadOrders(db, { id });
  const [order] = orders;
  if (!order) throw new SubjectGone('Đơn hàng không còn nữa');
  await addDisputes(db, orders, { isAdmin: true });
  return { order: orderView(order) };
}
