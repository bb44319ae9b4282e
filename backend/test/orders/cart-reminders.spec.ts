import { CartReminder } from '../../src/contract/orders/cart-reminders.js';
import { Settings } from '../../src/contract/administration/settings.js';
import type { Message } from '../../src/mail/sending/transport.js';
import { CartReminderLinks } from '../../src/orders/cart-reminders/cart-reminder-links.js';
import { CartRemindersJob, REMINDER_LIMITS } from '../../src/orders/cart-reminders/cart-reminders.job.js';
import { changeCatalogue } from '../catalog/stocked.js';
import { mailContents, sendDueMails } from '../mail/mail-contents.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given, times, type Shopper } from '../support/given.js';

openShop();

const CALL = '/api/cart-reminder/';
const job = () => new CartRemindersJob(shop().db);
const change = async (shopper: Shopper, is_on: boolean) => answer(await shopper.put(CALL, { is_on }), CartReminder);
/** Of a shopper whose mailbox is proved. */
const agree = async (shopper: Shopper, is_on = true) => {
  await given.provedMailbox(shopper);
  return change(shopper, is_on);
};
const keep = async (shopper: Shopper, ...items: object[]) =>
  expect((await shopper.put(`${CALL}cart/`, { items })).status).toBe(204);
const offer = async (cart_reminders: boolean) =>
  answer(await (await given.admin()).put('/api/settings/', { cart_reminders }), Settings);

const moveTo = ({ id }: Shopper, email: string) =>
  shop().db.query('UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1', [id, email]);

/** Lets hours pass for the kept carts. */
const letPass = (hours: number) =>
  shop().db.query(
    `UPDATE cart_reminders SET changed_at = changed_at - make_interval(hours => $1),
       mailed_at = mailed_at - make_interval(hours => $1)`,
    [hours],
  );
const kept = (): Promise<{ user_id: number; lines: object[] }[]> =>
  shop().db.query('SELECT user_id, lines FROM cart_reminders ORDER BY user_id');

/** Sends the due mails. @returns those of a template */
const delivered = async (template = 'cart_reminder', contents = mailContents()) =>
  (await sendDueMails(contents)).filter(({ name }) => name.endsWith(template));
const failures = async (): Promise<string[]> => {
  const rows: { last_error: string }[] = await shop().db.query(
    `SELECT last_error FROM mails WHERE template = 'cart_reminder' AND state = 'failed'`,
  );
  return rows.map(({ last_error }) => last_error);
};

/** A shopper who has agreed, and left a cart of one variant a day ago. */
async function leftCart() {
  const shopper = await given.shopper();
  const goods = await given.variant({ price: 120_000, stock: 3 });
  await agree(shopper);
  await keep(shopper, { id: goods.product, variant_id: goods.variant, qty: 2 });
  await letPass(REMINDER_LIMITS.afterHours);
  return { shopper, ...goods };
}

beforeEach(async () => {
  await offer(true);
  await shop().db.query('DELETE FROM mails');
  await shop().db.query('DELETE FROM cart_reminders');
  await shop().db.query('DELETE FROM cart_reminder_refusals');
});

describe('the consent', () => {
  test('is off until the shopper gives it, can be repeated and taken back, which deletes the cart', async () => {
    const shopper = await given.shopper();
    const read = async () => answer(await shopper.get(CALL), CartReminder);
    expect(await read()).toEqual({ is_offered: true, is_on: false, is_confirmed: false });
    expect(await agree(shopper)).toEqual({ is_offered: true, is_on: true, is_confirmed: true });
    await keep(shopper, { id: 1, variant_id: null, qty: 1 });
    await agree(shopper);
    expect(await kept()).toEqual([{ user_id: shopper.id, lines: [{ product: 1, variant: null, qty: 1 }] }]);
    const off = { is_offered: true, is_on: false, is_confirmed: false };
    expect(await agree(shopper, false)).toEqual(off);
    expect(await agree(shopper, false)).toEqual(off);
    expect(await kept()).toEqual([]);
  });

  test('without it no cart is kept', async () => {
    const shopper = await given.shopper();
    await keep(shopper, { id: 1, variant_id: null, qty: 1 });
    expect(await kept()).toEqual([]);
  });

  test('cannot be given while the owner has reminders switched off, as in a new shop; then no cart is kept either', async () => {
    const shopper = await given.shopper();
    await agree(shopper);
    await shop().db.query(`DELETE FROM settings WHERE key = 'carts'`);
    expect(answer(await visitor().get('/api/settings/'), Settings).cart_reminders).toBe(false);
    await keep(shopper, { id: 1, variant_id: null, qty: 1 });
    expect(await kept()).toEqual([{ user_id: shopper.id, lines: [] }]);
    expect(answer(await shopper.get(CALL), CartReminder)).toEqual({
      is_offered: false,
      is_on: true,
      is_confirmed: true,
    });
    expect((await (await given.shopper()).put(CALL, { is_on: true })).status).toBe(409);
    expect(await agree(shopper, false)).toEqual({ is_offered: false, is_on: false, is_confirmed: false });
  });

  test('ends by the link of a mail without a sign-in, again too, and by no other link', async () => {
    const [{ shopper }, { shopper: other }] = [await leftCart(), await leftCart()];
    expect(await job().remind()).toBe(2);
    const [mail] = await delivered();
    const link = new URL(mail!.cancelUrl!);
    expect([link.pathname, mail!.text]).toEqual(['/cart-reminder', expect.stringContaining(link.href)]);
    const [id, token] = [Number(link.searchParams.get('id')), link.searchParams.get('token')];
    const owner = id === shopper.id ? shopper : other;
    const cancel = (body: object) => visitor().post(`${CALL}cancel/`, body);
    expect((await cancel({ id: owner === shopper ? other.id : shopper.id, token })).status).toBe(400);
    expect((await cancel({ id, token: 'x' })).status).toBe(400);
    expect(await kept()).toHaveLength(2);
    expect((await cancel({ id, token })).status).toBe(204);
    expect((await cancel({ id, token })).status).toBe(204);
    expect((await kept()).map(({ user_id }) => user_id)).toEqual([owner === shopper ? other.id : shopper.id]);
  });

  test('belongs to the person’s data, and goes with a closed account', async () => {
    const shopper = await given.shopper({ password: 'mat-khau-1' });
    await agree(shopper);
    await keep(shopper, { id: 1, variant_id: null, qty: 1 });
    const { body } = await shopper.get('/auth/users/me/data/');
    expect(body).toMatchObject({ cart_reminders: [{ cart: [{ product: 1, variant: null, qty: 1 }] }] });
    expect((await shopper.post('/auth/users/me/close/', { current_password: 'mat-khau-1' })).status).toBe(204);
    expect(await kept()).toEqual([]);
  });

  test.each([
    [{ items: [{ id: 0, variant_id: null, qty: 1 }] }],
    [{ items: [{ id: 1, variant_id: null, qty: 0 }] }],
    [{ items: [{ id: 1, qty: 1 }] }],
    [{ items: Array<object>(21).fill({ id: 1, variant_id: null, qty: 1 }) }],
    [{}],
  ])('a cart like %j is refused', async (cart) => {
    expect((await (await given.shopper()).put(`${CALL}cart/`, cart)).status).toBe(400);
  });
});

describe('a mailbox that nobody has proved', () => {
  /** What the link of the mail that asks for a confirmation sends. */
  async function linkOfMail(contents = mailContents()) {
    const [mail, ...others] = await delivered('cart_reminder_confirm', contents);
    expect(others).toEqual([]);
    const { searchParams } = new URL(/\S+use=confirm\S+/.exec(mail!.text)![0]);
    return { id: Number(searchParams.get('id')), token: searchParams.get('token') };
  }
  const confirm = async (body: object) => (await visitor().post(`${CALL}confirm/`, body)).status;
  async function unproved() {
    const shopper = await given.shopper();
    const goods = await given.variant({ price: 120_000, stock: 3 });
    await change(shopper, true);
    await keep(shopper, { id: goods.product, variant_id: goods.variant, qty: 2 });
    await letPass(REMINDER_LIMITS.afterHours);
    return shopper;
  }

  test('gets no reminder before it has confirmed by the link of its mail', async () => {
    const shopper = await unproved();
    expect(answer(await shopper.get(CALL), CartReminder)).toMatchObject({ is_on: true, is_confirmed: false });
    expect(await job().remind()).toBe(0);
    const link = await linkOfMail();
    expect(await confirm({ ...link, token: 'x' })).toBe(400);
    expect([await confirm(link), await confirm(link)]).toEqual([204, 204]);
    expect(answer(await shopper.get(CALL), CartReminder)).toMatchObject({ is_on: true, is_confirmed: true });
    expect(await job().remind()).toBe(1);
    expect(await delivered()).toHaveLength(1);
  });

  test('that is proved later has not agreed to what was consented before, until the consent is given again', async () => {
    const shopper = await unproved();
    await given.provedMailbox(shopper);
    expect(answer(await shopper.get(CALL), CartReminder)).toMatchObject({ is_on: true, is_confirmed: false });
    expect(await job().remind()).toBe(0);
    expect(await change(shopper, true)).toMatchObject({ is_on: true, is_confirmed: true });
    expect(await job().remind()).toBe(1);
  });

  test('is asked once a day, however often the consent is given', async () => {
    const shopper = await unproved();
    for (const is_on of [true, false, true]) await change(shopper, is_on);
    await times(5, () => change(shopper, true));
    await linkOfMail();
    await shop().db.query(`UPDATE mails SET created_at = created_at - interval '25 hours'`);
    await times(5, () => change(shopper, true));
    await linkOfMail();
  });

  test('is asked again at once when the mail before was given up, because the consent was withdrawn meanwhile', async () => {
    const shopper = await unproved();
    await change(shopper, false);
    expect(await delivered('cart_reminder_confirm')).toEqual([]);
    await change(shopper, true);
    expect(await confirm(await linkOfMail())).toBe(204);
  });

  test('that confirmed is not asked again, and gets no mail that was queued before', async () => {
    const shopper = await unproved();
    const link = await linkOfMail();
    await shop().db.query('DELETE FROM mails');
    await change(shopper, true);
    expect(await confirm(link)).toBe(204);
    expect(await delivered('cart_reminder_confirm')).toEqual([]);
    await shop().db.query('DELETE FROM mails');
    await change(shopper, true);
    expect(await delivered('cart_reminder_confirm')).toEqual([]);
  });

  test('confirms neither for another e-mail nor after the consent was withdrawn', async () => {
    const shopper = await unproved();
    const link = await linkOfMail();
    expect(await confirm(link)).toBe(204);
    await moveTo(shopper, 'moi@example.com');
    expect(answer(await shopper.get(CALL), CartReminder)).toMatchObject({ is_on: true, is_confirmed: false });
    expect(await job().remind()).toBe(0);
    expect(await confirm(link)).toBe(400);
    await change(shopper, false);
    expect(await confirm(link)).toBe(400);
  });

  test('confirms for no e-mail that the account gets while the mail to the one before is written', async () => {
    const shopper = await unproved();
    const contents = mailContents();
    const load = contents.loaderFor('cart_reminder_confirm');
    contents.register(['cart_reminder_confirm'], async (...mail) => {
      await moveTo(shopper, 'nguoi-khac@example.com');
      return load(...mail);
    });
    expect(await confirm(await linkOfMail(contents))).toBe(400);
  });
});

describe('a mailbox that has refused', () => {
  const cancel = async (link: object) => expect((await visitor().post(`${CALL}cancel/`, link)).status).toBe(204);
  const linkOf = (mail?: Message) => {
    const { searchParams } = new URL(mail!.cancelUrl!);
    return { id: Number(searchParams.get('id')), token: searchParams.get('token') };
  };
  const hashOf = (email: string) => shop().app.get(CartReminderLinks).refusals.hash(email);
  const emailOf = async ({ id }: Shopper) => {
    const [user]: { email: string }[] = await shop().db.query('SELECT email FROM users WHERE id = $1', [id]);
    return user!.email;
  };
  const refusals = (): Promise<{ mailbox_hash: string }[]> =>
    shop().db.query('SELECT mailbox_hash FROM cart_reminder_refusals');
  const askNextDay = async (shopper: Shopper) => {
    await shop().db.query(`UPDATE mails SET created_at = created_at - interval '25 hours'`);
    return shopper.put(CALL, { is_on: true });
  };

  /** Of a shopper whose mailbox was asked to confirm. */
  async function asked() {
    const shopper = await given.shopper();
    await change(shopper, true);
    const [mail] = await delivered('cart_reminder_confirm');
    return { shopper, link: linkOf(mail) };
  }
  async function expectNotAsked(shopper: Shopper) {
    const { status, body } = await askNextDay(shopper);
    expect([status, body]).toMatchObject([409, { detail: expect.stringContaining('đã từ chối') }]);
    expect(answer(await shopper.get(CALL), CartReminder)).toMatchObject({ is_on: false });
    expect(await delivered('cart_reminder_confirm')).toEqual([]);
  }

  test('is not asked again, for no account of its e-mail', async () => {
    const { shopper, link } = await asked();
    await cancel(link);
    await expectNotAsked(shopper);
    const [email, other] = [await emailOf(shopper), await given.shopper()];
    await moveTo(shopper, 'khac@example.com');
    await moveTo(other, email.toUpperCase());
    await expectNotAsked(other);
  });

  test('is stored once, and without its address', async () => {
    const { shopper, link } = await asked();
    await times(5, () => cancel(link));
    expect(await refusals()).toEqual([{ mailbox_hash: hashOf(await emailOf(shopper)) }]);
  });

  test('is reminded again once its owner has proved it and agrees; then the refusal is forgotten', async () => {
    const { shopper, link } = await asked();
    await cancel(link);
    await given.provedMailbox(shopper);
    expect(await refusals()).toHaveLength(1);
    expect(await change(shopper, true)).toMatchObject({ is_on: true, is_confirmed: true });
    expect(await refusals()).toEqual([]);
  });

  test('refuses for itself alone, not for the e-mail that the account has by then', async () => {
    const { shopper, link } = await asked();
    await moveTo(shopper, 'hop-thu-moi@example.com');
    await cancel(link);
    expect((await askNextDay(shopper)).status).toBe(200);
    expect(await delivered('cart_reminder_confirm')).toHaveLength(1);
  });

  test('gets neither question nor reminder that was queued before', async () => {
    const [{ shopper }, other] = [await leftCart(), await given.shopper()];
    await job().remind();
    await change(other, true);
    for (const one of [shopper, other])
      await shop().db.query('INSERT INTO cart_reminder_refusals VALUES ($1)', [hashOf(await emailOf(one))]);
    expect([await delivered(), await delivered('cart_reminder_confirm')]).toEqual([[], []]);
    expect(await failures()).toEqual(['Người nhận đã ngừng nhận nhắc giỏ hàng']);
  });
});

describe('a reminder', () => {
  test('comes once, 24 hours after the last change, with what can still be bought', async () => {
    const shopper = await given.shopper();
    const { product, variant } = await given.variant({ price: 120_000, stock: 3 });
    const [gone, archived] = [await given.product({ stock: 0 }), await given.product()];
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived]);
    await agree(shopper);
    const lines = [gone, archived, 2_000_000_000].map((id) => ({ id, variant_id: null, qty: 1 }));
    await keep(shopper, ...lines, { id: product, variant_id: variant, qty: 5 });
    await letPass(REMINDER_LIMITS.afterHours - 1);
    expect(await job().remind()).toBe(0);
    await letPass(1);
    expect(await job().remind()).toBe(1);
    expect(await job().remind()).toBe(0);
    const [mail, ...others] = await delivered();
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('Giỏ hàng của bạn tại MAY');
    expect(mail!.text.match(/^- .*/gm)).toEqual([
      expect.stringMatching(/^- Áo thun số \d+ \(Đỏ, M, 3 × 120\.000 VND\): 360\.000 VND$/),
    ]);
    await letPass(REMINDER_LIMITS.daysBetween * 24 * 2);
    expect(await job().remind()).toBe(0);
  });

  test('is queued once by many workers at once', async () => {
    for (let nth = 0; nth < 3; nth++) await leftCart();
    await shop().db.query(`UPDATE cart_reminders SET changed_at = now() - interval '25 hours'`);
    const counts = await times(8, () => job().remind());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await delivered()).toHaveLength(3);
  });

  test('waits 24 hours again after a change; an equal cart is no change', async () => {
    const { shopper, product, variant } = await leftCart();
    await keep(shopper, { id: product, variant_id: variant, qty: 1 });
    expect(await job().remind()).toBe(0);
    await letPass(REMINDER_LIMITS.afterHours);
    await keep(shopper, { id: product, variant_id: variant, qty: 1 });
    expect(await job().remind()).toBe(1);
  });

  test('of a new cart comes seven days after the last one at the earliest', async () => {
    const { shopper, product, variant } = await leftCart();
    expect(await job().remind()).toBe(1);
    await keep(shopper, { id: product, variant_id: variant, qty: 1 });
    await letPass(REMINDER_LIMITS.afterHours);
    expect(await job().remind()).toBe(0);
    await shop().db.query(`UPDATE cart_reminders SET mailed_at = mailed_at - interval '6 days'`);
    expect(await job().remind()).toBe(1);
  });

  test('comes seven days after the last one at the earliest, also when the consent was taken back and given again', async () => {
    const { shopper, product, variant } = await leftCart();
    expect(await job().remind()).toBe(1);
    await agree(shopper, false);
    expect(await kept()).toEqual([]);
    await agree(shopper);
    await keep(shopper, { id: product, variant_id: variant, qty: 1 });
    await letPass(REMINDER_LIMITS.afterHours);
    expect(await job().remind()).toBe(0);
    await shop().db.query(`UPDATE cart_reminders SET mailed_at = mailed_at - interval '6 days'`);
    expect(await job().remind()).toBe(1);
  });

  test.each<[string, (left: Awaited<ReturnType<typeof leftCart>>) => Promise<unknown>, string]>([
    ['was emptied', ({ shopper }) => keep(shopper), 'Giỏ hàng đã thay đổi'],
    [
      'was changed',
      ({ shopper, product, variant }) => keep(shopper, { id: product, variant_id: variant, qty: 1 }),
      'Giỏ hàng đã thay đổi',
    ],
    ['was ordered', ({ shopper }) => given.order(shopper), 'Khách đã đặt hàng'],
    ['lost its consent', ({ shopper }) => agree(shopper, false), 'Người nhận đã rút lại đồng ý'],
    [
      'is sold out',
      ({ variant }) => changeCatalogue('UPDATE variants SET stock_quantity = 0 WHERE id = $1', [variant]),
      'Trong giỏ không còn món nào mua được',
    ],
    ['may not be reminded of any more', () => offer(false), 'Cửa hàng đã tắt nhắc giỏ hàng'],
  ])('is neither queued nor, if it is queued, sent when the cart %s', async (_, happen, error) => {
    const before = await leftCart();
    await happen(before);
    expect(await job().remind()).toBe(0);

    await offer(true);
    await shop().db.query('DELETE FROM cart_reminders');
    const queued = await leftCart();
    expect(await job().remind()).toBe(1);
    await happen(queued);
    expect(await delivered()).toEqual([]);
    expect(await failures()).toEqual([error]);
  });

  test('does not come after an order of the hour before: a device may tell of the cart late', async () => {
    const shopper = await given.shopper();
    const { product, variant } = await given.variant();
    await agree(shopper);
    await given.order(shopper);
    await keep(shopper, { id: product, variant_id: variant, qty: 1 });
    await letPass(REMINDER_LIMITS.afterHours);
    await shop().db.query(`UPDATE orders SET created_at = created_at - interval '24 hours' WHERE user_id = $1`, [
      shopper.id,
    ]);
    expect(await job().remind()).toBe(0);
    await shop().db.query(`UPDATE orders SET created_at = created_at - interval '1 hour' WHERE user_id = $1`, [
      shopper.id,
    ]);
    expect(await job().remind()).toBe(1);
  });

  test('of an old cart does not come, as after a worker that stood still', async () => {
    await leftCart();
    await letPass(REMINDER_LIMITS.untilHours);
    expect(await job().remind()).toBe(0);
  });

  test('beyond the shop’s limit of an hour waits for the next', async () => {
    const users = await times(3, () => leftCart());
    await shop().db.query(`UPDATE cart_reminders SET changed_at = now() - interval '25 hours'`);
    await shop().db.query(
      `INSERT INTO users (username, username_key, email, email_key, password_hash)
       SELECT 'gio-' || n, 'gio-' || n, 'gio-' || n || '@example.com', 'gio-' || n || '@example.com', '' FROM generate_series(1, $1) n`,
      [REMINDER_LIMITS.perHour - 2],
    );
    await shop().db.query(
      `INSERT INTO cart_reminders (user_id, mailed_at) SELECT id, now() FROM users WHERE username LIKE 'gio-%'`,
    );
    expect([users.length, await job().remind(), await job().remind()]).toEqual([3, 2, 0]);
    await shop().db.query(`UPDATE cart_reminders SET mailed_at = mailed_at - interval '1 hour'`);
    expect(await job().remind()).toBe(1);
  });

  test('does not go to an account that is switched off, and comes when it is active again', async () => {
    await leftCart();
    await shop().db.query(`UPDATE users SET is_active = false WHERE id = (SELECT user_id FROM cart_reminders)`);
    expect(await job().remind()).toBe(0);
    await shop().db.query(`UPDATE users SET is_active = true WHERE id = (SELECT user_id FROM cart_reminders)`);
    expect(await job().remind()).toBe(1);
  });
});

test('carts that nobody changes are forgotten after 30 days, and the consent stays', async () => {
  const { shopper } = await leftCart();
  await letPass(28 * 24);
  await job().clean();
  expect((await kept())[0]?.lines).toHaveLength(1);
  await letPass(2 * 24);
  await job().clean();
  expect(await kept()).toEqual([{ user_id: shopper.id, lines: [] }]);
});
