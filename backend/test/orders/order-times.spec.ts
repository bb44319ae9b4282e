import { openShop } from '../support/client.js';
import { given } from '../support/given.js';

openShop();

/** Between the start of a test and now. */
const within = (start: number) => (iso: string | null) => {
  const at = Date.parse(iso ?? '');
  return at >= start && at <= Date.now();
};

test('an order tells when it was cancelled', async () => {
  const [shopper, isNow] = [await given.shopper(), within(Date.now() - 1)];
  const { id } = await given.order(shopper);
  expect((await shopper.order(id)).cancelledAt).toBeNull();
  expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(200);
  expect(isNow((await shopper.order(id)).cancelledAt)).toBe(true);
});

test.each([
  ['approved', true],
  ['rejected', false],
])('an order tells when its refund was requested and when it was %s', async (_, isApproved) => {
  const [shopper, admin, isNow] = [
    await given.shopper({ balance: 100_000 }),
    await given.admin(),
    within(Date.now() - 1),
  ];
  const { id } = await given.paidOrder(shopper, { total: 100_000 });
  expect((await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' })).status).toBe(201);
  const requested = await shopper.order(id);
  expect(isNow(requested.refund_request!.createdAt)).toBe(true);
  expect([requested.refund_request!.decidedAt, requested.refundedAt]).toEqual([null, null]);
  const path = `/api/admin/paybox/refund/${id}`;
  const decided = await (isApproved ? admin.post(`${path}/approve/`) : admin.delete(`${path}/reject/`));
  expect(decided.status).toBeLessThan(300);
  const { refund_request: request, refundedAt } = await shopper.order(id);
  expect([isNow(request!.decidedAt), request!.decidedAt! >= request!.createdAt]).toEqual([true, true]);
  if (isApproved) expect(isNow(refundedAt)).toBe(true);
  else expect(refundedAt).toBeNull();
});
