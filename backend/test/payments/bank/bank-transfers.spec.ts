import { Logger } from '@nestjs/common';
import {
  BankTransfer,
  BankWebhook,
  BankWebhookSecret,
  TransferInstructions,
} from '../../../src/contract/money/bank-transfers.js';
import { Order } from '../../../src/contract/orders/orders.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { ACCOUNT, bookingsOf, offerAll, signedEvent, transferOrder } from '../../support/payments/payment-methods.js';
import { expectUnchanged } from '../../support/unchanged.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

const PASSWORD = 'mat-khau-1';
/** An administrator needs it to see a secret. */
const OWN = { current_password: PASSWORD };
const TOTAL = 105_000;
const PAID = `BANK_PAYMENT bank -> sales ${TOTAL}`;

let admin: Shopper;
let secret: string;
beforeAll(async () => {
  admin = await given.admin({ password: PASSWORD });
  await offerAll();
  ({ secret } = answer(await admin.post('/api/admin/bank-webhook/', OWN), BankWebhookSecret));
});

let events = 0;
const eventOf = (description: string, amount = TOTAL) => {
  events += 1;
  return { id: `event-${events}`, reference: `FT${10_000 + events}`, amount, description };
};
const send = (event: object | string, options: { secret?: string; at?: number } = {}) => {
  const { body, headers } = signedEvent(event, { secret, ...options });
  return visitor().post('/api/bank-webhook/', body, headers);
};
const confirm = (id: number, body: object) => admin.post(`/api/admin/orders/${id}/transfer/`, body);
const waiting = async () =>
  BankTransfer.array().parse((await admin.get('/api/admin/bank-transfers/?state=unmatched')).body);
const waitingWith = async (reference: string) => (await waiting()).find((transfer) => transfer.reference === reference);
const expireOf = async (id: number) => {
  await shop().db.query(`UPDATE orders SET created_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  await shop().app.get(OrderExpiry).expire(id);
};

describe('the instructions for a transfer', () => {
  test('name the account, the amount, the code and the end of the window, to the buyer alone', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const path = `/api/orders/${id}/transfer/`;
    const instructions = answer(await shopper.get(path), TransferInstructions);
    expect(instructions).toMatchObject({ ...ACCOUNT, bank_name: 'Vietcombank', amount: TOTAL, code });
    expect(instructions.qr).toContain(`5406${TOTAL}5802VN62180814${code}6304`);
    const { createdAt } = await shopper.order(id);
    expect(Date.parse(instructions.pay_before) - Date.parse(createdAt)).toBe(86_400_000);
    expect((await (await given.shopper()).get(path)).status).toBe(404);
    expect((await admin.get(path)).status).toBe(404);
  });

  test('are refused for an order that is paid otherwise, paid or cancelled', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const [card, paid, cancelled] = [
      await given.order(shopper),
      await transferOrder(shopper),
      await transferOrder(shopper),
    ];
    await shopper.post('/api/paybox/payment/', { order_id: paid.id });
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    const sentences = await Promise.all(
      [card, paid, cancelled].map(async ({ id }) => (await shopper.get(`/api/orders/${id}/transfer/`)).body.error),
    );
    expect(sentences).toEqual([
      'Đơn hàng không thanh toán bằng chuyển khoản.',
      'Đơn hàng đã được thanh toán.',
      'Đơn hàng đã bị hủy.',
    ]);
  });

  test('are refused while transfers are switched off, but money that comes is booked', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await offerAll({ vietqr: { isOn: false } });
    expect((await shopper.get(`/api/orders/${id}/transfer/`)).status).toBe(409);
    expect((await send(eventOf(code))).status).toBe(200);
    expect((await shopper.order(id)).status).toBe('paid');
    await offerAll();
  });
});

describe('a transfer that an administrator has seen', () => {
  test('pays its order, once', async () => {
    const shopper = await given.shopper();
    const { id } = await transferOrder(shopper);
    const paid = answer(await confirm(id, { amount: TOTAL, reference: 'ft.001-a' }), Order);
    expect(paid).toMatchObject({ status: 'paid', paymentMethod: 'VietQR' });
    expect(await bookingsOf(id)).toEqual([PAID]);
    const again = await expectUnchanged(() => confirm(id, { amount: TOTAL, reference: 'FT001A' }));
    expect([again.status, again.body.error]).toEqual([409, 'Đơn hàng đã được thanh toán.']);
    const other = await transferOrder(shopper);
    const reused = await expectUnchanged(() => confirm(other.id, { amount: TOTAL, reference: 'FT 001 A' }));
    expect([reused.status, reused.body.error]).toEqual([409, `Giao dịch này đã được ghi cho đơn hàng #${id}.`]);
  });

  test.each([
    [{ amount: TOTAL - 1, reference: 'X1' }, 'amount'],
    [{ amount: TOTAL, reference: ' .-' }, 'reference'],
    [{ amount: TOTAL, reference: '' }, 'reference'],
    [{ amount: '105000', reference: 'X1' }, 'amount'],
  ])('is refused with a sentence beside the field: %j', async (body, field) => {
    const { id } = await transferOrder(await given.shopper());
    const reply = await expectUnchanged(() => confirm(id, body));
    expect([reply.status, reply.body[field]]).toEqual([400, [expect.any(String)]]);
  });

  test('pays an order of any payment method', async () => {
    const shopper = await given.shopper();
    const cash = await given.placed(shopper, { price: 100_000, paymentMethod: 'COD' });
    expect(answer(await confirm(cash, { amount: TOTAL, reference: 'COD1' }), Order).paymentMethod).toBe('VietQR');
    const card = await given.placed(shopper, { price: 100_000, paymentMethod: 'Stripe' });
    expect(answer(await confirm(card, { amount: TOTAL, reference: 'CARD1' }), Order).paymentMethod).toBe('VietQR');
  });

  test('is not booked again when the bank reports it, in other writing', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await confirm(id, { amount: TOTAL, reference: 'ft-77/b' });
    const event = { ...eventOf(code), reference: 'FT77B' };
    expect((await send(event)).status).toBe(200);
    await expectUnchanged(() => send(event));
    expect([await bookingsOf(id), await shopper.balance()]).toEqual([[PAID], 0]);
  });

  test('for the wrong order is found when the bank reports it with the code of another one', async () => {
    const shopper = await given.shopper();
    const [wrong, right] = [await transferOrder(shopper), await transferOrder(shopper)];
    await confirm(wrong.id, { amount: TOTAL, reference: 'WRONG1' });
    const event = { ...eventOf(right.code), reference: 'WRONG1' };
    const refused = await expectUnchanged(() => send(event));
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('mâu thuẫn')]);
    expect((await send({ ...event, description: 'ck don hang' })).status).toBe(200);
  });

  test('waits for a second look when the bank reports it under another reference', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await confirm(id, { amount: TOTAL, reference: 'TYPO1' });
    const event = eventOf(code);
    await send(event);
    expect(await shopper.balance()).toBe(0);
    const transfer = await waitingWith(event.reference);
    expect(transfer).toMatchObject({ problem: 'already_recorded', order: { id, username: shopper.username } });
    const note = 'Chính là giao dịch TYPO1';
    const closed = answer(
      await admin.post(`/api/admin/bank-transfers/${transfer!.id}/return/`, { note }),
      BankTransfer,
    );
    expect(closed).toMatchObject({ state: 'returned', note, decided_by: admin.username });
    expect(await bookingsOf(id)).toEqual([PAID]);
  });

  test('is refunded to the wallet', async () => {
    const shopper = await given.shopper();
    const { id } = await transferOrder(shopper);
    await confirm(id, { amount: TOTAL, reference: 'REFUND1' });
    await shopper.post('/api/paybox/refund-request/', { order_id: id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${id}/approve/`)).status).toBe(200);
    expect(await shopper.balance()).toBe(TOTAL);
    expect(await shopper.order(id)).toMatchObject({ status: 'refunded', refundedToWallet: TOTAL });
  });
});

describe('a transfer that the bank reports', () => {
  test('pays the order whose code and sum it has, whatever the bank made of its description', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const reply = await send(eventOf(`mbvcb.123. ${code.toLowerCase().slice(0, 7)} ${code.slice(7)}.ct tu 0123`));
    expect([reply.status, reply.body]).toEqual([200, { received: true }]);
    expect(await shopper.order(id)).toMatchObject({ status: 'paid', paymentMethod: 'VietQR', notice: null });
    expect(await bookingsOf(id)).toEqual([PAID]);
    const { body } = await admin.get(`/api/admin/orders/${id}/`);
    expect(body.events.at(-1)).toMatchObject({ transition: 'pay', paidWith: 'VietQR', actor: { is: 'provider' } });
  });

  test('is booked once, however often it is sent', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const event = eventOf(code);
    await send(event);
    await expectUnchanged(async () => {
      for (const copy of [event, { ...event, id: 'another event' }]) expect((await send(copy)).status).toBe(200);
    });
    expect(await bookingsOf(id)).toEqual([PAID]);
  });

  test('is refused when it contradicts an earlier report', async () => {
    const { code } = await transferOrder(await given.shopper());
    const event = eventOf(code);
    await send(event);
    await expectUnchanged(async () => {
      expect((await send({ ...event, amount: TOTAL + 1 })).status).toBe(409);
      expect((await send({ ...event, reference: 'ANOTHER' })).status).toBe(409);
    });
  });

  test('is refused when another transfer has its reference in other writing, so that it is not lost silently', async () => {
    const [first, second] = [await transferOrder(await given.shopper()), await transferOrder(await given.shopper())];
    const event = { ...eventOf(first.code), reference: 'FT-9/123' };
    expect((await send(event)).status).toBe(200);
    const other = { ...eventOf(second.code), reference: 'FT9-123' };
    expect((await expectUnchanged(() => send(other))).status).toBe(409);
  });

  test.each([TOTAL - 1, TOTAL + 1, 1])('goes to the wallet when its sum is another: %i', async (amount) => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await send(eventOf(code, amount));
    expect(await shopper.balance()).toBe(amount);
    const { status, notice } = await shopper.order(id);
    expect([status, notice]).toEqual([
      'unpaid',
      expect.stringMatching(/^Số tiền không đúng tổng đơn hàng \(105\.000 VND\).*ví Paybox/),
    ]);
    expect(await bookingsOf(id)).toEqual([`BANK_CREDIT bank -> wallet ${amount}`]);
    await send(eventOf(code));
    expect((await shopper.order(id)).status).toBe('paid');
    expect(await shopper.balance()).toBe(amount);
  });

  test('goes to the wallet when its order was cancelled, has expired or is paid, as often as it comes', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const [cancelled, expired, paid] = [
      await transferOrder(shopper),
      await transferOrder(shopper),
      await transferOrder(shopper),
    ];
    await shopper.post(`/api/orders/${cancelled.id}/cancel/`);
    await expireOf(expired.id);
    await shopper.post('/api/paybox/payment/', { order_id: paid.id });
    for (const { code } of [cancelled, expired, paid, paid]) expect((await send(eventOf(code))).status).toBe(200);
    expect(await shopper.balance()).toBe(4 * TOTAL);
    const notices = await Promise.all(
      [cancelled, expired, paid].map(async ({ id }) => (await shopper.order(id)).notice),
    );
    expect(notices).toEqual([
      expect.stringMatching(/^Đơn hàng đã bị hủy, nên khoản thanh toán bằng chuyển khoản 105\.000 VND đã được/),
      expect.stringMatching(/^Đơn hàng đã bị hủy/),
      expect.stringMatching(/^Đơn hàng đã được thanh toán trước đó/),
    ]);
  });

  test('waits for an administrator without a code, and pays the order that it is given to', async () => {
    const shopper = await given.shopper();
    const { id } = await transferOrder(shopper);
    const event = eventOf('chuyen tien mua ao');
    await send(event);
    const transfer = await waitingWith(event.reference);
    expect(transfer).toMatchObject({ problem: 'unknown_code', order: null, amount: TOTAL, is_reported: true });
    const path = `/api/admin/bank-transfers/${transfer!.id}`;
    expect((await expectUnchanged(() => admin.post(`${path}/assign/`, { order_id: 999_999 }))).body.order_id).toEqual([
      'Không tìm thấy đơn hàng.',
    ]);
    expect(answer(await admin.post(`${path}/assign/`, { order_id: id }), BankTransfer).state).toBe('paid');
    expect(await bookingsOf(id)).toEqual([`BANK_PAYMENT unmatched -> sales ${TOTAL}`]);
    await expectUnchanged(async () => {
      expect((await admin.post(`${path}/assign/`, { order_id: id })).status).toBe(409);
      expect((await admin.post(`${path}/return/`, { note: 'x' })).status).toBe(409);
      expect((await send(event)).status).toBe(200);
    });
  });

  test('that waits is the one that an administrator confirms by its reference', async () => {
    const shopper = await given.shopper();
    const { id } = await transferOrder(shopper);
    const event = eventOf('khong ghi ma');
    await send(event);
    answer(await confirm(id, { amount: TOTAL, reference: event.reference }), Order);
    expect(await bookingsOf(id)).toEqual([`BANK_PAYMENT unmatched -> sales ${TOTAL}`]);
    expect(await waitingWith(event.reference)).toBeUndefined();
  });

  test('waits with the codes of two orders, and goes to the wallet of the buyer whose order costs something else', async () => {
    const shopper = await given.shopper();
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const event = eventOf(`${one.code} va ${other.code}`, 2 * TOTAL);
    await send(event);
    const transfer = await waitingWith(event.reference);
    expect(transfer?.problem).toBe('several_codes');
    const outcome = await admin.post(`/api/admin/bank-transfers/${transfer!.id}/assign/`, { order_id: one.id });
    expect(answer(outcome, BankTransfer).state).toBe('credited');
    expect(await shopper.balance()).toBe(2 * TOTAL);
  });

  test('waits when its buyer has closed the account, and is sent back', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await shopper.post(`/api/orders/${id}/cancel/`);
    expect((await admin.delete(`/auth/users/${shopper.id}/`)).status).toBe(204);
    const event = eventOf(code);
    await send(event);
    const transfer = await waitingWith(event.reference);
    expect(transfer?.problem).toBe('closed_account');
    const path = `/api/admin/bank-transfers/${transfer!.id}`;
    expect((await expectUnchanged(() => admin.post(`${path}/assign/`, { order_id: id }))).status).toBe(409);
    expect((await admin.post(`${path}/return/`, { note: '' })).status).toBe(400);
    expect((await admin.post(`${path}/return/`, { note: 'Đã chuyển trả ngày 3/5' })).status).toBe(200);
  });

  test('keeps what the payer wrote for a closed account only while it waits', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await shopper.post(`/api/orders/${id}/cancel/`);
    expect((await admin.delete(`/auth/users/${shopper.id}/`)).status).toBe(204);
    const event = eventOf(`${code} Nguyen Van A 0912345678`);
    await send(event);
    const transfer = await waitingWith(event.reference);
    expect(transfer?.description).toBe(event.description);
    const path = `/api/admin/bank-transfers/${transfer!.id}/return/`;
    const returned = answer(await admin.post(path, { note: 'Đã chuyển trả' }), BankTransfer);
    expect([returned.state, returned.description]).toEqual(['returned', '']);
    expect((await send(event)).status).toBe(200);
    const stored = await shop().db.query('SELECT description FROM bank_transfers WHERE id = $1', [returned.id]);
    expect(stored).toEqual([{ description: '' }]);
  });

  test('is known again by its order when what its payer wrote is erased', async () => {
    const shopper = await given.shopper();
    const [{ id, code }, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    for (const order of [id, other.id]) await shopper.post(`/api/orders/${order}/cancel/`);
    expect((await admin.delete(`/auth/users/${shopper.id}/`)).status).toBe(204);
    const event = eventOf(code);
    await send(event);
    const transfer = await waitingWith(event.reference);
    await admin.post(`/api/admin/bank-transfers/${transfer!.id}/return/`, { note: 'Đã chuyển trả' });
    await expectUnchanged(async () => {
      expect((await send({ ...event, id: 'once more' })).status).toBe(200);
      const another = { ...event, id: 'another' };
      for (const description of [other.code, `${code} ${other.code}`, 'DH7K3QD0XW9RVM'])
        expect([description, (await send({ ...another, description })).status]).toEqual([description, 409]);
      expect((await send({ ...another, amount: TOTAL + 1 })).status).toBe(409);
    });
  });
});

describe('the bank’s webhook', () => {
  const nothing = { id: 'e', reference: 'r', amount: 1, description: '' };

  test('logs that the clocks differ when the bank itself signed what is refused', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const at = Date.now() / 1_000 - 400;
    expect((await send(nothing, { secret: 'another', at })).status).toBe(400);
    expect(logged).not.toHaveBeenCalled();
    expect((await send(nothing, { at })).status).toBe(400);
    expect(logged.mock.calls).toEqual([[expect.stringMatching(/ 40\d seconds older than this machine’s clock/)]]);
    logged.mockRestore();
  });

  test.each([
    ['with another secret', () => ({ secret: 'another' })],
    ['from too long ago', () => ({ at: Date.now() / 1_000 - 301 })],
    ['from the future', () => ({ at: Date.now() / 1_000 + 330 })],
  ])('refuses what is signed %s', async (_how, options) => {
    const reply = await expectUnchanged(() => send(nothing, options()));
    expect([reply.status, reply.body.error]).toEqual([400, 'Chữ ký không hợp lệ.']);
  });

  test('refuses a changed body, a changed time and a missing signature', async () => {
    const { body, headers } = signedEvent(nothing, { secret });
    const later = String(Number(headers['X-Webhook-Timestamp']) + 1);
    await expectUnchanged(async () => {
      for (const [changed, signed] of [
        [`${body} `, headers],
        [body, { ...headers, 'X-Webhook-Timestamp': later }],
        [body, { 'X-Webhook-Timestamp': later }],
        [body, { ...headers, 'X-Webhook-Signature': 'ả'.normalize('NFD').slice(0, 1) }],
        ['', {}],
      ] as const) {
        expect((await visitor().post('/api/bank-webhook/', changed, { ...signed })).status).toBe(400);
      }
    });
  });

  test.each([
    [{ ...nothing, amount: 0 }],
    [{ ...nothing, amount: 1.5 }],
    [{ ...nothing, amount: '5' }],
    [{ ...nothing, amount: -5 }],
    [{ ...nothing, reference: '--' }],
    [{ ...nothing, id: '' }],
    [{ ...nothing, description: 'x'.repeat(1_001) }],
    [[nothing]],
    ['null'],
  ])('refuses a signed body that is no event: %j', async (event) => {
    expect((await expectUnchanged(() => send(event))).status).toBe(400);
  });

  test('refuses a body that is too long', async () => {
    expect((await send({ ...nothing, more: 'x'.repeat(9_000) })).status).toBe(413);
  });

  test("needs the administrator's current password for a secret, and tells the other administrators of it", async () => {
    const other = await given.admin();
    const notices = async () =>
      shop().db.query(`SELECT template FROM mails WHERE user_id = $1 AND template = 'bank_webhook_created'`, [
        other.id,
      ]);
    for (const current_password of [undefined, '', 'wrong-one']) {
      const reply = await expectUnchanged(() => admin.post('/api/admin/bank-webhook/', { current_password }));
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    expect(await notices()).toEqual([]);
    ({ secret } = answer(await admin.post('/api/admin/bank-webhook/', OWN), BankWebhookSecret));
    expect(await notices()).toHaveLength(1);
  });

  test('has a secret that is shown once and replaced or removed', async () => {
    const read = async () => answer(await admin.get('/api/admin/bank-webhook/'), BankWebhook);
    expect((await read()).created_at).toEqual(expect.any(String));
    const rows: { value: object }[] = await shop().db.query(`SELECT value FROM settings WHERE key = 'bank_webhook'`);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify((await visitor().get('/api/settings/')).body)).not.toContain('secret');
    const old = secret;
    ({ secret } = answer(await admin.post('/api/admin/bank-webhook/', OWN), BankWebhookSecret));
    expect((await send(eventOf('x'), { secret: old })).status).toBe(400);
    expect((await admin.delete('/api/admin/bank-webhook/')).status).toBe(204);
    expect([await read(), (await send(eventOf('x'))).status]).toEqual([{ created_at: null }, 400]);
    const audited: unknown = await shop().db.query(
      `SELECT action, before, after FROM audit_entries WHERE subject = 'bank_webhook' ORDER BY id DESC LIMIT 2`,
    );
    expect(audited).toEqual([
      { action: 'delete', before: null, after: null },
      { action: 'create', before: null, after: null },
    ]);
    ({ secret } = answer(await admin.post('/api/admin/bank-webhook/', OWN), BankWebhookSecret));
  });
});

describe('the list of transfers', () => {
  const found = async (query: Record<string, string>) => {
    const reply = await admin.get(`/api/admin/bank-transfers/?${new URLSearchParams(query).toString()}`);
    return answer(reply, BankTransfer.array()).map(({ reference }) => reference);
  };

  test('is searched by reference, amount, description, order and transfer code', async () => {
    const shopper = await given.shopper();
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    const lost = { ...eventOf('Gửi mua nón lá 100%', 7_654_321), reference: 'MB-77.aa_1' };
    const paid = { ...eventOf(`${one.code} thanh toan`), reference: 'VCB88XY' };
    await send(lost);
    await send(paid);
    await confirm(other.id, { amount: TOTAL, reference: 'TCB99ZZ' });

    for (const search of ['mb 77', 'MB77AA1', '7.654.321đ', '7654321', 'gui mua non', 'NÓN LÁ 100%'])
      expect([search, await found({ search })]).toEqual([search, ['MB77AA1']]);
    for (const search of [`#${one.id}`, one.code, one.code.toLowerCase(), 'vcb88'])
      expect([search, await found({ search })]).toEqual([search, ['VCB88XY']]);
    // Recorded by hand: no description has the code.
    expect(await found({ search: other.code })).toEqual(['TCB99ZZ']);
    expect(await found({ search: '7.654.321', state: 'paid' })).toEqual([]);
    for (const search of ['765432', 'a%o', 'mua_ao', '漢', '9'.repeat(254)])
      expect([search, await found({ search })]).toEqual([search, []]);
  });

  test('is limited to days', async () => {
    const [reference] = await found({});
    // Half past midnight in Vietnam.
    await shop().db.query(`UPDATE bank_transfers SET created_at = '2024-05-01T17:30:00Z' WHERE reference = $1`, [
      reference,
    ]);
    expect(await found({ from: '2024-05-02', to: '2024-05-02' })).toEqual([reference]);
    expect(await found({ to: '2024-05-01' })).toEqual([]);
  });

  test('is filtered by state and paged, newest first', async () => {
    const page = await admin.get('/api/admin/bank-transfers/?state=paid&page=1&page_size=2');
    expect(page.status).toBe(200);
    const results = BankTransfer.array().parse(page.body.results);
    expect(results.map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(results[0]!.id).toBeGreaterThan(results[1]!.id);
    expect(page.body.count).toBeGreaterThan(2);
    expect((await admin.get('/api/admin/bank-transfers/?state=lost')).status).toBe(400);
  });
});
