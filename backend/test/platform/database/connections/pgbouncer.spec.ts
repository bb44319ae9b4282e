import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Product } from '../../../../src/contract/catalog/catalog.js';
import { Placed } from '../../../../src/contract/orders/placing.js';
import { withImportLock } from '../../../../src/catalog/import/import.locks.js';
import { checkFrom } from '../../../../src/ledger-check/ledger-check.js';
import { createOwnerDataSource } from '../../../../src/platform/database/data-source.js';
import { answer, openShop, shop, visitor } from '../../../support/client.js';
import { cartOf, given, statuses, times, type Shopper } from '../../../support/given.js';
import { PgBouncer, hasPgBouncer } from '../../../support/setup/pgbouncer.js';
import { changeCatalogue } from '../../../catalog/stocked.js';

(hasPgBouncer() ? describe : describe.skip)('with PgBouncer in transaction mode', () => {
  const pooler = new PgBouncer();
  /** May only be the application: it owns nothing. */
  const user = `pooled_${randomBytes(4).toString('hex')}`;
  let owner: DataSource;

  openShop(async (databaseUrl) => {
    owner = await createOwnerDataSource(databaseUrl).initialize();
    await owner.query(`CREATE ROLE ${user} LOGIN PASSWORD '${user}' IN ROLE may_app`);
    const behind = Object.assign(new URL(databaseUrl), { username: user, password: user });
    return { DATABASE_URL: await pooler.start(behind.href), DATABASE_DIRECT_URL: databaseUrl };
  });
  afterAll(async () => {
    pooler.stop();
    await owner.query(`DROP ROLE ${user}`);
    await owner.destroy();
  });

  test('thirty shoppers order and pay at once over three connections, and the ledger is whole', async () => {
    // One after the other: fixtures wait for a connection as short as a call that may be repeated.
    const product = await given.product({ price: 100_000, stock: 30 });
    const shoppers: Shopper[] = [];
    while (shoppers.length < 30) shoppers.push(await given.shopper({ balance: 105_000 }));
    const replies = await Promise.all(
      shoppers.map(async (shopper) => {
        const cart = cartOf([{ id: product, qty: 1 }], 105_000);
        const { id } = answer(await shopper.post('/api/placeorder/', cart), Placed, 201);
        return shopper.post('/api/paybox/payment/', { order_id: id });
      }),
    );
    expect(statuses(replies)).toEqual({ 200: 30 });
    expect((await checkFrom(shop().db)).violations).toEqual([]);
  });

  test('no connection behind the pooler may rewrite records', async () => {
    const results = await times(12, () =>
      shop()
        .db.query('DELETE FROM transfers')
        .catch((error: Error) => error.message),
    );
    expect(new Set(results)).toEqual(new Set(['permission denied for table transfers']));
  });

  test('a change behind the pooler drops the cached response', async () => {
    const id = await given.product({ price: 100_000 });
    const price = async () => answer(await visitor().get(`/api/products/${id}/`), Product).price;
    expect([await price(), await price()]).toEqual([100_000, 100_000]);
    await changeCatalogue('UPDATE products SET price = 90000 WHERE id = $1', [id]);
    expect(await price()).toBe(90_000);
  });

  test('products are read at once over connections that prepared other statements, or the same', async () => {
    const ids = await times(30, () => given.product());
    const replies = await times(60, (nth) =>
      visitor().get(`/api/products/${ids[nth % 30]}/${nth < 30 ? '' : 'related/'}`),
    );
    expect(statuses(replies)).toEqual({ 200: 60 });
  });

  test('one import runs at a time', async () => {
    const { db } = shop();
    const inner = await withImportLock(db, async () => [await withImportLock(db, () => Promise.resolve('second'))]);
    expect(inner).toEqual([undefined]);
    expect(await withImportLock(db, () => Promise.resolve('third'))).toBe('third');
  });
});
