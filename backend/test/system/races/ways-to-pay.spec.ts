import { BankWebhookSecret } from '../../../src/contract/money/bank-transfers.js';
import { OrderExpiry } from '../../../src/orders/expiry/expiry.js';
import { atOnce, copies, giveStart, hold, race, type Call } from '../../support/barrier.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { bookingsOf, offerAll, signedEvent, transferOrder } from '../../support/payments/payment-methods.js';
import { stockOfOrder } from '../../support/stock.js';

openShop({ RATE_LIMIT: 'off' });
expectSoundLedger();

const TOTAL = 105_000;
const CASH = `CASH_PAYMENT cash -> sales ${TOTAL}`;
const PAID = `BANK_PAYMENT bank -> sales ${TOTAL}`;
const CREDITED = `BANK_CREDIT bank -> wallet ${TOTAL}`;

let admins: Shopper[];
let secret: string;
beforeAll(async () => {
  const password = 'mat-khau-1';
  admins = [await given.admin({ password }), await given.admin()];
  await offerAll();
  ({ secret } = answer(
    await admins[0]!.post('/api/admin/bank-webhook/', { current_password: password }),
    BankWebhookSecret,
  ));
});

let events = 0;
/** A report of a transfer. Without a reference it is another transfer than every other. */
function report(code: string, reference?: string): Call {
  events += 1;
  const event = { id: `event-${events}`, reference: reference ?? `FT${events}`, amount: TOTAL, description: code };
  return { by: visitor(), path: '/api/bank-webhook/', ...signedEvent(event, { secret }) };
}
/** The same call by both administrators in turn. */
const byBoth = (count: number, path: string, body: object): Call[] =>
  Array.from({ length: count }, (_, nth) => ({ by: admins[nth % 2]!, path, body }));
const cash = (count: number, id: number) => byBoth(count, `/api/admin/orders/${id}/cash/`, { amount: TOTAL });
const confirmed = (count: number, id: number, reference: string) =>
  byBoth(count, `/api/admin/orders/${id}/transfer/`, { amount: TOTAL, reference });
const cancel = (by: Shopper, id: number): Call => ({ by, path: `/api/orders/${id}/cancel/` });
const walletPayment = (by: Shopper, id: number): Call => ({ by, path: '/api/paybox/payment/', body: { order_id: id } });
const deliver = (id: number): Call => ({
  by: admins[0]!,
  method: 'PATCH',
  path: `/api/orders/${id}/`,
  body: { isDelivered: true },
});
const placeCash = (by: Shopper) => given.placed(by, { price: 100_000, paymentMethod: 'COD' });
const makeOverdue = (id: number) =>
  shop().db.query(`UPDATE orders SET created_at = now() - interval '400 days' WHERE id = $1`, [id]);
const mixed = (...lists: Call[][]): Call[] =>
  lists[0]!.flatMap((_, nth) => lists.flatMap((list) => (list[nth] ? [list[nth]] : [])));

describe('the cash of an order', () => {
  race('is recorded once by two administrators', async () => {
    const id = await placeCash(await given.shopper());
    expect(statuses(await atOnce(cash(20, id)))).toEqual({ 200: 1, 409: 19 });
    expect(await bookingsOf(id)).toEqual([CASH]);
  });

  race('is recorded, or the order is paid from the wallet, never both', async (round) => {
    const shopper = await given.shopper({ balance: TOTAL });
    const id = await placeCash(shopper);
    const lists = [cash(10, id), copies(10, walletPayment(shopper, id))];
    const replies = await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 19 });
    const [booking, ...others] = await bookingsOf(id);
    expect([CASH, `PAYMENT wallet -> sales ${TOTAL}`]).toContain(booking);
    expect(others).toEqual([]);
    expect(await shopper.balance()).toBe(booking === CASH ? TOTAL : 0);
  });

  race('is recorded, or the order is cancelled and its goods return', async (round) => {
    const shopper = await given.shopper();
    const id = await placeCash(shopper);
    const lists = [cash(10, id), copies(10, cancel(shopper, id))];
    const replies = await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 19 });
    const { isPaid, isCancelled } = await shopper.order(id);
    expect([isPaid, await bookingsOf(id)]).toEqual([!isCancelled, isPaid ? [CASH] : []]);
    expect(await stockOfOrder(id)).toBe(isPaid ? 9 : 10);
  });

  race('is recorded, or the order expires and its goods return', async (round) => {
    const shopper = await given.shopper();
    const id = await placeCash(shopper);
    await makeOverdue(id);
    const release = await hold(cash(10, id));
    const expire = () => shop().app.get(OrderExpiry).expire(id);
    const [replies] = await Promise.all([release(), giveStart(round).then(expire)]);
    const { isPaid, isCancelled } = await shopper.order(id);
    expect(statuses(replies)).toEqual(isPaid ? { 200: 1, 409: 9 } : { 409: 10 });
    expect([isPaid, await stockOfOrder(id)]).toEqual([!isCancelled, isPaid ? 9 : 10]);
  });

  race('waits when the goods are delivered, or the order is cancelled: never both', async (round) => {
    const shopper = await given.shopper();
    const id = await placeCash(shopper);
    const lists = [copies(5, deliver(id)), copies(5, cancel(shopper, id))];
    const replies = await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    expect(statuses(replies)).toEqual({ 200: 1, 409: 9 });
    const { isDelivered, isCancelled } = await shopper.order(id);
    expect([isDelivered, await stockOfOrder(id)]).toEqual([!isCancelled, isDelivered ? 9 : 10]);
  });
});

describe('an order in cash', () => {
  const send = (id: number): Call => ({
    by: admins[0]!,
    method: 'PUT',
    path: `/api/admin/orders/${id}/parcel/`,
    body: { carrier: 'ghn', tracking_code: 'GAX4KD7B' },
  });

  race('is sent, or cancelled and its goods return, never both', async (round) => {
    const shopper = await given.shopper();
    const id = await placeCash(shopper);
    const lists = [copies(5, send(id)), copies(5, cancel(shopper, id))];
    const replies = await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    const { parcel, isCancelled } = await shopper.order(id);
    expect([parcel !== null, await stockOfOrder(id)]).toEqual([!isCancelled, isCancelled ? 10 : 9]);
    // The same parcel again changes nothing; a second cancellation is refused.
    expect(statuses(replies)).toEqual(isCancelled ? { 200: 1, 409: 9 } : { 200: 5, 409: 5 });
  });

  race('is sent or prepaid, and its cash is recorded only if it is not prepaid', async (round) => {
    const shopper = await given.shopper({ balance: TOTAL });
    const id = await placeCash(shopper);
    const lists = [copies(5, send(id)), copies(5, walletPayment(shopper, id))];
    await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    const { isPaid, parcel } = await shopper.order(id);
    expect(parcel).not.toBeNull();
    expect(await shopper.balance()).toBe(isPaid ? 0 : TOTAL);
    expect(statuses(await atOnce(cash(2, id)))).toEqual(isPaid ? { 409: 2 } : { 200: 1, 409: 1 });
  });
});

describe('a bank transfer', () => {
  race('pays its order once, whoever reports it', async (round) => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const reference = `SAME${id}`;
    const lists = [confirmed(10, id, reference), Array.from({ length: 10 }, () => report(code, reference))];
    const replies = await atOnce(mixed(...(round % 2 ? lists : lists.toReversed())));
    // The bank's reports are all accepted; of the administrators' at most one came first.
    const { 200: accepted = 0, 409: refused = 0 } = statuses(replies);
    expect([accepted === 10 || accepted === 11, accepted + refused]).toEqual([true, 20]);
    expect([await bookingsOf(id), await shopper.balance()]).toEqual([[PAID], 0]);
  });

  race('is booked once when it is recorded by hand and reported by the bank under another reference', async (round) => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const isLate = round % 2 === 1;
    if (isLate) await atOnce([cancel(shopper, id)]);
    const path = '/api/admin/bank-transfers/';
    const typed = { reference: `TYPED${id}`, amount: TOTAL, order_id: id };
    const replies = await atOnce(mixed(byBoth(5, path, typed), copies(5, report(code, `REAL${id}`))));
    expect(statuses(replies)).toEqual({ 201: 1, 409: 4, 200: 5 });
    expect([await bookingsOf(id), await shopper.balance()]).toEqual(isLate ? [[CREDITED], TOTAL] : [[PAID], 0]);
  });

  race('pays its order, and each other transfer for it goes to the wallet', async () => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    const replies = await atOnce(Array.from({ length: 10 }, () => report(code)));
    expect(statuses(replies)).toEqual({ 200: 10 });
    const bookings = await bookingsOf(id);
    expect(bookings.toSorted()).toEqual([...Array.from({ length: 9 }, () => CREDITED), PAID]);
    expect(await shopper.balance()).toBe(9 * TOTAL);
  });

  race('pays its order, or goes to the wallet when that was cancelled or has expired first', async (round) => {
    const shopper = await given.shopper();
    const { id, code } = await transferOrder(shopper);
    await makeOverdue(id);
    const release = await hold(
      mixed(copies(5, cancel(shopper, id)), copies(5, report(code, `LATE${id}`)), confirmed(5, id, `LATE${id}`)),
    );
    const expire = () => shop().app.get(OrderExpiry).expire(id);
    const [replies] = await Promise.all([release(), giveStart(round).then(expire)]);
    expect(statuses(replies.filter((_, nth) => nth % 3 === 1))).toEqual({ 200: 5 });
    const { isPaid, isCancelled, notice } = await shopper.order(id);
    expect([isPaid, notice === null]).toEqual([!isCancelled, isPaid]);
    expect(await bookingsOf(id)).toEqual([isPaid ? PAID : CREDITED]);
    expect([await shopper.balance(), await stockOfOrder(id)]).toEqual(isPaid ? [0, 9] : [TOTAL, 10]);
  });

  race('pays its order or goes to the wallet while the wallet pays it', async () => {
    const shopper = await given.shopper({ balance: TOTAL });
    const { id, code } = await transferOrder(shopper);
    await atOnce(mixed(copies(5, walletPayment(shopper, id)), copies(5, report(code, `BOTH${id}`))));
    expect((await shopper.order(id)).status).toBe('paid');
    expect(await shopper.balance()).toBe(TOTAL);
  });

  race('that waits is settled once: given to one order, or returned', async () => {
    const shopper = await given.shopper();
    const [one, other] = [await transferOrder(shopper), await transferOrder(shopper)];
    await atOnce([report('khong ghi ma', `WAITS${one.id}`)]);
    const [row]: { id: number }[] = await shop().db.query(
      `SELECT id FROM bank_transfers WHERE state = 'unmatched' AND reference = $1`,
      [`WAITS${one.id}`],
    );
    const path = `/api/admin/bank-transfers/${row!.id}`;
    const replies = await atOnce(
      mixed(
        byBoth(5, `${path}/assign/`, { order_id: one.id }),
        byBoth(5, `${path}/assign/`, { order_id: other.id }),
        byBoth(5, `${path}/return/`, { note: 'Trả lại' }),
        confirmed(5, other.id, `WAITS${one.id}`),
      ),
    );
    expect(statuses(replies)).toEqual({ 200: 1, 409: 19 });
    const bookings = [...(await bookingsOf(one.id)), ...(await bookingsOf(other.id))];
    expect(bookings.length).toBeLessThanOrEqual(1);
  });
});
