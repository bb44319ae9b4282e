import { RefundRequest } from '../../src/contract/money/refunds.js';
import { AdminOrder } from '../../src/contract/orders/orders.js';
import { answer, openShop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { expectUnchanged } from '../support/unchanged.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const reject = (id: number, body?: object) => admin.delete(`/api/admin/paybox/refund/${id}/reject/`, body);
const remove = (id: number) => admin.delete(`/api/admin/paybox/refund/${id}/delete/`);

/** The request's decision and its reason, as the buyer sees them in the order. */
async function decision(shopper: Shopper, id: number) {
  const { refund_request } = await shopper.order(id);
  return [refund_request?.isApproved, refund_request?.decision_reason];
}

/** Requests a refund. */
async function request(shopper: Shopper, id: number): Promise<void> {
  const reply = await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });
  expect(answer(reply, RefundRequest, 201).isApproved).toBeNull();
  expect(await decision(shopper, id)).toEqual([null, null]);
}

/** A shopper who requests a refund of a paid order. */
async function requested() {
  const shopper = await given.shopper({ balance: 100_000 });
  const { id } = await given.paidOrder(shopper);
  await request(shopper, id);
  return { shopper, id };
}

describe('the reason of a rejection', () => {
  test('is told to the buyer, in the order’s events, in the audit log and in the data export', async () => {
    const { shopper, id } = await requested();
    const reason = 'Áo đã qua sử dụng';
    expect((await reject(id, { reason: ` ${reason} ` })).status).toBe(204);
    expect(await decision(shopper, id)).toEqual([false, reason]);
    const { events } = answer(await admin.get(`/api/admin/orders/${id}/`), AdminOrder);
    expect(events.at(-1)).toMatchObject({ transition: 'reject_refund', reason });
    expect(await admin.audit(`subject=refund&subject_id=${id}`)).toMatchObject([
      { action: 'reject', after: { isApproved: false, reason } },
    ]);
    const { body } = await shopper.get('/auth/users/me/data/');
    expect(body).toMatchObject({ orders: [{ refund_request: { is_approved: false, decision_reason: reason } }] });
  });

  test.each([undefined, {}, { reason: '' }, { reason: '  ' }])('may be left out, as in %j', async (body) => {
    const { shopper, id } = await requested();
    expect((await reject(id, body)).status).toBe(204);
    expect(await decision(shopper, id)).toEqual([false, null]);
  });

  test.each([5, 'x'.repeat(1_001)])('is refused as %j', async (reason) => {
    const { id } = await requested();
    const reply = await expectUnchanged(() => reject(id, { reason }));
    expect([reply.status, reply.body.reason]).toEqual([400, [reply.body.error]]);
  });

  test('is that of the last request, and none once the request is approved', async () => {
    const { shopper, id } = await requested();
    await reject(id, { reason: 'Quá hạn đổi trả' });
    await remove(id);
    await request(shopper, id);
    await reject(id);
    expect(await decision(shopper, id)).toEqual([false, null]);
    const { body } = await shopper.get('/auth/users/me/data/');
    expect(body).toMatchObject({ orders: [{ refund_request: { decision_reason: null } }] });
    await remove(id);
    await request(shopper, id);
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect(await decision(shopper, id)).toEqual([true, null]);
  });
});
