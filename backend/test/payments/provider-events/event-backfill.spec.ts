import { Logger } from '@nestjs/common';
import { ShopError } from '../../../src/platform/errors/shop-error.js';
import { ChargebacksService } from '../../../src/payments/chargebacks/chargebacks.service.js';
import { SandboxHttpClient } from '../../../src/payments/sandbox/sandbox-http-client.js';
import { backfill, eventually, sendEvent, sendsNoEvents } from '../../support/payments/card.js';
import { deposited, movedFor, paidByCard, provider } from '../../support/payments/chargebacks.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { statuses, times } from '../../support/given.js';
import { expectSoundLedger } from '../../support/ledger.js';
import { faultyProvider, type FaultyProvider } from '../provider/faulty-provider.js';

openShop();
sendsNoEvents();
expectSoundLedger();

let network: FaultyProvider;
beforeEach(async () => {
  await backfill().read();
  network = await faultyProvider();
});
afterEach(() => network.close());

const lostEvents = async (intent: string): Promise<string[]> => {
  const rows: { payload: string }[] = await shop().db.query(
    `SELECT payload FROM sandbox.events WHERE payload::jsonb -> 'data' -> 'object' ->> 'payment_intent' = $1 ORDER BY sequence`,
    [intent],
  );
  return rows.map(({ payload }) => payload);
};
/** Has the provider tell of a charge's returns as of the given seconds ago. */
const makeOlder = (intent: string, seconds: number) =>
  shop().db.query(
    `UPDATE sandbox.events SET payload = jsonb_set(payload::jsonb, '{created}', to_jsonb(floor(extract(epoch FROM now())) - $2::integer))
     WHERE payload::jsonb -> 'data' -> 'object' ->> 'payment_intent' = $1`,
    [intent, seconds],
  );
const bookedTo = async (): Promise<Date | undefined> => {
  const [row]: { backfilled_to: Date }[] = await shop().db.query('SELECT backfilled_to FROM webhook_backfill');
  return row?.backfilled_to;
};

test('books refunds and disputes whose webhooks were lost, once', async () => {
  const [order, deposit, disputed] = [await paidByCard(), await deposited(), await paidByCard()];
  await provider.refund(order.intent);
  await provider.refund(deposit.intent, 20_000);
  await provider.concede(await provider.dispute(disputed.intent));
  for (let reads = 0; reads < 2; reads += 1) {
    await backfill().read();
    expect(await movedFor(order.intent)).toEqual({ CARD_REFUND: 100_000 });
    expect(await movedFor(deposit.intent)).toEqual({ CARD_DEBIT: 20_000 });
    expect(await movedFor(disputed.intent)).toEqual({ DISPUTE: 100_000, CARD_REFUND: 100_000 });
  }
  expect(await deposit.shopper.balance()).toBe(30_000);
});

test('an event that is read and also arrives by webhook is booked once', async () => {
  const { shopper, intent } = await deposited();
  await provider.refund(intent, 20_000);
  const events = await lostEvents(intent);
  const [replies] = await Promise.all([
    Promise.all(events.flatMap((event) => [sendEvent(event), sendEvent(event)])),
    times(5, () => backfill().read()),
  ]);
  expect(statuses(replies)).toEqual({ 200: replies.length });
  for (const event of events) expect((await sendEvent(event)).status).toBe(200);
  expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
  expect(await shopper.balance()).toBe(30_000);
});

describe('an event that was kept before the shop booked returns', () => {
  const keptLongAgo = async () => {
    const { intent } = await deposited();
    await provider.refund(intent, 20_000);
    // As an older backend writes it, which knows nothing of booking.
    await shop().db.query(
      `INSERT INTO webhook_events (id, type, payment_intent_id)
       SELECT id, 'refund.created', $1 FROM sandbox.events
       WHERE payload::jsonb -> 'data' -> 'object' ->> 'payment_intent' = $1`,
      [intent],
    );
    await makeOlder(intent, 3_600);
    return intent;
  };
  // The provider forgets them: they would be read again in other tests.
  afterEach(() =>
    shop().db.query('DELETE FROM sandbox.events WHERE id IN (SELECT id FROM webhook_events WHERE NOT is_booked)'),
  );

  test('is booked when the list is read', async () => {
    const intent = await keptLongAgo();
    // As the migration leaves it.
    await asOwner('DELETE FROM webhook_backfill');
    await backfill().read();
    await backfill().read();
    expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
  });

  test('is not marked as read by a worker of an earlier release', async () => {
    const before = await bookedTo();
    await expect(shop().db.query('SELECT read_to FROM webhook_backfill')).rejects.toThrow('does not exist');
    await expect(
      shop().db.query(
        `INSERT INTO webhook_backfill (read_to) VALUES (now())
         ON CONFLICT (singleton) DO UPDATE SET read_to = greatest(webhook_backfill.read_to, excluded.read_to)`,
      ),
    ).rejects.toThrow('does not exist');
    expect(await bookedTo()).toEqual(before);
  });

  test('is booked when it is sent again', async () => {
    const intent = await keptLongAgo();
    for (const event of await lostEvents(intent)) expect((await sendEvent(event)).status).toBe(200);
    expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
  });
});

test('a worker that stops in between reads the rest again', async () => {
  const [first, second] = [await deposited(), await deposited()];
  await provider.refund(first.intent, 10_000);
  await provider.refund(second.intent, 20_000);
  const before = await bookedTo();
  // Each refund leaves two events, and a look at each asks twice: the first one's are booked, then the line is cut.
  network.next('ok', 'ok', 'ok', 'ok', 'ok', ...Array<'cut'>(12).fill('cut'));
  await expect(backfill().read()).rejects.toMatchObject({ status: 503 });
  expect([await movedFor(first.intent), await movedFor(second.intent)]).toEqual([{ CARD_DEBIT: 10_000 }, {}]);
  expect(await bookedTo()).toEqual(before);
  network.always('ok');
  await backfill().read();
  expect([await movedFor(first.intent), await movedFor(second.intent)]).toEqual([
    { CARD_DEBIT: 10_000 },
    { CARD_DEBIT: 20_000 },
  ]);
});

test('after an outage of the provider the same events are read again', async () => {
  const { intent } = await deposited();
  await provider.refund(intent, 20_000);
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const before = await bookedTo();
  network.always('cut');
  await backfill().tick();
  expect(logged).toHaveBeenCalledTimes(1);
  expect(await bookedTo()).toEqual(before);
  network.always('ok');
  await backfill().tick();
  expect(logged).toHaveBeenCalledTimes(1);
  expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
});

test('an event that cannot be booked does not stop the others, and is tried again', async () => {
  const [odd, other] = [await deposited(), await deposited()];
  await provider.refund(odd.intent, 10_000);
  await provider.refund(other.intent, 20_000);
  // Long enough ago that only where it was read to counts, and not what is read again each time.
  await shop().db.query(`UPDATE webhook_backfill SET backfilled_to = now() - interval '2 hours'`);
  await makeOlder(odd.intent, 3_600);
  const look = ChargebacksService.prototype.refresh;
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const broken = jest.spyOn(ChargebacksService.prototype, 'refresh').mockImplementation(function (
    this: ChargebacksService,
    asked,
    keep,
  ) {
    return asked.id === odd.intent ? Promise.reject(new Error('odd')) : look.call(this, asked, keep);
  });
  await backfill().read();
  expect(logged).toHaveBeenCalledTimes(2);
  expect([await movedFor(odd.intent), await movedFor(other.intent)]).toEqual([{}, { CARD_DEBIT: 20_000 }]);
  broken.mockRestore();
  await backfill().read();
  expect(await movedFor(odd.intent)).toEqual({ CARD_DEBIT: 10_000 });
});

test('a failed event is tried again at any age; a refused one is given up after days', async () => {
  const odd = await deposited();
  await provider.refund(odd.intent, 10_000);
  await shop().db.query(`UPDATE webhook_backfill SET backfilled_to = now() - interval '5 days'`);
  await makeOlder(odd.intent, 4 * 86_400);
  jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const look = jest.spyOn(ChargebacksService.prototype, 'refresh');
  look.mockRejectedValue(new Error('lock timeout'));
  await backfill().read();
  await backfill().read();
  look.mockClear().mockRejectedValue(new ShopError(400, 'Không khớp'));
  await backfill().read();
  expect(look).toHaveBeenCalled();
  look.mockClear();
  await backfill().read();
  expect(look).not.toHaveBeenCalled();
});

test('a slower worker does not move the position back', async () => {
  const later = new Date(Date.now() + 60_000);
  await shop().db.query('UPDATE webhook_backfill SET backfilled_to = $1', [later]);
  await backfill().read();
  expect(await bookedTo()).toEqual(later);
  await shop().db.query('UPDATE webhook_backfill SET backfilled_to = now()');
});

/** The lists that the provider was asked for, such as `events`. */
const lists = () => network.calls.flatMap((call) => /^GET \/v1\/(\w+)\?/.exec(call)?.[1] ?? []);

describe('a long list', () => {
  /** Makes the given number of events of another shop the latest that the provider tells of. */
  const tellOfOthers = (count: number) =>
    shop().db.query(
      `INSERT INTO sandbox.events (id, payload)
       SELECT id, jsonb_build_object('id', id, 'object', 'event', 'type', 'refund.updated',
         'created', floor(extract(epoch FROM now())), 'data', jsonb_build_object('object', jsonb_build_object(
           'id', 're_other', 'object', 'refund', 'payment_intent', 'pi_of_another_shop')))
       FROM (SELECT 'evt_other_' || gen_random_uuid() AS id FROM generate_series(1, $1)) others`,
      [count],
    );

  test('is read to its last page', async () => {
    const { intent } = await deposited();
    await provider.refund(intent, 20_000);
    await tellOfOthers(230);
    await backfill().read();
    expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
    expect(lists().filter((list) => list === 'events')).toHaveLength(3);
  });

  test('is booked page by page: the next is requested after the previous one is booked', async () => {
    const { intent } = await deposited();
    await tellOfOthers(110);
    await provider.refund(intent, 20_000);
    const before = await bookedTo();
    // The first page and the looks at two events; then the line is cut.
    network.next('ok', 'ok', 'ok', 'ok', 'ok', ...Array<'cut'>(12).fill('cut'));
    await expect(backfill().read()).rejects.toMatchObject({ status: 503 });
    expect(lists().indexOf('events')).toBe(0);
    expect(lists().indexOf('events', 1)).toBe(5);
    expect(await movedFor(intent)).toEqual({ CARD_DEBIT: 20_000 });
    expect(await bookedTo()).toEqual(before);
  });

  test('is interrupted when the worker stops, and read again by the next', async () => {
    const [late, early] = [await deposited(), await deposited()];
    await provider.refund(early.intent, 10_000);
    await tellOfOthers(110);
    await provider.refund(late.intent, 20_000);
    const before = await bookedTo();
    const stopping = new AbortController();
    const look = ChargebacksService.prototype.refresh;
    const looks = jest.spyOn(ChargebacksService.prototype, 'refresh').mockImplementation(function (
      this: ChargebacksService,
      ...asked
    ) {
      stopping.abort();
      return look.apply(this, asked);
    });
    await backfill().read(stopping.signal);
    expect(looks).toHaveBeenCalledTimes(1);
    expect(lists().filter((list) => list === 'events')).toHaveLength(1);
    expect([await movedFor(late.intent), await movedFor(early.intent)]).toEqual([{ CARD_DEBIT: 20_000 }, {}]);
    expect(await bookedTo()).toEqual(before);
    looks.mockRestore();
    await backfill().read();
    expect(await movedFor(early.intent)).toEqual({ CARD_DEBIT: 10_000 });
  });

  test('is not continued when the worker stops during a request', async () => {
    await tellOfOthers(110);
    const before = await bookedTo();
    const stopping = new AbortController();
    let answer = () => {};
    network.next(new Promise<void>((resolve) => (answer = resolve)));
    const reading = backfill().read(stopping.signal);
    await eventually(() => Promise.resolve(lists()), ['events']);
    stopping.abort();
    answer();
    await reading;
    expect(lists()).toEqual(['events']);
    expect(await bookedTo()).toEqual(before);
  });
});

test('a provider without an event list causes no error', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const error = { type: 'invalid_request_error', message: 'Unrecognized request URL (GET: /v1/events).' };
  const request = jest.spyOn(shop().app.get(SandboxHttpClient), 'makeRequest').mockResolvedValue({
    getStatusCode: () => 404,
    getHeaders: () => ({}),
    getRawResponse: () => ({}),
    toStream: () => ({}),
    toJSON: () => Promise.resolve({ error }),
  });
  await backfill().tick();
  expect(request).toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});
