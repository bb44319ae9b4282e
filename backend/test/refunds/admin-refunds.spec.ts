import { pageSchema } from '../../src/contract/common.js';
import { RefundRequest } from '../../src/contract/money/refunds.js';
import { answer, openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

const approve = (id: number) => admin.post(`/api/admin/paybox/refund/${id}/approve/`);
const reject = (id: number) => admin.delete(`/api/admin/paybox/refund/${id}/reject/`);
const remove = (id: number) => admin.delete(`/api/admin/paybox/refund/${id}/delete/`);

/** @returns the order's id */
async function requestRefund(shopper: Shopper, total = 100_000): Promise<number> {
  const { id } = await given.paidOrder(shopper, { total });
  answer(await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' }), RefundRequest, 201);
  return id;
}

const orders = async (query: string, by = admin) =>
  answer(
    await by.get(`/api/paybox/refund-requests/?page=1&page_size=100&${query}`),
    pageSchema(RefundRequest),
  ).results.map(({ order }) => order.id);

describe('the requests of the shop', () => {
  test('are filtered by decision', async () => {
    const shopper = await given.shopper({ balance: 300_000 });
    const [approved, rejected, pending] = [
      await requestRefund(shopper),
      await requestRefund(shopper),
      await requestRefund(shopper),
    ];
    await approve(approved);
    await reject(rejected);
    const mine = (query: string) => orders(`search=${encodeURIComponent(shopper.username)}&${query}`);
    expect(await mine('status=pending')).toEqual([pending]);
    expect(await mine('status=approved')).toEqual([approved]);
    expect(await mine('status=rejected')).toEqual([rejected]);
    expect(await mine('status=')).toEqual([pending, rejected, approved]);
  });

  test('tell where the goods are, which an approval puts back on sale unless they are delivered', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const { id } = await given.paidOrder(shopper);
    const goods = async () => {
      const page = answer(
        await admin.get(`/api/paybox/refund-requests/?page=1&search=%23${id}`),
        pageSchema(RefundRequest),
      );
      const [request] = page.results;
      return [request?.order.parcel?.tracking_code, request?.order.isDelivered];
    };
    const parcel = { carrier: 'ghn', tracking_code: 'GAX4KD7B' };
    expect((await admin.put(`/api/admin/orders/${id}/parcel/`, parcel)).status).toBe(200);
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Áo bị chật' });
    expect(await goods()).toEqual(['GAX4KD7B', false]);
    expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
    expect(await goods()).toEqual(['GAX4KD7B', true]);
  });

  test('are found by order and by buyer, filtered by day, sorted and paged', async () => {
    const [mai, lan] = [await given.shopper({ balance: 600_000 }), await given.shopper({ balance: 100_000 })];
    await mai.patch('/auth/users/me/', { last_name: 'Đỗ Thị', first_name: 'Sen' });
    const [small, large, medium] = [
      await requestRefund(mai, 100_000),
      await requestRefund(mai, 300_000),
      await requestRefund(mai, 200_000),
    ];
    const other = await requestRefund(lan);
    expect(await orders(`search=%23${other}`)).toEqual([other]);
    expect(await orders('search=do%20thi%20sen')).toEqual([medium, large, small]);
    await mai.patch('/auth/users/me/', { phone: '0914345678' });
    expect(await orders('search=%2B84%20914%20345%20678')).toEqual([medium, large, small]);
    expect(await orders('search=do%20thi%20sen&sort=date-asc')).toEqual([small, large, medium]);
    expect(await orders('search=do%20thi%20sen&sort=total-desc')).toEqual([large, medium, small]);
    await admin.delete(`/api/admin/paybox/refund/${medium}/reject/`);
    expect(await orders('search=do%20thi%20sen&sort=pending-first')).toEqual([large, small, medium]);
    // Half past midnight in Vietnam.
    await shop().db.query(`UPDATE refund_requests SET created_at = '2024-05-01T17:30:00Z' WHERE order_id = $1`, [
      small,
    ]);
    expect(await orders('from=2024-05-02&to=2024-05-02')).toEqual([small]);
    expect(await orders('from=2024-05-01&to=2024-05-01')).toEqual([]);
    const page = await admin.get(
      '/api/paybox/refund-requests/?page=2&page_size=2&search=do%20thi%20sen&sort=total-desc',
    );
    expect(answer(page, pageSchema(RefundRequest))).toMatchObject({ count: 3, results: [{ order: { id: small } }] });
  });

  test('are limited to a shopper’s own for every query', async () => {
    const [mai, lan] = [await given.shopper({ balance: 100_000 }), await given.shopper({ balance: 100_000 })];
    const [own, other] = [await requestRefund(mai), await requestRefund(lan)];
    expect(await orders('', mai)).toEqual([own]);
    expect(await orders(`search=${other}`, mai)).toEqual([]);
    expect(await orders(`search=${encodeURIComponent(lan.username)}`, mai)).toEqual([]);
  });

  test.each(['status=lost', 'sort=random', 'from=2024-02-31', 'page=0'])('refuse ?%s', async (query) => {
    expect((await admin.get(`/api/paybox/refund-requests/?${query}`)).status).toBe(400);
  });
});

describe('the audit log', () => {
  const log = async (id: number) => (await admin.audit(`subject=refund&subject_id=${id}`)).toReversed();

  test('names who approved and who deleted a request', async () => {
    const id = await requestRefund(await given.shopper({ balance: 100_000 }));
    await approve(id);
    expect((await approve(id)).status).toBe(409);
    expect((await reject(id)).status).toBe(409);
    await remove(id);
    expect((await remove(id)).status).toBe(404);
    expect(await log(id)).toMatchObject([
      {
        actor: { id: admin.id, username: admin.username },
        action: 'approve',
        subject_name: `Hoàn tiền đơn hàng #${id}`,
        before: { status: 'refund_requested', isApproved: null },
        after: { status: 'refunded', isApproved: true },
      },
      { action: 'delete', before: { isApproved: true }, after: { isApproved: null } },
    ]);
  });

  test('names who rejected a request', async () => {
    const id = await requestRefund(await given.shopper({ balance: 100_000 }));
    await reject(id);
    expect(await log(id)).toMatchObject([
      {
        action: 'reject',
        before: { status: 'refund_requested', isApproved: null },
        after: { status: 'paid', isApproved: false },
      },
    ]);
  });
});
