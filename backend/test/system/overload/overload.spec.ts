import { Logger } from '@nestjs/common';
import { watchdog } from '../../../src/platform/overload/watchdog.js';
import { CouponsService } from '../../../src/coupons/coupons.service.js';
import { refusal } from '../../chat/talker.js';
import { until } from '../../support/until.js';
import { openShop, shop, visitor } from '../../support/client.js';
import { passTime } from '../../support/clock.js';
import { cartOf, given, type Shopper } from '../../support/given.js';

openShop();

let shopper: Shopper;
beforeAll(async () => {
  shopper = await given.shopper();
});
afterEach(() => {
  watchdog.stop();
  overload(0);
});

const check = () => shopper.post('/api/coupons/check/', { code: 'MÂY', total_price: 1 });

/** Nothing else can be done meanwhile. */
function block(ms: number): void {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

const stalls = () => [...watchdog.stalls.values()].reduce((sum, count) => sum + count, 0);

/** Time that passes only when the test says so, and a watchdog that has seen nothing yet and ticks by hand. */
function standingClock() {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  watchdog.start();
  watchdog.stop();
  watchdog.stalls.clear();
  return clock;
}

/** The event loop as if it had been late for so long that so many kinds of calls are refused. */
function overload(kinds: number): void {
  watchdog.shedder.level = kinds;
}

describe('a call that blocks the event loop', () => {
  const offer = { message: '', discount_amount: 0 };
  const blocking = {
    'at once': () => {
      block(1_000);
      return Promise.resolve(offer);
    },
    'after a question to the database': async () => {
      await shop().db.query('SELECT 1');
      block(1_000);
      return offer;
    },
    'after a transaction': async () => {
      await shop().db.transaction((tx) => tx.query('SELECT 1'));
      block(1_000);
      return offer;
    },
    'after something that the watchdog does not see': async () => {
      // oxlint-disable-next-line may/no-timed-test -- a timer is what the watchdog does not see
      await new Promise((resolve) => setTimeout(resolve, 50));
      block(1_000);
      return offer;
    },
  };

  test.each(Object.entries(blocking))('%s is named, whatever else is under way', async (_how, act) => {
    jest.spyOn(shop().app.get(CouponsService), 'check').mockImplementation(act);
    watchdog.stalls.clear();
    watchdog.start();
    const others = ['/api/paybox/wallet/', '/api/orders/', '/api/categories/', '/api/settings/'];
    // Calls that continue from one shared read in one turn can be taken for each other, so one stall may be misnamed.
    for (let attempt = 1; attempt <= 5 && !watchdog.stalls.has('POST /api/coupons/check'); attempt++) {
      const stallsBefore = stalls();
      await Promise.all([check(), ...others.map((path) => shopper.get(path))]);
      await until('the stall is seen', () => stalls() > stallsBefore, 5_000);
    }
    expect([...watchdog.stalls.keys()]).toContain('POST /api/coupons/check');
  });

  test('is logged with method, route, request and delay, at most once a second, and counted in a metric', async () => {
    const clock = standingClock();
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    jest.spyOn(shop().app.get(CouponsService), 'check').mockImplementation(() => {
      clock.mockReturnValue(performance.now() + 420);
      return Promise.resolve(offer);
    });
    for (const _ of [1, 2, 3, 4]) {
      await check();
      watchdog.tick();
    }
    const line = { delayMs: 400, call: 'POST /api/coupons/check', requestId: expect.anything() as unknown };
    expect(warn.mock.calls).toEqual(Array.from({ length: 2 }, () => [line, 'The event loop stalled']));
    const { text } = await visitor().get('/metrics');
    expect(text).toContain('may_event_loop_stalls_total{call="POST /api/coupons/check"} 4');
    expect(text).toContain('may_event_loop_delay_seconds_bucket');
  });

  test('is not reported when many short calls together cause the delay', () => {
    const clock = standingClock();
    for (let turn = 1; turn <= 5; turn += 1) {
      clock.mockReturnValue(performance.now() + 100);
      watchdog.note(undefined);
    }
    watchdog.tick();
    expect([...watchdog.stalls]).toEqual([['none', 1]]);
  });
});

describe('while the event loop is late', () => {
  const calls = {
    search: () => visitor().post('/api/ai-search/text/', { query: 'áo' }),
    'search by keyword': () => visitor().get(`/api/products/?keyword=${Math.random()}`),
    read: () => shopper.get('/api/orders/'),
    write: check,
    'new order': () => shopper.post('/api/placeorder/', cartOf([], 0)),
    payment: () => shopper.post('/api/paybox/payment/', { order_id: 1 }),
    webhook: () => visitor().post('/api/stripe-webhook/', {}),
    'kept bytes': () => visitor().get('/api/settings/'),
    health: () => visitor().get('/readyz'),
  };
  const refused = async () => {
    const names: string[] = [];
    for (const [name, call] of Object.entries(calls)) {
      const reply = await call();
      if (reply.status !== 503) continue;
      expect(reply.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
      names.push(name);
    }
    return names;
  };
  const searches = ['search', 'search by keyword'];

  test.each([
    [0, []],
    [1, searches],
    [2, [...searches, 'read']],
    [3, [...searches, 'read', 'write']],
    [4, [...searches, 'read', 'write', 'new order', 'payment', 'webhook']],
  ])('so that %i kinds of calls are refused, these are, before anything is done: %j', async (kinds, expected) => {
    await calls['kept bytes']();
    overload(kinds);
    expect(await refused()).toEqual(expected);
  });

  test('new chat sockets are refused like other writes, and the shop says which part is busy', async () => {
    overload(3);
    expect(await refusal(`1_${shopper.id}`, ['jwt', shopper.access ?? ''])).toMatchObject({ status: 503 });
    passTime(2_000); // checks of one second share a result
    const health = await visitor().get('/readyz');
    expect([health.status, health.body]).toMatchObject([
      200,
      { parts: { database: { state: 'up' }, eventLoop: { state: 'busy' } } },
    ]);
    const { text } = await visitor().get('/metrics');
    expect(text).toMatch(/may_calls_shed_total\{kind="write"\} [1-9]/);
  });

  test('the watchdog tells the shedder how late the loop is and how many calls are in flight', async () => {
    const sample = jest.spyOn(watchdog.shedder, 'sample');
    const clock = standingClock();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    jest.spyOn(shop().app.get(CouponsService), 'check').mockImplementation(async () => {
      clock.mockReturnValue(performance.now() + 520);
      watchdog.tick();
      await answered;
      return { message: '', discount_amount: 0 };
    });
    const call = check();
    await until('the call is under way', () => sample.mock.calls.length > 0);
    answer();
    await call;
    expect(sample).toHaveBeenCalledWith(500, 1, performance.now());
    await until('the call is counted no more', () => {
      watchdog.tick();
      return sample.mock.lastCall?.[1] === 0;
    });
  });
});
