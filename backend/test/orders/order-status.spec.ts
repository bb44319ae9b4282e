import { STATUS_SQL, hasStatusSql, statusOf, type OrderFacts } from '../../src/orders/order/order-status.js';
import { ORDER_STATUSES } from '../../src/contract/orders/orders.js';
import { openShop, shop } from '../support/client.js';

openShop();

const moments = [null, new Date()];
const requests = [null, { isApproved: null }, { isApproved: true }, { isApproved: false }];

/** Orders with every combination of facts. */
const ORDERS: OrderFacts[] = moments.flatMap((cancelledAt) =>
  moments.flatMap((refundedAt) =>
    moments.flatMap((deliveredAt) =>
      moments.flatMap((paidAt) =>
        requests.map((refundRequest) => ({ cancelledAt, refundedAt, deliveredAt, paidAt, refundRequest })),
      ),
    ),
  ),
);

/** A result of a query over `orders o` for each of these orders, which stand in for the tables. */
async function select<T>(expression: string): Promise<T[]> {
  const rows: { value: T }[] = await shop().db.query(
    `WITH facts AS (SELECT * FROM jsonb_to_recordset($1) AS f (id integer, cancelled_at timestamptz, refunded_at timestamptz,
       delivered_at timestamptz, paid_at timestamptz, has_request boolean, is_approved boolean)),
     refund_requests AS (SELECT id AS order_id, is_approved FROM facts WHERE has_request)
     SELECT ${expression} AS value FROM facts o ORDER BY id`,
    [
      JSON.stringify(
        ORDERS.map((order, id) => ({
          id,
          cancelled_at: order.cancelledAt,
          refunded_at: order.refundedAt,
          delivered_at: order.deliveredAt,
          paid_at: order.paidAt,
          has_request: order.refundRequest !== null,
          is_approved: order.refundRequest?.isApproved ?? null,
        })),
      ),
    ],
  );
  return rows.map(({ value }) => value);
}

test('SQL and code derive the same status from the same facts', async () => {
  const statuses = ORDERS.map(statusOf);
  expect(new Set(statuses)).toEqual(new Set(ORDER_STATUSES));
  expect(await select(STATUS_SQL)).toEqual(statuses);
});

test.each(ORDER_STATUSES)('the filter by status finds the orders that are %s, and no others', async (status) => {
  expect(await select(hasStatusSql(status))).toEqual(ORDERS.map((order) => statusOf(order) === status));
});
