import { Logger } from '@nestjs/common';
import os from 'node:os';
import { ResentMails } from '../../../src/contract/administration/mail.js';
import { Me } from '../../../src/contract/accounts/profile.js';
import { Detail } from '../../../src/contract/common.js';
import { AdminProduct, AdminProductRow } from '../../../src/contract/catalog/products.js';
import { StockAlertGoods } from '../../../src/contract/catalog/stock-alerts.js';
import { StockAlertLinks } from '../../../src/catalog/stock-alerts/stock-alert-links.js';
import { ALERT_LIMITS, StockAlertsJob } from '../../../src/catalog/stock-alerts/stock-alerts.job.js';
import { MAX_ALERTS } from '../../../src/catalog/stock-alerts/stock-alerts.service.js';
import type { Message } from '../../../src/mail/sending/transport.js';
import { changeCatalogue } from '../stocked.js';
import { answer, asOwner, openShop, shop, visitor, type Client } from '../../support/client.js';
import { given, statuses, times } from '../../support/given.js';
import { failDueMails, interruptDueMails, sendDueMails } from '../../mail/mail-contents.js';

openShop({ RATE_LIMIT: 'off', DATA_DIR: os.tmpdir() });
beforeEach(() => shop().db.query('DELETE FROM stock_alerts'));
beforeEach(() => shop().db.query('DELETE FROM stock_alert_refusals'));

let count = 0;
const newAddress = () => `cho-hang-${(count += 1)}@example.com`;
const soldOut = () => given.variant({ stock: 0 });
type Goods = Awaited<ReturnType<typeof soldOut>>;
const restock = ({ variant }: { variant: number }, stock = 3) =>
  changeCatalogue('UPDATE variants SET stock_quantity = $2 WHERE id = $1', [variant, stock]);
const ask = (goods: object, email: unknown, caller: Client = visitor()) =>
  caller.post('/api/stock-alerts/', { ...goods, email });
const job = () => new StockAlertsJob(shop().db);
const links = () => shop().app.get(StockAlertLinks, { strict: false });
const refusals = (): Promise<{ mailbox_hash: string }[]> =>
  shop().db.query('SELECT mailbox_hash FROM stock_alert_refusals');

const failedMails = (): Promise<object[]> => shop().db.query(`SELECT id FROM mails WHERE state = 'failed'`);

/** Sends the due mails. @returns those about stock alerts */
const delivered = async () => (await sendDueMails()).filter(({ cancelUrl }) => cancelUrl !== undefined);

/** The link of a mail that does this. */
function linkIn(mail: Message | undefined, use: 'confirm' | 'cancel'): { id: number; token: string } {
  const urls = (mail?.text.match(/https?:\S+\/stock-alert\?\S+/g) ?? []).map((url) => new URL(url).searchParams);
  const params = urls.find((query) => query.get('use') === use);
  return { id: Number(params?.get('id')), token: params?.get('token') ?? '' };
}
const confirm = (link: object) => visitor().post('/api/stock-alerts/confirm/', link);
const cancel = (link: object) => visitor().post('/api/stock-alerts/cancel/', link);

/** An alert that was asked for and confirmed. @returns its address */
async function waiting(goods: Goods, email = newAddress()): Promise<string> {
  expect((await ask(goods, email)).status).toBe(202);
  const [mail] = await delivered();
  answer(await confirm(linkIn(mail, 'confirm')), StockAlertGoods);
  return email;
}

describe('asking for an alert', () => {
  test('mails a link that confirms it, once', async () => {
    const goods = await soldOut();
    const email = newAddress();
    answer(await ask(goods, email), Detail, 202);
    const [mail] = await delivered();
    expect(mail).toMatchObject({ to: email });
    const link = linkIn(mail, 'confirm');
    const response = answer(await confirm(link), StockAlertGoods);
    expect(response).toMatchObject({ product: goods.product, color: 'Đỏ', size: 'M' });
    expect((await confirm(link)).body).toHaveProperty('token');
  });

  test('mails nothing about stock before the address is confirmed', async () => {
    const goods = await soldOut();
    await ask(goods, newAddress());
    await restock(goods);
    expect(await job().notify()).toBe(0);
  });

  test('a link works for its own alert only and for 24 hours', async () => {
    const goods = await soldOut();
    await ask(goods, newAddress());
    await ask(goods, newAddress());
    const [one, other] = (await delivered()).map((mail) => linkIn(mail, 'confirm'));
    for (const wrong of [{ ...one, id: other?.id }, { ...one, id: 999_999 }, { ...one, token: 'x' }, { id: one?.id }]) {
      expect((await confirm(wrong)).status).toBe(400);
    }
    await shop().db.query(`UPDATE stock_alerts SET link_expires_at = now() WHERE id = $1`, [one?.id]);
    expect((await confirm(one ?? {})).status).toBe(400);
    expect((await confirm(other ?? {})).status).toBe(200);
  });

  test('a newer link replaces the older one', async () => {
    const goods = await soldOut();
    const email = newAddress();
    await ask(goods, email);
    const [first] = await delivered();
    await ask(goods, email.toUpperCase());
    const [second] = await delivered();
    expect((await confirm(linkIn(first, 'confirm'))).status).toBe(400);
    expect((await confirm(linkIn(second, 'confirm'))).status).toBe(200);
  });

  test('a known and an unknown address get the same answer', async () => {
    const goods = await soldOut();
    const known = await waiting(goods);
    const [one, other] = [await ask(goods, known), await ask(goods, newAddress())];
    expect([one.status, one.body]).toEqual([other.status, other.body]);
  });

  test('an alert that waits keeps waiting while another link is out', async () => {
    const goods = await soldOut();
    await ask(goods, await waiting(goods));
    await restock(goods);
    expect(await job().notify()).toBe(1);
  });

  test('goods in stock, unknown goods and a missing variant are refused', async () => {
    const [available, empty] = [await given.variant(), await soldOut()];
    const archived = await soldOut();
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [archived.product]);
    expect((await ask(available, newAddress())).status).toBe(409);
    for (const unknown of [
      { product: 999_999 },
      { product: empty.product },
      { product: empty.product, variant: available.variant },
      archived,
    ]) {
      expect((await ask(unknown, newAddress())).status).toBe(404);
    }
    expect((await ask({ product: await given.product({ stock: 0 }) }, newAddress())).status).toBe(202);
  });

  test.each([[''], ['x'], [7], [null], [`${'a'.repeat(250)}@b.vn`], ['a@b.vn\r\nBcc: c@d.vn']])(
    'the address %j is refused beside the field',
    async (email) => {
      const reply = await ask(await soldOut(), email);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'email']]);
    },
  );

  test('an address waits for a limited number of goods', async () => {
    const email = newAddress();
    const products = await times(MAX_ALERTS, () => given.product({ stock: 0 }));
    await shop().db.query(
      `INSERT INTO stock_alerts (product_id, email_key, email, confirmed_at)
       SELECT id, $1, $1, now() FROM unnest($2::integer[]) id`,
      [email, products],
    );
    await ask(await soldOut(), email);
    const [mail] = await delivered();
    expect((await confirm(linkIn(mail, 'confirm'))).status).toBe(409);
  });
});

describe('a signed-in shopper', () => {
  const emailOf = async (caller: Client) => answer(await caller.get('/auth/users/me/'), Me).email;

  test('whose mailbox is proved needs no link for the own address, and needs one for another', async () => {
    const caller = await given.shopper();
    await given.provedMailbox(caller);
    const goods = await soldOut();
    await ask(goods, await emailOf(caller), caller);
    await ask(goods, newAddress(), caller);
    await delivered();
    await restock(goods);
    expect(await job().notify()).toBe(1);
  });

  test('whose mailbox is not proved needs a link', async () => {
    const caller = await given.shopper();
    const goods = await soldOut();
    await ask(goods, await emailOf(caller), caller);
    await restock(goods);
    expect(await job().notify()).toBe(0);
  });

  test('finds the own alerts in the export of personal data, and nobody else’s by an unproved e-mail', async () => {
    const caller = await given.shopper();
    const email = await emailOf(caller);
    const [own, others] = [await soldOut(), await soldOut()];
    await ask(own, email, caller);
    await ask(others, email);
    const alertsIn = async () =>
      ((await caller.get('/auth/users/me/data/')).body as { stock_alerts: { product_id: number }[] }).stock_alerts;
    expect((await alertsIn()).map(({ product_id }) => product_id)).toEqual([own.product]);
    await given.provedMailbox(caller);
    expect(await alertsIn()).toHaveLength(2);
  });

  test('whose mailbox is not proved does not take over an alert that its owner confirmed', async () => {
    const password = 'mat-khau-1';
    const caller = await given.shopper({ password });
    const email = await emailOf(caller);
    const goods = await soldOut();
    await ask(goods, email);
    const [mail] = await delivered();
    expect((await confirm(linkIn(mail, 'confirm'))).status).toBe(200);
    await ask(goods, email, caller);
    expect((await caller.get('/auth/users/me/data/')).body).toMatchObject({ stock_alerts: [] });
    expect((await caller.post('/auth/users/me/close/', { current_password: password })).status).toBe(204);
    await restock(goods);
    expect(await job().notify()).toBe(1);
  });

  test('who closes the account leaves no alert and no mail of one', async () => {
    const password = 'mat-khau-1';
    const caller = await given.shopper({ password });
    await ask(await soldOut(), await emailOf(caller), caller);
    expect((await caller.post('/auth/users/me/close/', { current_password: password })).status).toBe(204);
    expect(await shop().db.query('SELECT FROM stock_alerts')).toEqual([]);
    expect(await shop().db.query('SELECT FROM mails WHERE stock_alert_id IS NOT NULL')).toEqual([]);
  });
});

describe('stock again', () => {
  test('is mailed once, with a link to the choice and one that cancels', async () => {
    const goods = await soldOut();
    const email = await waiting(goods);
    await restock(goods);
    expect(await job().notify()).toBe(1);
    const [mail, ...more] = await delivered();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email });
    expect(mail?.text).toMatch(new RegExp(`/products/${goods.product}\\?color=\\d+&size=\\d+`));
    expect(mail?.cancelUrl).toContain('use=cancel');
    await restock(goods, 0);
    await restock(goods);
    expect(await job().notify()).toBe(0);
  });

  test('is mailed about a product without variants, whoever returns the stock', async () => {
    const shopper = await given.shopper();
    const { id, product } = await given.order(shopper);
    await changeCatalogue('UPDATE products SET count_in_stock = 0 WHERE id = $1', [product]);
    await ask({ product }, newAddress());
    const [mail] = await delivered();
    await confirm(linkIn(mail, 'confirm'));
    expect(await job().notify()).toBe(0);
    expect((await shopper.post(`/api/orders/${id}/cancel/`)).status).toBe(200);
    expect(await job().notify()).toBe(1);
  });

  test('is mailed once by several workers at the same time', async () => {
    const goods = await soldOut();
    for (let i = 0; i < 3; i++) await waiting(goods);
    await restock(goods);
    const queued = await times(6, () => job().notify());
    expect(queued.reduce((sum, n) => sum + n, 0)).toBe(3);
    expect(await delivered()).toHaveLength(3);
  });

  test('a worker that fails before its commit loses no mail', async () => {
    const goods = await soldOut();
    await waiting(goods);
    await restock(goods);
    await asOwner(`ALTER TABLE mails ADD CONSTRAINT fault CHECK (template <> 'back_in_stock') NOT VALID`);
    await expect(job().notify()).rejects.toThrow('fault');
    await asOwner('ALTER TABLE mails DROP CONSTRAINT fault');
    expect(await job().notify()).toBe(1);
  });

  test('is mailed to one address a limited number of times an hour; the rest follows', async () => {
    const goods = await Promise.all(Array.from({ length: ALERT_LIMITS.perAddress + 2 }, () => soldOut()));
    const email = newAddress();
    for (const each of goods) await waiting(each, email);
    for (const each of goods) await restock(each);
    expect(await job().notify()).toBe(ALERT_LIMITS.perAddress);
    expect(await job().notify()).toBe(0);
    await shop().db.query(
      `UPDATE stock_alerts SET notified_at = now() - interval '61 minutes' WHERE notified_at IS NOT NULL`,
    );
    expect(await job().notify()).toBe(2);
  });

  test('is mailed to a limited number of addresses an hour', async () => {
    const goods = await soldOut();
    await shop().db.query(
      `INSERT INTO stock_alerts (product_id, variant_id, email_key, email, confirmed_at)
       SELECT $1, $2, 'a' || n || '@example.com', 'a' || n || '@example.com', now() FROM generate_series(1, $3) n`,
      [goods.product, goods.variant, ALERT_LIMITS.perHour + 50],
    );
    await restock(goods);
    let queued = 0;
    for (let n = await job().notify(); n > 0; n = await job().notify()) {
      expect(n).toBeLessThanOrEqual(ALERT_LIMITS.atOnce);
      queued += n;
    }
    expect(queued).toBe(ALERT_LIMITS.perHour);
  });

  test('whose goods are sold out again before the mail goes out keeps waiting, and is mailed the next time', async () => {
    const goods = await soldOut();
    const email = await waiting(goods);
    await restock(goods);
    expect(await job().notify()).toBe(1);
    await restock(goods, 0);
    expect(await delivered()).toEqual([]);
    expect(await job().notify()).toBe(0);

    await restock(goods);
    expect(await job().notify()).toBe(1);
    expect((await delivered()).map(({ to }) => to)).toEqual([email]);
  });

  test.each<[string, (() => Promise<void>)[]]>([
    ['was interrupted', [interruptDueMails]],
    ['failed, and was interrupted later', [failDueMails, interruptDueMails]],
    ['was interrupted, and failed later', [interruptDueMails, failDueMails]],
  ])(
    'whose mail %s may have been mailed, and is not mailed again when its goods come and go',
    async (_what, attempts) => {
      const goods = await soldOut();
      await waiting(goods);
      await restock(goods);
      await job().notify();
      for (const attempt of attempts) await attempt();
      await restock(goods, 0);
      expect([await delivered(), await failedMails()]).toEqual([[], []]);
      await restock(goods);
      expect(await job().notify()).toBe(0);
    },
  );

  test('whose mail only failed before its goods were sold out again keeps waiting', async () => {
    const goods = await soldOut();
    const email = await waiting(goods);
    await restock(goods);
    await job().notify();
    await failDueMails();
    await failDueMails();
    await restock(goods, 0);
    expect(await delivered()).toEqual([]);
    await restock(goods);
    expect(await job().notify()).toBe(1);
    expect((await delivered()).map(({ to }) => to)).toEqual([email]);
  });

  test('whose goods are sold out again leaves no failed mail and no warning, and resending mails nobody', async () => {
    const goods = await soldOut();
    await waiting(goods);
    await restock(goods);
    await job().notify();
    await restock(goods, 0);
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await delivered();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
    expect(await failedMails()).toEqual([]);

    await restock(goods);
    expect(answer(await (await given.admin()).post('/api/admin/mails/send/'), ResentMails).count).toBe(0);
    expect(await delivered()).toEqual([]);
  });

  test('an older mail that is sent again asks for no further one after the alert was mailed', async () => {
    const goods = await soldOut();
    const email = await waiting(goods);
    await restock(goods);
    await job().notify();
    await shop().db.query(`UPDATE mails SET state = 'failed' WHERE state = 'pending'`);
    await restock(goods, 0);
    await waiting(goods, email);
    await restock(goods);
    await job().notify();
    expect(await delivered()).toHaveLength(1);

    await restock(goods, 0);
    expect(answer(await (await given.admin()).post('/api/admin/mails/send/'), ResentMails).count).toBe(1);
    expect(await delivered()).toEqual([]);
    await restock(goods);
    expect([await job().notify(), await failedMails()]).toEqual([0, []]);
  });

  describe('is mailed once when its address asks again while the mail server is down', () => {
    /** A mail waits for its next attempt, and the address asks again before the stock is back. @returns the address */
    async function askedAgain(goods: Goods): Promise<string> {
      const email = await waiting(goods);
      await restock(goods);
      await job().notify();
      await shop().db.query(
        `UPDATE mails SET next_attempt_at = now() + interval '3 hours' WHERE template = 'back_in_stock'`,
      );
      await restock(goods, 0);
      await waiting(goods, email);
      await restock(goods);
      return email;
    }
    const deliveredTo = async (email: string) => (await delivered()).filter(({ to }) => to === email).length;
    const endPause = () => shop().db.query(`UPDATE mails SET next_attempt_at = now() WHERE state = 'pending'`);

    test('and the first mail is due beside the second', async () => {
      const email = await askedAgain(await soldOut());
      expect(await job().notify()).toBe(1);
      await endPause();
      expect(await deliveredTo(email)).toBe(1);
      expect(await failedMails()).toEqual([]);
    });

    test('and the first mail is due before the next look', async () => {
      const email = await askedAgain(await soldOut());
      await endPause();
      expect(await deliveredTo(email)).toBe(0);
      expect(await job().notify()).toBe(1);
      expect(await deliveredTo(email)).toBe(1);
    });
  });

  test('of a product that was archived is not mailed', async () => {
    const goods = await soldOut();
    await waiting(goods);
    await restock(goods);
    await changeCatalogue('UPDATE products SET archived_at = now() WHERE id = $1', [goods.product]);
    expect(await job().notify()).toBe(0);
  });
});

describe('the link for cancelling', () => {
  test('deletes all alerts of the address with their mails, and again changes nothing', async () => {
    const [one, other, others] = [await soldOut(), await soldOut(), await soldOut()];
    const email = await waiting(one);
    await waiting(others);
    await ask(other, email);
    const [mail] = await delivered();
    await restock(one);
    await job().notify();
    const link = linkIn(mail, 'cancel');
    expect(statuses(await times(3, () => cancel(link)))).toEqual({ 204: 3 });
    expect(await delivered()).toEqual([]);
    const left: { product_id: number }[] = await shop().db.query('SELECT product_id FROM stock_alerts');
    expect(left).toEqual([{ product_id: others.product }]);
  });

  test('deletes the other alerts of the address when its own alert is gone', async () => {
    const [old, other, others] = [await soldOut(), await soldOut(), await soldOut()];
    const email = newAddress();
    await ask(old, email);
    const [mail] = await delivered();
    await shop().db.query('DELETE FROM stock_alerts WHERE product_id = $1', [old.product]);
    await waiting(other, email.toUpperCase());
    await waiting(others);
    const hash = jest.spyOn(links().refusals, 'hash');
    expect((await cancel(linkIn(mail, 'cancel'))).status).toBe(204);
    expect(hash).toHaveBeenCalled();
    hash.mockClear();
    // Every address is compared once only, however often the link is pressed.
    expect((await cancel(linkIn(mail, 'cancel'))).status).toBe(204);
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
    const left: { product_id: number }[] = await shop().db.query('SELECT product_id FROM stock_alerts');
    expect(left).toEqual([{ product_id: others.product }]);
  });

  test('with a wrong token changes nothing', async () => {
    const email = await waiting(await soldOut());
    const [row]: { id: number }[] = await shop().db.query('SELECT id FROM stock_alerts');
    const id = row?.id ?? 0;
    const confirming = links().confirmToken(id, 1);
    const others = links().cancelToken(id + 1, email);
    for (const token of ['x', '.', confirming, `${links().refusals.hash(email)}.${confirming}`, others]) {
      const reply = await cancel({ id, token });
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'token']]);
    }
    expect(await shop().db.query('SELECT FROM stock_alerts')).toHaveLength(1);
    expect(await refusals()).toEqual([]);
  });
});

describe('a mailbox that has cancelled', () => {
  const askedToConfirm = async (email: string) => {
    await ask(await soldOut(), email);
    const [mail] = await delivered();
    return mail!;
  };

  test('is not asked again by whoever gives its address, who gets the same answer as for another', async () => {
    const email = newAddress();
    await cancel(linkIn(await askedToConfirm(email), 'cancel'));
    const stranger = await given.shopper();
    const goods = await soldOut();
    const other = await ask(goods, newAddress());
    await delivered();
    for (const caller of [visitor(), stranger]) {
      const reply = await ask(goods, email.toUpperCase(), caller);
      expect([reply.status, reply.body]).toEqual([other.status, other.body]);
    }
    expect(await delivered()).toEqual([]);
    expect(await shop().db.query('SELECT FROM stock_alerts')).toHaveLength(1);
  });

  test('is remembered once, without its address, even when its alert is gone by then', async () => {
    const email = newAddress();
    const link = linkIn(await askedToConfirm(email), 'cancel');
    await shop().db.query('DELETE FROM stock_alerts');
    expect(statuses(await times(5, () => cancel(link)))).toEqual({ 204: 5 });
    expect(await refusals()).toEqual([{ mailbox_hash: links().refusals.hash(email) }]);
  });

  test('gets no mail that was queued before', async () => {
    const goods = await soldOut();
    const email = await waiting(goods);
    await ask(await soldOut(), email);
    await restock(goods);
    await job().notify();
    await shop().db.query('INSERT INTO stock_alert_refusals VALUES ($1)', [links().refusals.hash(email)]);
    expect(await delivered()).toEqual([]);
  });

  test('is told of stock again once its proved owner asks, or a link that it got before is confirmed', async () => {
    const caller = await given.shopper();
    const { email } = answer(await caller.get('/auth/users/me/'), Me);
    await cancel(linkIn(await askedToConfirm(email), 'cancel'));
    await given.provedMailbox(caller);
    expect(await refusals()).toHaveLength(1);
    await ask(await soldOut(), email, caller);
    expect(await refusals()).toEqual([]);

    const other = newAddress();
    const link = linkIn(await askedToConfirm(other), 'confirm');
    await shop().db.query('INSERT INTO stock_alert_refusals VALUES ($1)', [links().refusals.hash(other)]);
    expect((await confirm(link)).status).toBe(200);
    expect(await refusals()).toEqual([]);
  });
});

test('administrators see how many addresses wait for each variant', async () => {
  const admin = await given.admin();
  const goods = await soldOut();
  await waiting(goods);
  await waiting(goods);
  await ask(goods, newAddress());
  const product = answer(await admin.get(`/api/admin/products/${goods.product}/`), AdminProduct);
  expect(product.stock_alerts).toEqual([{ variant: goods.variant, waiting: 2 }]);
  const rows = answer(await admin.get(`/api/admin/products/?search=${goods.product}`), AdminProductRow.array());
  expect(rows.find(({ id }) => id === goods.product)?.stock_alerts).toBe(2);
});
