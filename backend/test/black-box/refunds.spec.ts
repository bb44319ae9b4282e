import { pageSchema } from '../../src/contract/common.js';
import { Product } from '../../src/contract/catalog/catalog.js';
import { WalletTransaction } from '../../src/contract/money/paybox.js';
import { RefundRequest } from '../../src/contract/money/refunds.js';
import { Buyer } from './buyer.js';
import { useGoods } from './goods.js';
import { SUFFIX, call, expectError, hasAdmin, read, takesTestCards } from './caller.js';

const withAdmin = hasAdmin ? describe : describe.skip;
const withTestCards = takesTestCards ? test : test.skip;

let buyer: Buyer;
let product: number;

// Before the shop closes. The buyer's wallet is empty and each paid order delivered or refunded, so the account can go.
afterAll(() => buyer?.close());
const goods = useGoods(`Hoàn tiền kiểm thử ${SUFFIX}`);

withAdmin('refunds (need SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  beforeAll(async () => {
    product = (await goods.product()).id;
    buyer = await Buyer.of(goods.admin, product);
  });

  const decide = (method: string, order: number, what: string, access = goods.admin) =>
    call(method, `/api/admin/paybox/refund/${order}/${what}/`, { access });
  const shown = async () => read(await call('GET', `/api/products/${product}/`), Product);

  /** An order that a coupon pays, in a shop that takes no test cards too. */
  async function paidOrder(): Promise<number> {
    const { code } = await goods.coupon({ discount_amount: 1_000_000_000 });
    return buyer.place({ coupon_code: code });
  }

  test('an unpaid, a cancelled and an unknown order are not refunded', async () => {
    const order = await buyer.place();
    expectError(await buyer.requestRefund(order), 409);
    await buyer.cancel(order);
    expectError(await buyer.requestRefund(order), 409);
    expectError(await buyer.requestRefund(2_147_483_647), 404);
  });

  test('a request needs a reason of 1 to 1,000 characters', async () => {
    const order = await paidOrder();
    for (const reason of [null, '', '   ', 'a'.repeat(1_001), 7])
      expectError(await buyer.requestRefund(order, reason), 400);
    const request = await buyer.requestRefund(order, ` ${'a'.repeat(1_000)} `);
    expect(read(request, RefundRequest, 201)).toMatchObject({ reason: 'a'.repeat(1_000), isApproved: null });
    expect((await decide('DELETE', order, 'delete')).status).toBe(204);
    await buyer.deliver(order);
  });

  test('an order without a request has nothing to approve, reject or delete', async () => {
    const order = await paidOrder();
    for (const [method, what] of [
      ['POST', 'approve'],
      ['DELETE', 'reject'],
      ['DELETE', 'delete'],
    ] as const) {
      expectError(await decide(method, order, what), 404);
      expectError(await decide(method, order, what, buyer.account.access), 403);
    }
    await buyer.deliver(order);
  });

  test('a request is made once, a rejected order is as it was before, and a deleted request can be made again', async () => {
    const order = await paidOrder();
    const status = async () => (await buyer.order(order)).status;
    expect((await buyer.requestRefund(order)).status).toBe(201);
    expect([await status(), (await buyer.order(order)).refund_request?.isApproved]).toEqual(['refund_requested', null]);
    expectError(await buyer.requestRefund(order), 409);
    expect((await decide('DELETE', order, 'reject')).status).toBe(204);
    expect([await status(), (await buyer.order(order)).refund_request?.isApproved]).toEqual(['paid', false]);
    expectError(await decide('DELETE', order, 'reject'), 409);
    expectError(await decide('POST', order, 'approve'), 409);
    expectError(await buyer.requestRefund(order), 409);
    expect((await decide('DELETE', order, 'delete')).status).toBe(204);
    expect((await buyer.order(order)).refund_request).toBeNull();
    expect((await buyer.requestRefund(order)).status).toBe(201);
    expect((await decide('DELETE', order, 'delete')).status).toBe(204);
    await buyer.deliver(order);
  });

  test('requests are listed for their buyer and for administrators', async () => {
    const order = await paidOrder();
    const request = read(await buyer.requestRefund(order), RefundRequest, 201);
    const own = read(await buyer.get('/api/paybox/refund-requests/'), RefundRequest.array());
    expect(own.map(({ id }) => id)).toEqual([request.id]);
    const at = `/api/paybox/refund-requests/?page=1&search=${order}`;
    const all = read(await call('GET', at, { access: goods.admin }), pageSchema(RefundRequest)).results;
    expect(all.map(({ id }) => id)).toContain(request.id);
    expect((await decide('DELETE', order, 'delete')).status).toBe(204);
    expect(read(await buyer.get('/api/paybox/refund-requests/'), RefundRequest.array())).toEqual([]);
    await buyer.deliver(order);
  });

  test('refunding a total of 0 posts no line', async () => {
    const order = await paidOrder();
    await buyer.requestRefund(order);
    expect((await decide('POST', order, 'approve')).status).toBe(200);
    expect((await buyer.order(order)).status).toBe('refunded');
    expect((await buyer.get('/api/paybox/transactions/')).body).toEqual([]);
  });

  withTestCards(
    'needs test cards: an approved refund pays the wallet and returns the goods, and stays when its request is deleted',
    async () => {
      const order = await buyer.place();
      const { totalPrice } = await buyer.order(order);
      const before = await shown();
      await buyer.payByCard(order);
      expect((await shown()).total_sold).toBe(before.total_sold + 1);
      await buyer.requestRefund(order);
      expect(read(await decide('POST', order, 'approve'), RefundRequest).isApproved).toBe(true);
      expect(await shown()).toMatchObject({ total_sold: before.total_sold, countInStock: before.countInStock + 1 });
      const lines = read(await buyer.get('/api/paybox/transactions/'), WalletTransaction.array());
      expect(lines).toMatchObject([
        { transaction_type: 'REFUND', amount: totalPrice, balance_after: totalPrice, order_info: { id: order } },
      ]);
      for (const [method, what] of [
        ['POST', 'approve'],
        ['DELETE', 'reject'],
      ] as const)
        expectError(await decide(method, order, what), 409);
      expectError(await buyer.requestRefund(order), 409);
      expectError(
        await call('PATCH', `/api/orders/${order}/`, { access: goods.admin, body: { isDelivered: true } }),
        409,
      );
      expect((await decide('DELETE', order, 'delete')).status).toBe(204);
      expect(await buyer.order(order)).toMatchObject({ status: 'refunded', isRefunded: true });
      expect((await buyer.wallet()).balance).toBe(totalPrice);
      const next = await buyer.place();
      await buyer.payByWallet(next);
      await buyer.deliver(next);
    },
  );
});
