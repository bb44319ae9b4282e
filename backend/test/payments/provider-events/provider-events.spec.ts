import type { Stripe } from 'stripe';
import { DepositIntent, WalletTransaction } from '../../../src/contract/money/paybox.js';
import { CardIntent } from '../../../src/contract/money/payments.js';
import {
  cardProvider,
  confirmCard,
  eventOf,
  eventually,
  intentIdOf,
  sendEvent,
  signature,
  stripeIntent,
} from '../../support/payments/card.js';
import { answer, asOwner, openShop, shop, visitor } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
expectSoundLedger();

const HOUR = 3_600;
const now = () => Math.floor(Date.now() / 1_000);
const kept = (id: string) => shop().db.query('SELECT type, payment_intent_id FROM webhook_events WHERE id = $1', [id]);
const statusesOf = async (shopper: Shopper) =>
  answer(await shopper.get('/api/paybox/transactions/'), WalletTransaction.array()).map(({ status }) => status);

/** The intent as the provider would tell it once it is charged; the sandbox itself has charged nothing. */
async function chargedIntent(id: string): Promise<Stripe.PaymentIntent> {
  const intent = await stripeIntent(id);
  return { ...intent, status: 'succeeded', amount_received: intent.amount };
}

async function deposit() {
  const shopper = await given.shopper();
  const opened = answer(await shopper.post('/api/paybox/deposit/', { amount: 50_000 }), DepositIntent);
  return { shopper, charged: await chargedIntent(opened.paymentIntentId), ...opened };
}

async function orderByCard() {
  const shopper = await given.shopper();
  const { id } = await given.order(shopper);
  const { clientSecret } = answer(await shopper.post('/api/stripe-payment/', { order: id }), CardIntent);
  const state = () => shopper.order(id);
  return { shopper, id, state, clientSecret, charged: await chargedIntent(intentIdOf(clientSecret)) };
}

describe('a signed event', () => {
  test('pays an order once, and is stored with its effect', async () => {
    const { id, state, charged } = await orderByCard();
    const payload = eventOf('payment_intent.succeeded', charged, `evt_order_${id}`);
    expect(statuses(await times(10, () => sendEvent(payload)))).toEqual({ 200: 10 });
    expect((await state()).status).toBe('paid');
    expect(await kept(`evt_order_${id}`)).toEqual([
      { type: 'payment_intent.succeeded', payment_intent_id: charged.id },
    ]);
    const log = 'SELECT actor, actor_id FROM order_events WHERE order_id = $1 AND transition = $2';
    expect(await shop().db.query(log, [id, 'pay'])).toEqual([{ actor: 'provider', actor_id: null }]);
  });

  test('does nothing under a stored id, whatever its content', async () => {
    const [first, second] = [await deposit(), await deposit()];
    await sendEvent(eventOf('payment_intent.succeeded', first.charged, 'evt_same'));
    expect((await sendEvent(eventOf('payment_intent.succeeded', second.charged, 'evt_same'))).status).toBe(200);
    expect([await first.shopper.balance(), await second.shopper.balance()]).toEqual([50_000, 0]);
  });

  test('that fails half-way is not stored, and succeeds when it is sent again', async () => {
    const { shopper, charged } = await deposit();
    const payload = eventOf('payment_intent.succeeded', charged, 'evt_stumble');
    // Fails after the event was written.
    await asOwner(`ALTER TABLE transfers ADD CONSTRAINT stumble CHECK (payment_intent_id <> '${charged.id}')`);
    expect((await sendEvent(payload)).status).toBe(500);
    await asOwner('ALTER TABLE transfers DROP CONSTRAINT stumble');
    expect(await kept('evt_stumble')).toEqual([]);
    expect((await sendEvent(payload)).status).toBe(200);
    expect(await shopper.balance()).toBe(50_000);
  });

  test('of a failed card changes nothing, before the charge and after it', async () => {
    const { shopper, charged } = await deposit();
    const failed = { ...charged, status: 'requires_payment_method', amount_received: 0 };
    expect((await sendEvent(eventOf('payment_intent.payment_failed', failed))).status).toBe(200);
    expect(await statusesOf(shopper)).toEqual(['PENDING']);
    await sendEvent(eventOf('payment_intent.succeeded', charged));
    expect((await sendEvent(eventOf('payment_intent.payment_failed', failed))).status).toBe(200);
    expect(await statusesOf(shopper)).toEqual(['COMPLETED']);
    expect(await shopper.balance()).toBe(50_000);
  });

  test('of a failed card counts once, also when its transaction is retried', async () => {
    const { charged } = await deposit();
    const series = /^may_payments_total\{means="Stripe",result="refused"\} (\d+)$/m;
    const counted = async () => Number(series.exec((await visitor().get('/metrics')).text)?.[1] ?? 0);
    const before = await counted();
    await asOwner(`CREATE SEQUENCE retries; GRANT USAGE ON SEQUENCE retries TO PUBLIC;
      CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('retries') = 1 THEN RAISE EXCEPTION 'on purpose' USING ERRCODE = '40001'; END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER fail_first AFTER INSERT ON webhook_events DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_first()`);
    expect((await sendEvent(eventOf('payment_intent.payment_failed', charged))).status).toBe(200);
    await asOwner('DROP TRIGGER fail_first ON webhook_events; DROP FUNCTION fail_first; DROP SEQUENCE retries');
    expect(await counted()).toBe(before + 1);
  });

  test('of a canceled intent cancels the deposit; money that still arrives is credited', async () => {
    const { shopper, charged, paymentIntentId } = await deposit();
    const canceled = { ...charged, status: 'canceled', amount_received: 0 };
    expect((await sendEvent(eventOf('payment_intent.canceled', canceled))).status).toBe(200);
    expect(await statusesOf(shopper)).toEqual(['CANCELLED']);
    const row = 'SELECT settled_at, closed_at FROM payment_intents WHERE id = $1';
    expect(await shop().db.query(row, [paymentIntentId])).toEqual([{ settled_at: null, closed_at: expect.any(Date) }]);
    expect((await sendEvent(eventOf('payment_intent.succeeded', charged))).status).toBe(200);
    expect(await statusesOf(shopper)).toEqual(['COMPLETED']);
    expect(await shop().db.query(row, [paymentIntentId])).toEqual([{ settled_at: expect.any(Date), closed_at: null }]);
    expect(await shopper.balance()).toBe(50_000);
  });

  test('of a cancellation after the success has no effect', async () => {
    const [opened, ordered] = [await deposit(), await orderByCard()];
    for (const { charged } of [opened, ordered]) {
      await sendEvent(eventOf('payment_intent.succeeded', charged));
      expect((await sendEvent(eventOf('payment_intent.canceled', { ...charged, status: 'canceled' }))).status).toBe(
        200,
      );
    }
    expect(await opened.shopper.balance()).toBe(50_000);
    expect(await statusesOf(opened.shopper)).toEqual(['COMPLETED']);
    expect((await ordered.state()).status).toBe('paid');
  });

  test('of success and one of cancellation, concurrently: the money is booked', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { shopper, charged } = await deposit();
      const payloads = [
        eventOf('payment_intent.succeeded', charged),
        eventOf('payment_intent.canceled', { ...charged, status: 'canceled' }),
      ];
      if (round % 2) payloads.reverse();
      expect(statuses(await Promise.all(payloads.map((payload) => sendEvent(payload))))).toEqual({ 200: 2 });
      expect(await shopper.balance()).toBe(50_000);
    }
  });

  test('without effect is accepted, stored and changes nothing', async () => {
    const { shopper, charged } = await deposit();
    const events = {
      evt_charge: eventOf('charge.updated', { id: 'ch_1', object: 'charge', payment_intent: charged.id }, 'evt_charge'),
      evt_other: eventOf('payment_intent.succeeded', { ...charged, id: 'pi_of_another_shop' }, 'evt_other'),
      evt_gone: eventOf('payment_intent.canceled', { ...charged, id: 'pi_of_another_shop' }, 'evt_gone'),
      evt_balance: eventOf('balance.available', { object: 'balance' }, 'evt_balance'),
    };
    for (const payload of Object.values(events)) expect((await sendEvent(payload)).status).toBe(200);
    expect(await kept('evt_charge')).toEqual([{ type: 'charge.updated', payment_intent_id: charged.id }]);
    expect(await kept('evt_other')).toMatchObject([{ payment_intent_id: 'pi_of_another_shop' }]);
    expect(await kept('evt_gone')).toHaveLength(1);
    expect(await kept('evt_balance')).toMatchObject([{ payment_intent_id: null }]);
    expect(await shopper.balance()).toBe(0);
    expect(await statusesOf(shopper)).toEqual(['PENDING']);
  });

  test('of a late payment credits the buyer once, with a notice and an order event', async () => {
    const { shopper, id, state, charged } = await orderByCard();
    await shopper.post(`/api/orders/${id}/cancel/`);
    const replies = await times(5, () => sendEvent(eventOf('payment_intent.succeeded', charged)));
    expect(statuses(replies)).toEqual({ 200: 5 });
    expect(await shopper.balance()).toBe(100_000);
    expect(await state()).toMatchObject({ status: 'cancelled', notice: expect.stringContaining('100.000 VND') });
    const log = 'SELECT status_before, status_after, actor FROM order_events WHERE order_id = $1 AND transition = $2';
    expect(await shop().db.query(log, [id, 'return_late_payment'])).toEqual([
      { status_before: 'cancelled', status_after: 'cancelled', actor: 'provider' },
    ]);
  });
});

describe('an invalid event', () => {
  test('without a valid signature, or with an old one: 400, and nothing is stored', async () => {
    const { shopper, charged } = await deposit();
    const payload = eventOf('payment_intent.succeeded', charged, 'evt_forged');
    const replies = [
      await visitor().post('/api/stripe-webhook/', payload),
      await sendEvent(payload, ''),
      await sendEvent(payload, 'nonsense'),
      await sendEvent(payload, `t=${now()},v1=`),
      await sendEvent(payload, `t=${now()},v0=${signature(payload).split('v1=')[1]}`),
      await sendEvent(payload, signature(payload, { secret: 'whsec_another' })),
      await sendEvent(payload, signature(payload, { time: now() - HOUR })),
      await sendEvent(payload, signature(payload).replace(/t=\d+/, `t=${now() - 60}`)),
      await sendEvent(payload.replace('50000', '90000'), signature(payload)),
      await sendEvent(''),
      await sendEvent('no json'),
      await shopper.post('/api/stripe-webhook/', payload),
      await (await given.admin()).post('/api/stripe-webhook/', payload),
    ];
    expect(statuses(replies)).toEqual({ 400: 13 });
    expect(await shopper.balance()).toBe(0);
    expect(await kept('evt_forged')).toEqual([]);
  });

  test('over the limit of bodies: 413', async () => {
    const { shopper, charged } = await deposit();
    const payload = eventOf('payment_intent.succeeded', { ...charged, description: 'x'.repeat(100 * 1_024) });
    expect((await sendEvent(payload)).status).toBe(413);
    expect(await shopper.balance()).toBe(0);
  });

  type Charged = Stripe.PaymentIntent;
  const withMetadata = (lie: object) => (charge: Charged) => ({ ...charge, metadata: { ...charge.metadata, ...lie } });

  test.each<[string, (charge: Charged) => object]>([
    ['another amount', (charge) => ({ ...charge, amount: 60_000, amount_received: 60_000 })],
    ['more received than asked for', (charge) => ({ ...charge, amount_received: 50_001 })],
    ['less received than asked for', (charge) => ({ ...charge, amount_received: 49_999 })],
    ['another currency', (charge) => ({ ...charge, currency: 'usd' })],
    ['another user', withMetadata({ user_id: '1' })],
    ['another purpose', withMetadata({ purpose: 'order' })],
    ['an order', withMetadata({ order_id: '1' })],
    ['nothing of where it belongs', (charge) => ({ ...charge, metadata: {} })],
    ['another status', (charge) => ({ ...charge, status: 'requires_capture' })],
  ])('with %s: 400, nothing changed, and it may be sent again', async (_what, lieAbout) => {
    const { shopper, charged } = await deposit();
    const payload = eventOf('payment_intent.succeeded', lieAbout(charged), `evt_wrong_${charged.id}`);
    expect((await sendEvent(payload)).status).toBe(400);
    expect(await kept(`evt_wrong_${charged.id}`)).toEqual([]);
    expect(await shopper.balance()).toBe(0);
    expect(await statusesOf(shopper)).toEqual(['PENDING']);
    expect((await sendEvent(eventOf('payment_intent.succeeded', charged, `evt_wrong_${charged.id}`))).status).toBe(200);
    expect(await shopper.balance()).toBe(50_000);
  });

  test('of another order, or another’s: 400, and neither order is paid', async () => {
    const [mine, other] = [await orderByCard(), await orderByCard()];
    const lies = [
      { ...mine.charged, metadata: other.charged.metadata },
      { ...mine.charged, metadata: { ...mine.charged.metadata, order_id: String(other.id) } },
      { ...mine.charged, metadata: { ...mine.charged.metadata, user_id: String(other.shopper.id) } },
    ];
    for (const lie of lies) expect((await sendEvent(eventOf('payment_intent.succeeded', lie))).status).toBe(400);
    for (const { state } of [mine, other]) expect((await state()).status).toBe('unpaid');
  });
});

test('the sandbox sends its events until the shop has accepted them', async () => {
  const { shopper, clientSecret } = await deposit();
  jest.spyOn(cardProvider(), 'event').mockRejectedValueOnce(new Error('the shop stumbles'));
  await confirmCard(clientSecret);
  await eventually(() => shopper.balance(), 50_000);
  const waiting = 'SELECT count(*)::int AS waiting FROM sandbox.events WHERE delivered_at IS NULL';
  await eventually(() => shop().db.query(waiting), [{ waiting: 0 }]);
});

test('a cancellation in the sandbox reaches the statement', async () => {
  const { shopper, paymentIntentId } = await deposit();
  await cardProvider().cancelIntent(paymentIntentId);
  await eventually(() => statusesOf(shopper), ['CANCELLED']);
});
