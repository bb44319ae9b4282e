import type { ReadReplica } from '../../../src/platform/database/replica/read-replica.js';
import { CatalogSource } from '../../../src/catalog/reads/catalog-source.js';
import { Product, type ListProduct } from '../../../src/contract/catalog/catalog.js';
import { storeHeartbeat } from '../../../src/monitoring/heartbeat.sql.js';
import { Config } from '../../../src/platform/config/config.js';
import { checkReplica } from '../../../src/platform/database/replica/check-replica.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { passTime } from '../../support/clock.js';
import { given, statuses, times } from '../../support/given.js';
import { ReplicatedPostgres } from '../../support/setup/replicated-postgres.js';
import { until } from '../../support/until.js';
import { changeCatalogue } from '../stocked.js';

let postgres: ReplicatedPostgres;
openShop(async () => {
  postgres = await ReplicatedPostgres.start();
  const { primary, replica } = postgres;
  return {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATABASE_REPLICA_MAX_LAG_SECONDS: '2',
  };
});
afterAll(() => postgres.stop());
afterEach(() => postgres.onReplica('SELECT pg_wal_replay_resume()'));

const replica = (): ReadReplica => shop().app.get(CatalogSource).replica!;
const isCaughtUp = () => until('the replica has every change', () => replica().isCurrent);

async function pauseReplay(): Promise<void> {
  await postgres.onReplica('SELECT pg_wal_replay_pause()');
  await until('replay is paused', async () => {
    const [row] = await postgres.onReplica<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
    return row?.state === 'paused';
  });
}

/** How many statements each server has answered. */
async function readsByServer(): Promise<Record<string, number>> {
  const { text } = await visitor().get('/metrics');
  const lines = text.matchAll(/^may_catalog_reads_total\{server="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, server = '', count]) => [server, Number(count)]));
}

/** Does something. @returns which servers answered statements of the catalogue meanwhile */
async function serversOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = await readsByServer();
  await act();
  const after = await readsByServer();
  return Object.keys(after).filter((server) => after[server] !== before[server]);
}

const priceOf = async (id: number) => answer(await visitor().get(`/api/products/${id}/`), Product).price;
const readyz = async () => {
  passTime(2_000);
  const { status, body } = await visitor().get('/readyz');
  return { status, replica: (body as { parts: { replica: { state: string; lag: number } } }).parts.replica };
};

test('public reads of the catalogue go to the replica', async () => {
  const { product } = await given.variant();
  await isCaughtUp();
  const reads = [
    `/api/products/${product}/`,
    `/api/products/${product}/related/`,
    `/api/products/${product}/reviews/`,
    '/api/products/?page=1&sort=price-asc',
    '/api/brands/',
    '/api/category/',
    '/api/colors/',
    '/api/sizes/',
    `/api/search/suggest/?q=ao%20thun`,
  ];
  for (const path of reads) {
    const servers = await serversOf(async () => expect((await visitor().get(path)).status).toBe(200));
    expect({ path, servers }).toEqual({ path, servers: ['replica'] });
  }
  const statements = await postgres.onReplica<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE application_name = 'may'`,
  );
  expect(statements.map(({ query }) => query).join('\n')).toMatch(/FROM (products|sizes|reviews|unnest)/);
});

test('prices and stock at checkout, and orders, never come from the replica', async () => {
  const { product } = await given.variant();
  const shopper = await given.shopper({ balance: 1_000_000 });
  const { id } = await given.order(shopper);
  await isCaughtUp();
  const servers = await serversOf(async () => {
    expect((await visitor().get(`/api/product-variants/?product=${product}`)).status).toBe(200);
    expect((await shopper.post('/api/paybox/payment/', { order_id: id })).status).toBe(200);
    expect((await shopper.get(`/api/orders/${id}/`)).status).toBe(200);
  });
  expect(servers).toEqual([]);
});

test('an edited product is right at once though the replica has not replayed the edit', async () => {
  const [id, other] = [await given.product({ price: 100_000 }), await given.product({ price: 70_000 })];
  await isCaughtUp();
  expect(await serversOf(async () => expect(await priceOf(id)).toBe(100_000))).toEqual(['replica']);
  await pauseReplay();
  await changeCatalogue('UPDATE products SET price = 90000 WHERE id = $1', [id]);
  const servers = await serversOf(async () => {
    expect(await priceOf(id)).toBe(90_000);
    expect(await priceOf(other)).toBe(70_000);
    const { body } = await visitor().get('/api/products/cards/?ids=' + String(id));
    expect((body as ListProduct[])[0]?.price).toBe(90_000);
  });
  expect(servers).toEqual(['primary']);

  await postgres.onReplica('SELECT pg_wal_replay_resume()');
  await isCaughtUp();
  const third = await given.product({ price: 60_000 });
  await isCaughtUp();
  expect(await serversOf(async () => expect(await priceOf(third)).toBe(60_000))).toEqual(['replica']);
  expect(await priceOf(id)).toBe(90_000);
});

test('no cache keeps an old price while the replica replays each commit late', async () => {
  const apply = async (delay: string) => {
    await postgres.onReplica(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
    await postgres.onReplica('SELECT pg_reload_conf()');
  };
  const ids = await times(3, () => given.product({ price: 1_000 }));
  await apply('80ms');
  try {
    let isOver = false;
    const statuses = new Set<number>();
    const readers = [1, 2, 3, 4].map(async (nth) => {
      while (!isOver) {
        for (const id of ids) statuses.add((await visitor().get(`/api/products/${id}/`)).status);
        statuses.add((await visitor().get(`/api/products/?page=1&page_size=${nth}`)).status);
      }
    });
    for (let price = 1_001; price < 1_040; price++) {
      const id = ids[price % ids.length]!;
      await changeCatalogue('UPDATE products SET price = $2 WHERE id = $1', [id, price]);
      expect(await priceOf(id)).toBe(price);
      if (price % 5 === 0) await isCaughtUp();
      expect(await priceOf(id)).toBe(price);
      const { body } = await visitor().get(`/api/products/cards/?ids=${id}`);
      expect((body as ListProduct[])[0]?.price).toBe(price);
    }
    isOver = true;
    await Promise.all(readers);
    expect([...statuses]).toEqual([200]);
    expect(Object.keys(await readsByServer())).toEqual(expect.arrayContaining(['primary', 'replica']));
  } finally {
    await apply('0');
  }
});

test('a replica that is further behind than the bound is not read from, and says how far', async () => {
  const id = await given.product();
  await isCaughtUp();
  expect(await readyz()).toMatchObject({ status: 200, replica: { state: 'up' } });
  await pauseReplay();
  await storeHeartbeat(shop().db); // no change of the catalogue
  await until('it is behind', () => replica().state === 'busy');
  const servers = await serversOf(async () => expect((await visitor().get(`/api/products/${id}/`)).status).toBe(200));
  expect(servers).toEqual(['primary']);
  const ready = await readyz();
  expect(ready).toMatchObject({ status: 200, replica: { state: 'busy' } });
  expect(ready.replica.lag).toBeGreaterThan(2);
  const { text } = await visitor().get('/metrics');
  expect(Number(/^may_replica_lag_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(2);

  await postgres.onReplica('SELECT pg_wal_replay_resume()');
  await isCaughtUp();
  expect((await readyz()).replica).toMatchObject({ state: 'up' });
});

test('a replica that dies costs no failed request, and is used again when it is back', async () => {
  const ids = await times(60, () => given.product());
  await isCaughtUp();
  let next = 0;
  const read = async (count: number) => {
    const replies = await Promise.all(
      ids.slice(next, (next += count)).map((id) => visitor().get(`/api/products/${id}/`)),
    );
    return statuses(replies);
  };
  expect(await serversOf(async () => expect(await read(10)).toEqual({ 200: 10 }))).toEqual(['replica']);
  const [, during] = await Promise.all([postgres.kill(), read(20)]);
  expect(during).toEqual({ 200: 20 });
  expect(await read(20)).toEqual({ 200: 20 });
  await until('it is missed', () => replica().state === 'down');
  expect(await serversOf(async () => expect(await read(5)).toEqual({ 200: 5 }))).toEqual(['primary']);
  expect(await readyz()).toMatchObject({ status: 200, replica: { state: 'down' } });

  await postgres.replica.revive();
  await isCaughtUp();
  expect(await serversOf(async () => expect(await read(5)).toEqual({ 200: 5 }))).toEqual(['replica']);
});

describe('a start', () => {
  const check = (DATABASE_REPLICA_URL: string) =>
    checkReplica(
      Config.from({
        NODE_ENV: 'test',
        SEED: 'none',
        JWT_SECRET: 'x'.repeat(32),
        DATABASE_URL: postgres.primary.url,
        DATABASE_REPLICA_URL,
      }),
    );
  const changed = (change: Partial<URL>) => Object.assign(new URL(postgres.replica.url), change).href;

  test('accepts a replica of this database', async () => {
    await expect(check(postgres.replica.url)).resolves.toBeUndefined();
  });

  test('refuses a server that takes writes', async () => {
    await expect(check(postgres.primary.url)).rejects.toThrow(
      /^DATABASE_REPLICA_URL leads to a server that is no replica \(127/,
    );
  });

  test('refuses a replica of another database', async () => {
    await expect(check(changed({ pathname: '/postgres' }))).rejects.toThrow(
      /^DATABASE_REPLICA_URL leads to a replica of another/,
    );
  });

  test('refuses a wrong password', async () => {
    await expect(check(changed({ password: 'x' }))).rejects.toThrow(
      /^DATABASE_REPLICA_URL is refused \(127\S+\): password/,
    );
  });

  test('warns of a replica that does not answer', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await check(changed({ port: '1' }));
    expect(log).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(/^DATABASE_REPLICA_URL cannot be reached \(127\.0\.0\.1:1\): /),
    );
    log.mockRestore();
  });
});
