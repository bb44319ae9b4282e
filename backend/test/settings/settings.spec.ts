import { AuditEntry } from '../../src/contract/administration/audit.js';
import { Settings } from '../../src/contract/administration/settings.js';
import type { Client } from '../support/client.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given } from '../support/given.js';
import { untilLockWaits } from '../support/locks/lock-waits.js';
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
      delivery: {
        handling_days: 1,
        min_days: 1,
        max_days: 4,
        cutoff_hour: 15,
        closed_weekdays: [6, 7],
        closed_dates: [],
        zones: [],
        earlier: [],
      },
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
  });

  test('two concurrent changes of one part both last, and the log knows what each replaced', async () => {
    const admin = await given.admin();
    answer(await put(admin, { cod: { is_on: false, max_total: 900_000 } }), Settings);
    const replies = await shop().db.transaction(async (tx) => {
      await tx.query(`SELECT FROM settings WHERE key = 'payments' FOR UPDATE`);
      const calls = Promise.all([put(admin, { cod: { is_on: true } }), put(admin, { cod: { max_total: 800_000 } })]);
      await untilLockWaits(tx, 2);
      return { calls };
    });
    for (const reply of await replies.calls) answer(reply, Settings);
    expect((await visitor().get('/api/settings/')).body.cod).toMatchObject({ is_on: true, max_total: 800_000 });
    const [last, first] = answer(await admin.get('/api/admin/audit/?subject=settings'), AuditEntry.array());
    expect(last?.before).toMatchObject({ cod: (first?.after as Settings | undefined)?.cod });
  });

  test('of deliveries are changed part by part, and every combination holds', async () => {
    const admin = await given.admin();
    const change = (delivery: object) => put(admin, { delivery });
    const changed = answer(
      await change({ max_days: 3, cutoff_hour: 24, closed_weekdays: [], closed_dates: ['2027-02-05'] }),
      Settings,
    );
    expect(changed.delivery).toEqual({
      handling_days: 1,
      min_days: 1,
      max_days: 3,
      cutoff_hour: 24,
      closed_weekdays: [],
      closed_dates: ['2027-02-05'],
      zones: [],
      earlier: [
        {
          max_days: 4,
          cutoff_hour: 15,
          closed_weekdays: [6, 7],
          closed_dates: [],
          until: expect.any(String) as string,
        },
      ],
    });
    const refused = await change({ min_days: 4 });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([
      400,
      ['detail', 'error', 'delivery.max_days'],
    ]);
    expect(answer(await visitor().get('/api/settings/'), Settings).delivery).toEqual(changed.delivery);
  });

  test('of zones are replaced as a whole, and tell what they replaced', async () => {
    const admin = await given.admin();
    const change = async (delivery: object) => answer(await put(admin, { delivery }), Settings).delivery;
    const hanoi = { name: 'Hà Nội', provinces: ['Hà Nội'], min_days: 0, max_days: 1 };
    const north = { name: 'Miền núi', provinces: ['Lai Châu', 'Điện Biên'], min_days: 5, max_days: 9 };
    expect((await change({ zones: [hanoi, north] })).zones).toEqual([hanoi, north]);
    expect((await change({ handling_days: 2 })).zones).toEqual([hanoi, north]);
    const { zones, earlier } = await change({ handling_days: 2, zones: [north] });
    expect(zones).toEqual([north]);
    expect(earlier.slice(-3).map(({ until: _, ...replaced }) => replaced)).toEqual([
      { zones: [] },
      { handling_days: 1 },
      { zones: [hanoi, north] },
    ]);
    expect((await change({ zones: [north] })).earlier).toEqual(earlier);
  });

  test('that are lists are not replaced when somebody else has changed them meanwhile', async () => {
    const admin = await given.admin();
    const change = (delivery: object) => put(admin, { delivery });
    const zone = (name: string) => ({ name, provinces: [name], min_days: 0, max_days: 1 });
    const [hanoi, hue, caMau] = [zone('Hà Nội'), zone('Huế'), zone('Cà Mau')];
    const was = { zones: [hanoi], closed_dates: ['2027-02-05'], closed_weekdays: [7] };
    answer(await change(was), Settings);
    const before = answer(await change({ zones: [hanoi, hue], was: { zones: [hanoi] } }), Settings).delivery;

    const late = await change({ handling_days: 3, zones: [hanoi, caMau], was: { zones: [hanoi] } });
    expect(late.status).toBe(409);
    const detail = 'Vùng giao hàng vừa được thay đổi ở nơi khác. Hãy tải lại trang, xem lại rồi sửa.';
    expect(late.body).toMatchObject({ detail });
    expect((await change({ closed_dates: [], was: { closed_dates: [] } })).status).toBe(409);
    expect((await change({ closed_weekdays: [6], was: { closed_weekdays: [6, 7] } })).status).toBe(409);
    expect(answer(await visitor().get('/api/settings/'), Settings).delivery).toEqual(before);

    // A save whose answer was lost is repeated; another list may have changed; without `was` any change is overwritten.
    answer(await change({ zones: [hanoi, hue], was: { zones: [hanoi] } }), Settings);
    answer(await change({ closed_dates: [], was: { zones: [], closed_dates: ['2027-02-05'] } }), Settings);
    expect(answer(await change({ zones: [caMau] }), Settings).delivery.zones).toEqual([caMau]);
  });

  test('of deliveries that are older than zones hold without them', async () => {
    await shop().db.query(`INSERT INTO settings (key, value) VALUES ('delivery', '{"handling_days": 2, "max_days": 6}')
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
    const { delivery } = answer(await put(await given.admin(), { delivery: { max_days: 7 } }), Settings);
    expect(delivery).toMatchObject({ handling_days: 2, max_days: 7, zones: [] });
    expect(delivery.earlier).toMatchObject([{ max_days: 6 }]);
  });

  test('remember the last changes of deliveries alone', async () => {
    const admin = await given.admin();
    for (let days = 5; days < 28; days++) answer(await put(admin, { delivery: { max_days: days } }), Settings);
    const { earlier } = answer(await visitor().get('/api/settings/'), Settings).delivery;
    expect([earlier.length, earlier[0]?.max_days, earlier.at(-1)?.max_days]).toEqual([20, 7, 26]);
  });

  const zone = { name: 'Vùng', provinces: ['Huế'], min_days: 1, max_days: 2 };
  test.each([
    ['without a name', [{ ...zone, name: ' ' }], 'delivery.zones.0.name'],
    ['without a province', [{ ...zone, provinces: [] }], 'delivery.zones.0.provinces'],
    ['with a former province', [{ ...zone, provinces: ['Bình Dương'] }], 'delivery.zones.0.provinces'],
    ['with a province twice', [{ ...zone, provinces: ['Huế', 'Huế'] }], 'delivery.zones.0.provinces'],
    ['with a province of another', [zone, { ...zone, provinces: ['Cà Mau', 'Huế'] }], 'delivery.zones.1.provinces'],
    ['with part of a day', [{ ...zone, min_days: 0.5 }], 'delivery.zones.0.min_days'],
    ['with too many days', [{ ...zone, max_days: 61 }], 'delivery.zones.0.max_days'],
    [
      'that ends before it begins',
      [zone, { ...zone, provinces: ['Cà Mau'], min_days: 3 }],
      'delivery.zones.1.max_days',
    ],
    ['of more than there are provinces', Array<object>(35).fill(zone), 'delivery.zones'],
  ])('a zone %s is refused beside its field', async (_, zones, field) => {
    const refused = await put(await given.admin(), { delivery: { zones } });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([
      400,
      expect.arrayContaining([field]) as string[],
    ]);
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
    [{ delivery: { closed_dates: ['05/02/2027'] } }],
    [{ delivery: { closed_dates: ['2027-02-30'] } }],
    [{ delivery: { closed_dates: Array<string>(101).fill('2027-02-05') } }],
    [[]],
  ])('%j is a 400', async (body) => {
    expect((await put(await given.admin(), body)).status).toBe(400);
  });
});

describe('the account for transfers', () => {
  const PASSWORD = 'mat-khau-1';
  const OWN = { current_password: PASSWORD };
  const ACCOUNT = { bank_bin: '970436', account_number: '0123456789', account_name: 'CONG TY MAY' };
  const notified = async (): Promise<number[]> => {
    const rows: { user_id: number }[] = await shop().db.query(
      `SELECT user_id FROM mails WHERE template = 'transfer_account_changed'`,
    );
    return rows.map(({ user_id: id }) => id);
  };
  beforeEach(() => shop().db.query('UPDATE users SET is_active = false WHERE is_staff'));

  test("changes with the administrator's current password alone, and all administrators hear of it", async () => {
    const [admin, other] = [await given.admin({ password: PASSWORD }), await given.admin()];
    for (const current_password of [undefined, '', 'wrong-one']) {
      const reply = await put(admin, { vietqr: { ...ACCOUNT, is_on: true }, current_password });
      expect([reply.status, Object.keys(reply.body as object)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    expect(answer(await visitor().get('/api/settings/'), Settings).vietqr.is_on).toBe(false);
    const saved = answer(await put(admin, { vietqr: { ...ACCOUNT, is_on: true }, ...OWN }), Settings);
    expect(saved.vietqr).toEqual({ ...ACCOUNT, is_on: true });
    expect(await notified()).toEqual([admin.id, other.id]);
    for (const change of [{ account_number: '999' }, { bank_bin: '970422' }, { account_name: 'KE TROM' }]) {
      expect((await put(admin, { vietqr: change })).status).toBe(400);
    }
    expect(answer(await visitor().get('/api/settings/'), Settings).vietqr).toEqual(saved.vietqr);
  });

  test('is switched off, and saved again as it is, without a password', async () => {
    const admin = await given.admin({ password: PASSWORD });
    answer(await put(admin, { vietqr: { ...ACCOUNT, is_on: true }, ...OWN }), Settings);
    const before = await notified();
    answer(await put(admin, { vietqr: { ...ACCOUNT, is_on: true }, phone: '0900000000' }), Settings);
    expect(answer(await put(admin, { vietqr: { is_on: false } }), Settings).vietqr.is_on).toBe(false);
    expect(await notified()).toEqual(before);
    expect((await put(admin, { vietqr: { is_on: true } })).status).toBe(400);
  });
});
