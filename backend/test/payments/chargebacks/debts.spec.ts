import { AdminWallet, DepositIntent, Wallet, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { pageSchema } from '../../../src/contract/common.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import { atOnce, copies, race, type Call } from '../../support/barrier.js';
import {
  confirmCard,
  eventOf,
  intentIdOf,
  sendEvent,
  sendsNoEvents,
  signature,
  stripeIntent,
} from '../../support/payments/card.js';
import { deposited, provider, sendChargebackEvent } from '../../support/payments/chargebacks.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
sendsNoEvents();
expectSoundLedger();

const DEBT = 35_000;

let admin: Shopper;
beforeAll(async () => {
  admin = await given.admin();
});

/** A shopper who spent 35,000 of a deposit of 50,000 đồng that the card took back, with the paid order. */
async function debtor(): Promise<{ shopper: Shopper; order: { id: number } }> {
  const { shopper, intent } = await deposited();
  const order = await given.order(shopper, { total: DEBT });
  expect((await shopper.post('/api/paybox/payment/', { order_id: order.id })).status).toBe(200);
  await provider.refund(intent);
  expect(await sendChargebackEvent(intent)).toBe(200);
  return { shopper, order };
}

/** Charges a deposit without confirming it. */
async function charged(shopper: Shopper, amount: number): Promise<string> {
  const { clientSecret } = answer(await shopper.post('/api/paybox/deposit/', { amount }), DepositIntent);
  expect((await confirmCard(clientSecret)).status).toBe(200);
  return intentIdOf(clientSecret);
}

const confirmation = (by: Shopper, intent: string): Call => ({
  by,
  path: '/api/paybox/deposit/confirm/',
  body: { payment_intent_id: intent },
});
async function webhook(intent: string): Promise<Call> {
  const body = eventOf('payment_intent.succeeded', await stripeIntent(intent));
  return { by: visitor(), path: '/api/stripe-webhook/', body, headers: { 'Stripe-Signature': signature(body) } };
}
const confirm = async (by: Shopper, intent: string) =>
  (await by.post('/api/paybox/deposit/confirm/', { payment_intent_id: intent })).status;

const owed = async ({ username }: Shopper) => {
  const page = await admin.get(`/api/admin/paybox/wallets/?page=1&search=${encodeURIComponent(username)}`);
  return answer(page, pageSchema(AdminWallet)).results[0]?.owed;
};
/** The debt payments on the statement, newest first. */
const payments = async (shopper: Shopper) =>
  answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array()).filter(({ description }) =>
    description.startsWith('Trừ vào khoản bạn còn nợ'),
  );
const amounts = async (shopper: Shopper) => (await payments(shopper)).map(({ amount }) => amount);

describe('a debt', () => {
  test('is paid by the next deposits, and shown to the shopper and the administrator', async () => {
    const { shopper } = await debtor();
    expect(await confirm(shopper, await charged(shopper, 15_000))).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([0, 20_000]);
    expect(await confirm(shopper, await charged(shopper, 50_000))).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([30_000, 0]);
    expect(await payments(shopper)).toMatchObject([
      { transaction_type: 'TRANSFER', amount: 20_000, balance_after: 30_000, status: 'COMPLETED', order_info: null },
      { transaction_type: 'TRANSFER', amount: 15_000, balance_after: 0, status: 'COMPLETED', order_info: null },
    ]);
    expect(await confirm(shopper, await charged(shopper, 10_000))).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([40_000, 0]);
  });

  test('is shown in the debtor’s wallet only', async () => {
    const [{ shopper }, other] = [await debtor(), await given.shopper({ balance: 20_000 })];
    const walletSeenBy = async (by: Shopper) => answer(await by.get('/api/paybox/wallet/'), Wallet);
    expect(await walletSeenBy(shopper)).toMatchObject({ balance: 0, owed: DEBT });
    expect(await walletSeenBy(other)).toMatchObject({ balance: 20_000, owed: 0 });
    const body = { payment_intent_id: await charged(shopper, 15_000) };
    const credited = answer(await shopper.post('/api/paybox/deposit/confirm/', body), Wallet);
    expect(credited).toMatchObject({ balance: 0, owed: 20_000 });
  });

  test('is paid by a refund', async () => {
    const { shopper, order } = await debtor();
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    expect((await admin.post(`/api/admin/paybox/refund/${order.id}/approve/`)).status).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([0, 0]);
    expect(await amounts(shopper)).toEqual([DEBT]);
  });

  test('is paid by a late card payment, and grows again when the card takes that back too', async () => {
    const { shopper } = await debtor();
    const order = await given.order(shopper, { total: 20_000 });
    const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: order.id }), CardIntent);
    await shopper.post(`/api/orders/${order.id}/cancel/`);
    await confirmCard(clientSecret);
    const intent = await stripeIntent(intentIdOf(clientSecret));
    expect((await sendEvent(eventOf('payment_intent.succeeded', intent))).status).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([0, 15_000]);
    // The card takes that back too: the debt grows again, and the next deposit pays it.
    await provider.refund(intent.id);
    expect(await sendChargebackEvent(intent.id)).toBe(200);
    expect(await owed(shopper)).toBe(35_000);
    expect(await confirm(shopper, await charged(shopper, 40_000))).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([5_000, 0]);
    expect(await amounts(shopper)).toEqual([35_000, 20_000]);
  });

  test('is paid by a deposit into a locked wallet', async () => {
    const { shopper } = await debtor();
    const intent = await charged(shopper, 50_000);
    await shop().db.query(`UPDATE accounts SET is_active = false WHERE user_id = $1`, [shopper.id]);
    expect(await confirm(shopper, intent)).toBe(200);
    expect([await shopper.balance(), await owed(shopper)]).toEqual([15_000, 0]);
  });

  test('is not paid by another shopper’s deposit', async () => {
    const [{ shopper }, other] = [await debtor(), await given.shopper()];
    expect(await confirm(other, await charged(other, 50_000))).toBe(200);
    expect([await other.balance(), await owed(shopper)]).toEqual([50_000, DEBT]);
  });

  race('is paid once by a deposit that the page and webhooks report concurrently', async () => {
    const { shopper } = await debtor();
    const intent = await charged(shopper, 50_000);
    const replies = await atOnce([
      ...copies(20, confirmation(shopper, intent)),
      ...copies(20, await webhook(intent)),
      await webhook(intent),
    ]);
    expect(statuses(replies)).toEqual({ 200: replies.length });
    expect([await shopper.balance(), await owed(shopper)]).toEqual([15_000, 0]);
    expect(await amounts(shopper)).toEqual([DEBT]);
  });

  race('is paid once by concurrent deposits and a refund', async () => {
    const { shopper, order } = await debtor();
    await shopper.post('/api/paybox/refund-request/', { order_id: order.id, reason: 'Chật' });
    const intents = [await charged(shopper, 30_000), await charged(shopper, 20_000), await charged(shopper, 10_000)];
    const approve: Call = { by: admin, path: `/api/admin/paybox/refund/${order.id}/approve/` };
    const replies = await atOnce([...intents.map((intent) => confirmation(shopper, intent)), approve]);
    expect(statuses(replies)).toEqual({ 200: replies.length });
    expect([await shopper.balance(), await owed(shopper)]).toEqual([60_000, 0]);
    expect((await amounts(shopper)).reduce((sum, amount) => sum + amount, 0)).toBe(DEBT);
  });
});
