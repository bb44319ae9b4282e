import request from 'supertest';
import { Config } from '../../../src/platform/config/config.js';
import { cardKeys } from '../../../src/platform/config/card-keys.js';
import { cardProvider, confirmCard, eventually } from '../../support/payments/card.js';
import { openShop, shop } from '../../support/client.js';
import { statuses, times } from '../../support/given.js';

openShop();

const call = (method: 'get' | 'post', path: string) => request(shop().url)[method](`/sandbox/stripe/v1/${path}`);
const secretKey = () => `Bearer ${cardKeys(shop().app.get(Config)).secretKey}`;
const create = (form: object, key?: string) => {
  const create = call('post', 'payment_intents').type('form').set('Authorization', secretKey());
  if (key) void create.set('Idempotency-Key', key);
  return create.send(form);
};

test('creates intents for a caller with the secret key', async () => {
  const made = await create({
    amount: '25000',
    currency: 'VND',
    'metadata[order_id]': '7',
    description: 'Đơn hàng #7',
  });
  expect(made.status).toBe(200);
  expect(made.body).toMatchObject({
    id: expect.stringMatching(/^pi_\w+$/),
    object: 'payment_intent',
    amount: 25_000,
    currency: 'vnd',
    status: 'requires_payment_method',
    metadata: { order_id: '7' },
    description: 'Đơn hàng #7',
    livemode: false,
  });
  const bySecretKey = await call('get', `payment_intents/${made.body.id}`).set('Authorization', secretKey());
  expect(bySecretKey.body).toEqual(made.body);
  const byClientSecret = await call('get', `payment_intents/${made.body.id}?client_secret=${made.body.client_secret}`);
  expect(byClientSecret.body).toEqual(made.body);
});

test('repeats the response of an Idempotency-Key, and refuses it for another request', async () => {
  const first = await create({ amount: '25000', currency: 'vnd' }, 'key-1');
  const again = await create({ amount: '25000', currency: 'vnd' }, 'key-1');
  expect(again.body).toEqual(first.body);
  const other = await create({ amount: '26000', currency: 'vnd' }, 'key-1');
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
});

test.each([
  [{}, 'amount'],
  [{ amount: '25000' }, 'currency'],
  [{ amount: '0', currency: 'vnd' }, 'amount'],
  [{ amount: '1.5', currency: 'vnd' }, 'amount'],
  [{ amount: '-1', currency: 'vnd' }, 'amount'],
  [{ amount: '100000000', currency: 'vnd' }, 'amount'],
])('refuses the intent %j', async (form, param) => {
  const reply = await create(form);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ type: 'invalid_request_error', param });
});

test('shows and charges nothing without a key or the right client secret', async () => {
  const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
  const path = `payment_intents/${intent.id}`;
  const replies = [
    await call('post', 'payment_intents').type('form').send({ amount: '25000', currency: 'vnd' }),
    await call('post', 'payment_intents')
      .type('form')
      .set('Authorization', 'Bearer pk_test_sandbox')
      .send({ amount: '1' }),
    await call('get', path),
    await call('get', `${path}?client_secret=wrong`),
    await call('post', `${path}/confirm`).type('form').send({ payment_method: 'pm_card_visa' }),
    await call('post', `${path}/confirm`).type('form').send({ payment_method: 'pm_card_visa', client_secret: 'wrong' }),
    await call('get', 'payment_intents/pi_none?client_secret=x'),
    await call('get', 'charges'),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([401, 401, 401, 400, 401, 400, 404, 404]);
  for (const reply of replies) expect(reply.body.error).toHaveProperty('message');
});

test('charges once, declines as the test cards say, and knows no other card', async () => {
  const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
  const unknown = await confirmCard(intent.client_secret, 'pm_card_mastercard');
  expect([unknown.status, unknown.body.error.code]).toEqual([400, 'resource_missing']);
  const declined = await confirmCard(intent.client_secret, 'pm_card_visa_chargeDeclined');
  expect(declined.status).toBe(402);
  expect(declined.body.error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    payment_intent: { id: intent.id, status: 'requires_payment_method' },
  });
  const replies = await Promise.all(Array.from({ length: 5 }, () => confirmCard(intent.client_secret)));
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400, 400, 400]);
  const again = await confirmCard(intent.client_secret);
  expect(again.body.error).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { status: 'succeeded' },
  });
});

test('declines an intent twenty times an hour, stores no event of more, and still charges it', async () => {
  const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
  const { body: other } = await create({ amount: '25000', currency: 'vnd' });
  const decline = ({ client_secret }: { client_secret: string }) =>
    confirmCard(client_secret, 'pm_card_visa_chargeDeclined');
  const replies = await times(22, () => decline(intent));
  expect(statuses(replies)).toEqual({ 402: 20, 429: 2 });
  expect((await decline(intent)).body.error).toMatchObject({ code: 'rate_limit', message: expect.any(String) });
  const [{ count } = { count: '' }]: { count: string }[] = await shop().db.query(
    `SELECT count(*) FROM sandbox.events WHERE payload::jsonb #>> '{data,object,id}' = $1`,
    [intent.id],
  );
  expect(count).toBe('20');
  expect((await decline(other)).status).toBe(402);
  expect((await confirmCard(intent.client_secret)).status).toBe(200);
});

test('serves the stand-in for Stripe.js', async () => {
  const script = await request(shop().url).get('/sandbox/stripe/v3/stripe.js');
  expect(script.headers['content-type']).toContain('text/javascript');
  expect(script.text).toContain('window.Stripe');
});

describe('canceling', () => {
  const cancel = (id: string, form: object = {}) =>
    call('post', `payment_intents/${id}/cancel`).type('form').set('Authorization', secretKey()).send(form);

  test('closes an intent: it can neither be charged nor canceled again', async () => {
    const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
    const canceled = await cancel(intent.id, { cancellation_reason: 'abandoned' });
    expect(canceled.body).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(Number),
      cancellation_reason: 'abandoned',
      amount_received: 0,
    });
    const refused = [await confirmCard(intent.client_secret), await cancel(intent.id)];
    for (const { status, body } of refused) {
      expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
      expect(body.error.payment_intent).toEqual(canceled.body);
    }
    const events = `SELECT payload::jsonb ->> 'type' AS type FROM sandbox.events
      WHERE payload::jsonb #>> '{data,object,id}' = $1`;
    expect(await shop().db.query(events, [intent.id])).toEqual([{ type: 'payment_intent.canceled' }]);
  });

  test('is refused for a charged or unknown intent, a reason that is none, and without the secret key', async () => {
    const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
    expect((await cancel(intent.id, { cancellation_reason: 'boredom' })).body.error.param).toBe('cancellation_reason');
    const path = `payment_intents/${intent.id}/cancel`;
    expect((await call('post', path).type('form').send({ client_secret: intent.client_secret })).status).toBe(401);
    await confirmCard(intent.client_secret);
    expect((await cancel(intent.id)).body.error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      message: expect.stringContaining('a status of succeeded'),
    });
    expect((await cancel('pi_none')).status).toBe(404);
  });
});

describe('refunds', () => {
  const refund = (form: object) => call('post', 'refunds').type('form').set('Authorization', secretKey()).send(form);
  const charged = async () => {
    const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
    return (await confirmCard(intent.client_secret)).body as { id: string; latest_charge: string };
  };

  test('give a charge back in parts, up to what it was', async () => {
    const intent = await charged();
    const part = await refund({ payment_intent: intent.id, amount: '10000', reason: 'requested_by_customer' });
    expect(part.body).toMatchObject({
      object: 'refund',
      amount: 10_000,
      currency: 'vnd',
      charge: intent.latest_charge,
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      status: 'succeeded',
    });
    const response = await call('get', `refunds/${part.body.id}`).set('Authorization', secretKey());
    expect(response.body).toEqual(part.body);
    const tooMuch = await refund({ payment_intent: intent.id, amount: '15001' });
    expect([tooMuch.status, tooMuch.body.error.param]).toEqual([400, 'amount']);
    expect((await refund({ charge: intent.latest_charge })).body.amount).toBe(15_000);
    expect((await refund({ payment_intent: intent.id })).body.error.code).toBe('charge_already_refunded');
    const events: unknown = await shop().db.query(
      `SELECT payload::jsonb #> '{data,object,amount_refunded}' AS refunded, payload::jsonb #> '{data,object,refunded}' AS whole
       FROM sandbox.events WHERE payload::jsonb ->> 'type' = 'charge.refunded'
         AND payload::jsonb #>> '{data,object,payment_intent}' = $1 ORDER BY created_at`,
      [intent.id],
    );
    expect(events).toEqual([
      { refunded: 10_000, whole: false },
      { refunded: 25_000, whole: true },
    ]);
  });

  test('requested ten times concurrently refund no more than was charged', async () => {
    const intent = await charged();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => refund({ payment_intent: intent.id, amount: '10000' })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('are refused for what was not charged, is not known or was not said, and without the secret key', async () => {
    const { body: open } = await create({ amount: '25000', currency: 'vnd' });
    const intent = await charged();
    const replies = [
      await refund({ payment_intent: open.id }),
      await refund({}),
      await refund({ payment_intent: intent.id, amount: '0' }),
      await refund({ payment_intent: intent.id, charge: 'ch_other' }),
      await refund({ payment_intent: intent.id, reason: 'boredom' }),
      await refund({ payment_intent: 'pi_none' }),
      await refund({ charge: 'ch_none' }),
      await call('get', 'refunds/re_none').set('Authorization', secretKey()),
      await call('post', 'refunds').type('form').send({ payment_intent: intent.id }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 404, 404, 404, 401]);
  });
});

test('expires a key after a day', async () => {
  const first = await create({ amount: '25000', currency: 'vnd' }, 'key-of-a-day');
  await shop().db.query(`UPDATE sandbox.responses SET created_at = now() - interval '25 hours'`);
  const second = await create({ amount: '26000', currency: 'vnd' }, 'key-of-a-day');
  expect(second.status).toBe(200);
  expect(second.body.id).not.toBe(first.body.id);
});

test('an event that one process is sending is not due for another until that one has surely failed', async () => {
  const { body: intent } = await create({ amount: '25000', currency: 'vnd' });
  let answerIt = () => {};
  const arrived = new Promise<void>((arrive) => {
    const timeout = new Promise<never>((_, fail) => {
      answerIt = () => fail(new Error('not now'));
    });
    jest.spyOn(cardProvider(), 'event').mockImplementationOnce(() => {
      arrive();
      return timeout;
    });
  });
  await shop().db.query(`DELETE FROM sandbox.events WHERE delivered_at IS NULL`);
  await confirmCard(intent.client_secret);
  await arrived;
  const due = `SELECT attempts, next_attempt_at > now() + interval '10 seconds' AS later FROM sandbox.events
    WHERE payload::jsonb #>> '{data,object,id}' = $1`;
  expect(await shop().db.query(due, [intent.id])).toEqual([{ attempts: 1, later: true }]);
  answerIt();
  const waits = async () => (await shop().db.query(due, [intent.id])) as unknown;
  await eventually(waits, [{ attempts: 1, later: false }]);
});
