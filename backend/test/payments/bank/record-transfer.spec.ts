import { BankTransfer, BankWebhookSecret } from '../../../src/contract/money/bank-transfers.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, type Shopper } from '../../support/given.js';
import { holding } from '../../support/holding.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { untilLockWaits } from '../../support/locks/lock-waits.js';
import { bookingsOf, offerAll, signedEvent, transferOrder } from '../../support/payments/payment-methods.js';
import { expectUnchanged } from '../../support/unchanged.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

const TOTAL = 105_000;
const PAID = `BANK_PAYMENT bank -> sales ${TOTAL}`;
const credited = (amount = TOTAL) => `BANK_CREDIT bank -> wallet ${amount}`;

let admin: Shopper;
let secret: string;
let shopper: Shopper;
beforeAll(async () => {
  const password = 'mat-khau-1';
  admin = await given.admin({ password });
  await offerAll();
  const body = { current_password: password };
  ({ secret } = answer(await admin.post('/api/admin/bank-webhook/', body), BankWebhookSecret));
});
beforeEach(async () => {
  shopper = await given.shopper();
});

let transfers = 0;
/** What an administrator types; every transfer has a reference of its own. */
const typed = (
  fields: { reference?: string; amount?: number; order_id?: number | null; description?: string } = {},
) => {
  transfers += 1;
  return { reference: `HAND${transfers}`, amount: TOTAL, ...fields };
};
const post = (body: object) => admin.post('/api/admin/bank-transfers/', body);
const record = async (fields: Parameters<typeof typed>[0]) => answer(await post(typed(fields)), BankTransfer, 201);
const report = ({
  reference,
  amount = TOTAL,
  description = '',
}: {
  reference: string;
  amount?: number;
  description?: string;
}) => {
  transfers += 1;
  const { body, headers } = signedEvent({ id: `bank-${transfers}`, reference, amount, description }, { secret });
  return visitor().post('/api/bank-webhook/', body, headers);
};
const assign = async (id: number, order: number) =>
  answer(await admin.post(`/api/admin/bank-transfers/${id}/assign/`, { order_id: order }), BankTransfer);
const listed = async (reference: string) => {
  const found = answer(await admin.get(`/api/admin/bank-transfers/?search=${reference}`), BankTransfer.array());
  return found.find((transfer) => transfer.reference === reference);
};
const expire = async (id: number) => {
  await shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  await shop().app.get(OrderExpiry).expire(id);
};

describe('a transfer that an administrator records for an order', () => {
  test('pays it when the sum is its total, whatever its payment method', async () => {
    for (const paymentMethod of ['VietQR', 'COD', 'Stripe', 'Paybox'] as const) {
      const id = await given.placed(shopper, { price: 100_000, paymentMethod });
      const transfer = await record({ order_id: id });
      expect(transfer).toMatchObject({ state: 'paid', problem: null, decided_by: admin.username, is_reported: false });
      expect(transfer.order).toMatchObject({ id, isPaid: true, username: shopper.username });
      expect([await bookingsOf(id), (await shopper.order(id)).paymentMethod]).toEqual([[PAID], 'VietQR']);
    }
  });

  test.each([TOTAL - 1, TOTAL + 1, 1])('goes to the wallet when the sum is another: %i', async (amount) => {
    const { id } = await transferOrder(shopper);
    expect((await record({ order_id: id, amount })).state).toBe('credited');
    const { status, notice } = await shopper.order(id);
    expect([status, notice]).toEqual([
      'unpaid',
      expect.stringMatching(/^Số tiền không đúng tổng đơn hàng \(105\.000 VND\).*ví Paybox/),
    ]);
    expect([await bookingsOf(id), await shopper.balance()]).toEqual([[credited(amount)], amount]);
    expect((await record({ order_id: id })).state).toBe('paid');
  });

  test('goes to the wallet when the order was cancelled, has expired or is paid', async () => {
    const rich = await given.shopper({ balance: TOTAL });
    const cancelled = await given.placed(rich, { price: 100_000, paymentMethod: 'Stripe' });
    const [expired, paid] = [await transferOrder(rich), await transferOrder(rich)];
    await rich.post(`/api/orders/${cancelled}/cancel/`);
    await expire(expired.id);
    await rich.post('/api/paybox/payment/', { order_id: paid.id });
    for (const id of [cancelled, expired.id, paid.id]) expect((await record({ order_id: id })).state).toBe('credited');
    expect(await rich.balance()).toBe(3 * TOTAL);
    expect((await rich.order(cancelled)).notice).toMatch(/^Đơn hàng đã bị hủy/);
    expect((await rich.order(paid.id)).notice).toMatch(/^Đơn hàng đã được thanh toán trước đó/);
    const { body } = await admin.get(`/api/admin/orders/${expired.id}/`);
    expect(body.events.at(-1)).toMatchObject({
      transition: 'return_late_payment',
      actor: { is: 'admin', username: admin.username },
    });
  });

  test('waits when its buyer has closed the account', async () => {
    const { id } = await transferOrder(shopper);
    await shopper.post(`/api/orders/${id}/cancel/`);
    expect((await admin.delete(`/auth/users/${shopper.id}/`)).status).toBe(204);
    const transfer = await record({ order_id: id });
    expect(transfer).toMatchObject({ state: 'unmatched', problem: 'closed_account', order: { id } });
    const path = `/api/admin/bank-transfers/${transfer.id}`;
    expect((await expectUnchanged(() => admin.post(`${path}/assign/`, { order_id: id }))).status).toBe(409);
    expect((await admin.post(`${path}/return/`, { note: 'Đã trả' })).status).toBe(200);
  });

  test('is booked while transfers are switched off', async () => {
    const { id } = await transferOrder(shopper);
    await offerAll({ vietqr: { isOn: false } });
    expect((await record({ order_id: id })).state).toBe('paid');
    await offerAll();
  });

  test.each([
    [{ reference: ' .-' }, 'reference'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ order_id: 999_999 }, 'order_id'],
    [{ order_id: 0 }, 'order_id'],
    [{ description: 'x'.repeat(1_001) }, 'description'],
  ])('is refused with a sentence beside the field, case %#', async (fields, field) => {
    const reply = await expectUnchanged(() => post(typed(fields)));
    expect([reply.status, reply.body[field]]).toEqual([400, [expect.any(String)]]);
  });

  test('is refused when its description names another order', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const reply = await expectUnchanged(() => post(typed({ order_id: one.id, description: `ck ${other.code}` })));
    expect([reply.status, reply.body.order_id]).toEqual([400, [`Nội dung có mã của đơn hàng #${other.id}.`]]);
  });

  test('is audited', async () => {
    const { id } = await transferOrder(shopper);
    const transfer = await record({ order_id: id });
    const [entry]: unknown[] = await shop().db.query(
      `SELECT action, subject_id, subject_name, after FROM audit_entries WHERE subject = 'bank_transfer' ORDER BY id DESC LIMIT 1`,
    );
    expect(entry).toEqual({
      action: 'create',
      subject_id: transfer.id,
      subject_name: `Chuyển khoản ${transfer.reference}`,
      after: { status: 'paid', order: id, amount: TOTAL },
    });
  });
});

describe('a transfer that an administrator records without an order', () => {
  test('pays the order whose code its description has', async () => {
    const { id, code } = await transferOrder(shopper);
    const transfer = await record({ description: `MBVCB ${code} chuyen tien`, order_id: null });
    expect(transfer).toMatchObject({ state: 'paid', order: { id } });
    expect(await bookingsOf(id)).toEqual([PAID]);
  });

  test('waits without a code, or with the codes of two orders, and is given to one later', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const unknown = await record({ description: 'mua ao' });
    expect(unknown).toMatchObject({ state: 'unmatched', problem: 'unknown_code', decided_by: admin.username });
    expect(await record({ description: `${one.code} ${other.code}` })).toMatchObject({ problem: 'several_codes' });
    expect((await assign(unknown.id, one.id)).state).toBe('paid');
    expect(await bookingsOf(one.id)).toEqual([`BANK_PAYMENT unmatched -> sales ${TOTAL}`]);
  });
});

describe('one reference', () => {
  test('is booked once, in any writing, and the answer says where', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    await record({ reference: 'ft.one/1', order_id: one.id });
    for (const fields of [{ order_id: one.id }, { order_id: other.id }, {}, { amount: 1 }]) {
      const reply = await expectUnchanged(() => post(typed({ reference: 'FT ONE 1', ...fields })));
      const sentence = `Giao dịch này đã được ghi cho đơn hàng #${one.id}.`;
      expect([reply.status, reply.body.error, reply.body.reference]).toEqual([409, sentence, [sentence]]);
    }
  });

  test('is booked once by several administrators at once', async () => {
    const { id } = await transferOrder(shopper);
    const body = typed({ order_id: id });
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(body)));
    expect([statuses(replies), await bookingsOf(id)]).toEqual([{ 201: 1, 409: 9 }, [PAID]]);
  });

  test('that waits is the same money: it is given to the order, for its own sum alone', async () => {
    const { id } = await transferOrder(shopper);
    await report({ reference: 'WAITING1', description: 'khong ma' });
    await expectUnchanged(async () => {
      const unnamed = await post(typed({ reference: 'WAITING1' }));
      expect([unnamed.status, unnamed.body.reference]).toEqual([409, [expect.stringContaining('chờ đối chiếu')]]);
      const wrong = await post(typed({ reference: 'WAITING1', amount: 1, order_id: id }));
      expect([wrong.status, wrong.body.amount]).toEqual([400, ['Giao dịch này đã được ghi với 105.000 VND.']]);
    });
    expect((await record({ reference: 'WAITING1', order_id: id })).state).toBe('paid');
    expect(await bookingsOf(id)).toEqual([`BANK_PAYMENT unmatched -> sales ${TOTAL}`]);
  });
});

describe('money that the bank reports after an administrator recorded it', () => {
  test('is not booked again under the same reference', async () => {
    const [paid, late] = [await transferOrder(shopper), await transferOrder(shopper)];
    await shopper.post(`/api/orders/${late.id}/cancel/`);
    for (const { id, code } of [paid, late]) {
      const { reference } = await record({ order_id: id });
      expect((await report({ reference, description: code })).status).toBe(200);
      expect((await listed(reference))?.is_reported).toBe(true);
    }
    expect([await bookingsOf(paid.id), await bookingsOf(late.id)]).toEqual([[PAID], [credited()]]);
  });

  test('keeps nothing that the payer wrote when the buyer has closed the account in between', async () => {
    const { id, code } = await transferOrder(shopper);
    const { reference } = await record({ order_id: id });
    expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
    expect((await admin.delete(`/auth/users/${shopper.id}/`)).status).toBe(204);
    expect((await report({ reference, description: `${code} Nguyen Van A` })).status).toBe(200);
    expect(await listed(reference)).toMatchObject({ state: 'paid', is_reported: true, description: '' });
  });

  test('is refused with another sum or another order', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const { reference } = await record({ order_id: one.id });
    await expectUnchanged(async () => {
      expect((await report({ reference, amount: TOTAL + 1, description: one.code })).status).toBe(409);
      expect((await report({ reference, description: other.code })).status).toBe(409);
    });
  });

  test('goes to its order when it waited without one', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const { reference } = await record({});
    expect((await report({ reference, description: one.code })).status).toBe(200);
    expect(await listed(reference)).toMatchObject({ state: 'paid', is_reported: true, decided_by: admin.username });
    expect(await bookingsOf(one.id)).toEqual([`BANK_PAYMENT unmatched -> sales ${TOTAL}`]);
    const second = await record({});
    await report({ reference: second.reference, description: `${one.code} ${other.code}` });
    expect(await listed(second.reference)).toMatchObject({ state: 'unmatched', problem: 'several_codes' });
  });

  test.each([
    ['of another sum', 104_000],
    ['that came late', TOTAL],
    ['that paid', TOTAL],
  ])('waits under another reference, for money %s', async (what, amount) => {
    const { id, code } = await transferOrder(shopper);
    if (what === 'that came late') await shopper.post(`/api/orders/${id}/cancel/`);
    const typo = await record({ order_id: id, amount });
    const reference = `BANK${typo.id}`;
    expect((await report({ reference, amount, description: code })).status).toBe(200);
    expect(await listed(reference)).toMatchObject({ state: 'unmatched', problem: 'already_recorded', order: { id } });
    expect(await bookingsOf(id)).toHaveLength(1);
  });

  test('books the second payment that waited for it, once the bank has reported both', async () => {
    const { id, code } = await transferOrder(shopper);
    const first = await record({ order_id: id });
    const seconds = [`SECOND${id}A`, `SECOND${id}B`];
    for (const reference of seconds) await report({ reference, description: code });
    for (const reference of seconds) expect(await listed(reference)).toMatchObject({ problem: 'already_recorded' });
    expect((await report({ reference: first.reference, description: code })).status).toBe(200);
    for (const reference of seconds) expect(await listed(reference)).toMatchObject({ state: 'credited' });
    expect(await shopper.balance()).toBe(2 * TOTAL);
  });

  test('books a second payment that is reported at the same time', async () => {
    const { id, code } = await transferOrder(shopper);
    const first = await record({ order_id: id });
    const lockWaits = (count: number) => shop().db.transaction((tx) => untilLockWaits(tx, count));
    const replies = await holding('SET LOCAL ROLE NONE; LOCK TABLE transfers IN SHARE MODE', async (release) => {
      // The report of the second payment has seen that the first is known by hand alone, and does not end yet.
      const second = Promise.resolve(report({ reference: `SECOND${id}`, description: code }));
      await lockWaits(1);
      const confirmed = Promise.resolve(report({ reference: first.reference, description: code }));
      await lockWaits(2);
      await release();
      return Promise.all([second, confirmed]);
    });
    expect(statuses(replies)).toEqual({ 200: 2 });
    expect(await listed(`SECOND${id}`)).toMatchObject({ state: 'credited' });
    expect(await shopper.balance()).toBe(TOTAL);
  });

  test('books what waited when the bank repeats a report that the shop stored and did not finish', async () => {
    const { id, code } = await transferOrder(shopper);
    const first = await record({ order_id: id });
    await report({ reference: `SECOND${id}`, description: code });
    const stored = `UPDATE bank_transfers SET event_id = 'stored', description = $2 WHERE id = $1`;
    await shop().db.query(stored, [first.id, code]);
    await report({ reference: first.reference, description: code });
    expect(await listed(`SECOND${id}`)).toMatchObject({ state: 'credited' });
  });

  test('leaves a second payment waiting while another transfer of the order was recorded by hand alone', async () => {
    const { id, code } = await transferOrder(shopper);
    const first = await record({ order_id: id });
    const other = await record({ order_id: id });
    expect((await assign(other.id, id)).state).toBe('credited');
    const reference = `SECOND${id}`;
    await report({ reference, description: code });
    await report({ reference: first.reference, description: code });
    expect(await listed(reference)).toMatchObject({ state: 'unmatched', problem: 'already_recorded' });
    expect(await shopper.balance()).toBe(TOTAL);
  });
});

describe('money that an administrator records after the bank reported it', () => {
  test.each([TOTAL, 104_000])('waits under another reference, and a second look books it: %i', async (amount) => {
    const { id, code } = await transferOrder(shopper);
    await report({ reference: `FIRST${id}`, amount, description: code });
    const balance = await shopper.balance();
    const typo = await record({ order_id: id, amount });
    expect(typo).toMatchObject({ state: 'unmatched', problem: 'already_recorded' });
    expect(await shopper.balance()).toBe(balance);
    const again = { reference: typo.reference, amount, order_id: id };
    expect((await admin.post('/api/admin/bank-transfers/', again)).status).toBe(409);
    expect(await shopper.balance()).toBe(balance);
    expect((await assign(typo.id, id)).state).toBe('credited');
    expect(await shopper.balance()).toBe(balance + amount);
  });

  test.each(['with its code', 'without a code'])(
    'is booked without a second look once the bank reports its reference too, %s',
    async (how) => {
      const { id, code } = await transferOrder(shopper);
      await report({ reference: `FIRST${id}`, description: code });
      const second = await record({ order_id: id });
      expect(second).toMatchObject({ state: 'unmatched', problem: 'already_recorded' });
      const description = how === 'with its code' ? code : '';
      expect((await report({ reference: second.reference, description })).status).toBe(200);
      expect(await listed(second.reference)).toMatchObject({ state: 'credited', is_reported: true });
      expect(await shopper.balance()).toBe(TOTAL);
    },
  );

  test('is refused for another order than those that its description names', async () => {
    const [one, other, third] = [
      await transferOrder(shopper),
      await transferOrder(shopper),
      await transferOrder(shopper),
    ];
    const body = typed({ order_id: third.id, description: `${one.code} ${other.code}` });
    expect(await post(body)).toMatchObject({ status: 400, body: { order_id: [expect.any(String)] } });
  });

  test('takes the event of a transfer that was returned before without an order', async () => {
    const { id, code } = await transferOrder(shopper);
    const known = await record({});
    expect((await admin.post(`/api/admin/bank-transfers/${known.id}/return/`, { note: 'Gửi nhầm' })).status).toBe(200);
    expect((await report({ reference: known.reference, description: code })).status).toBe(200);
    expect([await listed(known.reference), await bookingsOf(id)]).toMatchObject([{ state: 'returned' }, []]);
  });

  test('waits for a second look when it was recorded before without an order', async () => {
    const { id, code } = await transferOrder(shopper);
    const typo = await record({});
    await report({ reference: `BANK${typo.id}`, description: code });
    expect(await assign(typo.id, id)).toMatchObject({ state: 'unmatched', problem: 'already_recorded', order: { id } });
    expect([await bookingsOf(id), await shopper.balance()]).toEqual([[PAID], 0]);
    expect((await assign(typo.id, id)).state).toBe('credited');
  });

  test('is looked at again by the second of two administrators who give it to an order at once', async () => {
    const { id, code } = await transferOrder(shopper);
    const typo = await record({});
    await report({ reference: `BANK${typo.id}`, description: code });
    const body = { order_id: id, seen_problem: typo.problem };
    const path = `/api/admin/bank-transfers/${typo.id}/assign/`;
    const other = await given.admin();
    const replies = await Promise.all([admin.post(path, body), other.post(path, body)]);
    expect([statuses(replies), await shopper.balance()]).toEqual([{ 200: 1, 409: 1 }, 0]);
    expect(replies.find(({ status }) => status === 409)?.body.error).toContain('vừa được người khác gán');
    expect((await admin.post(path, { ...body, seen_problem: 'already_recorded' })).status).toBe(200);
    expect(await shopper.balance()).toBe(TOTAL);
  });

  test('is looked at again when somebody else has seen it wait for another order', async () => {
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    for (const { code } of [one, other]) await report({ reference: `BANK${code}`, description: code });
    const typo = await record({});
    for (const { id } of [one, other]) expect((await assign(typo.id, id)).problem).toBe('already_recorded');
    const path = `/api/admin/bank-transfers/${typo.id}/assign/`;
    const body = { order_id: other.id, seen_problem: 'already_recorded', seen_order_id: one.id };
    expect((await expectUnchanged(() => admin.post(path, body))).status).toBe(409);
    expect((await admin.post(path, { ...body, seen_order_id: other.id })).body).toMatchObject({ state: 'credited' });
  });

  test('is given to an order by a call that says null for what it has seen', async () => {
    const { id } = await transferOrder(shopper);
    const { id: transfer } = await record({});
    const body = { order_id: id, seen_problem: null, seen_order_id: null };
    expect((await admin.post(`/api/admin/bank-transfers/${transfer}/assign/`, body)).body.state).toBe('paid');
  });

  test('names who gave it to its order when the bank’s report books it later', async () => {
    const { id, code } = await transferOrder(shopper);
    await report({ reference: `FIRST${id}`, description: code });
    const second = await record({});
    const other = await given.admin();
    await other.post(`/api/admin/bank-transfers/${second.id}/assign/`, { order_id: id });
    await report({ reference: second.reference, description: code });
    expect(await listed(second.reference)).toMatchObject({ state: 'credited', decided_by: other.username });
  });

  test('does not hold up two transfers that the bank reports itself', async () => {
    const { id, code } = await transferOrder(shopper);
    for (const nth of [1, 2, 3]) await report({ reference: `OWN${id}N${nth}`, description: code });
    expect(await shopper.balance()).toBe(2 * TOTAL);
  });
});
