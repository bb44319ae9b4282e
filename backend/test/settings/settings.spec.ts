import { Settings } from '../../src/contract/settings.js';
import type { Client } from '../support/client.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import request from 'supertest';

openShop();

const put = (caller: Client, body: object) => {
  const call = request(shop().url).put('/api/settings/');
  if (caller.access) void call.set('Authorization', `JWT ${caller.access}`);
  return call.send(body);
};

describe('settings', () => {
  test('have defaults, and the sandbox replaces the card provider', async () => {
    const settings = answer(await visitor().get('/api/settings/'), Settings);
    expect(settings).toMatchObject({
      shop_name: 'MAY',
      shipping: { standard_fee: 0, reduced_threshold: 1_000_000, reduced_fee: 100_000, free_threshold: 2_000_000 },
      tax_percent: 5,
      delivery: { handling_days: 1, min_days: 1, max_days: 4, cutoff_hour: 15, closed_weekdays: [6, 7] },
      payment_window_minutes: 1_440,
      payment: { script_url: '/sandbox/stripe/v3/stripe.js' },
    });
  });

  test('are changed by the admin alone, part by part, and read at once', async () => {
    const admin = await given.admin();
    await visitor().get('/api/settings/');
    const changed = answer(await put(admin, { shop_name: 'May Hội An', shipping: { reduced_fee: 50_000 } }), Settings);
    expect(changed).toMatchObject({
      shop_name: 'May Hội An',
      shipping: { reduced_fee: 50_000, free_threshold: 2_000_000 },
    });
    answer(await put(admin, { tax_percent: 8 }), Settings);
    expect((await visitor().get('/api/settings')).body).toMatchObject({ shop_name: 'May Hội An', tax_percent: 8 });
    expect((await put(visitor(), { shop_name: 'x' })).status).toBe(401);
    expect((await put(await given.shopper(), { shop_name: 'x' })).status).toBe(403);
  });

  test('of deliveries are changed part by part, and every combination holds', async () => {
    const admin = await given.admin();
    const change = (delivery: object) => put(admin, { delivery });
    const changed = answer(await change({ max_days: 3, cutoff_hour: 24, closed_weekdays: [] }), Settings);
    expect(changed.delivery).toEqual({
      handling_days: 1,
      min_days: 1,
      max_days: 3,
      cutoff_hour: 24,
      closed_weekdays: [],
    });
    const refused = await change({ min_days: 4 });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([
      400,
      ['detail', 'error', 'delivery.max_days'],
    ]);
    expect(answer(await visitor().get('/api/settings/'), Settings).delivery).toEqual(changed.delivery);
  });

  test.each([
    [{ shop_name: '' }],
    [{ email: 'x' }],
    [{ tax_percent: '5' }],
    [{ tax_percent: 101 }],
    [{ tax_percent: 5.125 }],
    [{ payment_window_minutes: 4 }],
    [{ payment_window_minutes: 43_201 }],
    [{ shipping: { free_threshold: 1_000_000 } }],
    [{ shipping: { reduced_fee: -1 } }],
    [{ shipping: { reduced_fee: 1.5 } }],
    [{ shipping: 5 }],
    [{ delivery: { handling_days: -1 } }],
    [{ delivery: { min_days: 1.5 } }],
    [{ delivery: { max_days: 61 } }],
    [{ delivery: { cutoff_hour: 25 } }],
    [{ delivery: { cutoff_hour: '15' } }],
    [{ delivery: { closed_weekdays: [0] } }],
    [{ delivery: { closed_weekdays: [8] } }],
    [{ delivery: { closed_weekdays: [1, 2, 3, 4, 5, 6, 7] } }],
    [[]],
  ])('%j is a 400', async (body) => {
    expect((await put(await given.admin(), body)).status).toBe(400);
  });
});
