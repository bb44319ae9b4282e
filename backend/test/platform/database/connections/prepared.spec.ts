import { arrayParameter, prepared } from '../../../../src/platform/database/connections/prepared.js';
import { poolOf } from '../../../../src/platform/database/connections/shared-pool.js';
import { useGenericPlans } from '../../../../src/platform/database/transaction.js';
import { asOwner, openShop, shop } from '../../../support/client.js';

interface Plans {
  name: string;
  generic_plans: string;
  custom_plans: string;
}

openShop();

const TWICE = prepared('test-twice', 'SELECT 2 * n AS twice FROM unnest($1::integer[]) AS given (n) ORDER BY n');

const plansOf = (client: { query: (sql: string) => Promise<{ rows: Plans[] }> }) =>
  client.query('SELECT name, generic_plans, custom_plans FROM pg_prepared_statements').then(({ rows }) => rows);

test('a declared statement is prepared once on each connection, with values or without', async () => {
  const one = prepared('test-one', 'SELECT 1 AS one');
  const client = await poolOf(shop().db).connect();
  try {
    await client.query('DEALLOCATE ALL').catch(() => undefined);
    await client.query(one);
    await client.query({ text: one });
    await client.query('SELECT 3');
    expect((await plansOf(client)).map(({ name }) => name)).toContain('test-one');
    const callback = await new Promise((resolve, reject) =>
      client.query(one, (error: Error | null, { rows }: { rows: unknown[] }) =>
        error ? reject(error) : resolve(rows),
      ),
    );
    expect(callback).toEqual([{ one: 1 }]);
  } finally {
    client.release(true);
  }
});

test('a transaction with generic plans plans a declared statement once for arrays of any length', async () => {
  const plans = await shop().db.transaction(async (tx) => {
    await useGenericPlans(tx);
    for (const length of [1, 2, 3]) {
      const numbers = Array.from({ length }, (_, nth) => nth);
      expect(await tx.query(TWICE, [numbers])).toEqual(numbers.map((n) => ({ twice: 2 * n })));
    }
    return tx.query<Plans[]>(
      `SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE name = 'test-twice'`,
    );
  });
  expect(plans).toEqual([{ generic_plans: '3', custom_plans: '0' }]);
});

test('a statement with an array of any length is planned for few elements five times, and then never again', async () => {
  const products = prepared(
    'test-any',
    `SELECT p.id FROM products p JOIN variants v ON v.product_id = p.id WHERE p.id = ANY (${arrayParameter('$1', 'integer')})`,
  );
  const plans = await shop().db.transaction(async (tx) => {
    for (let nth = 0; nth < 8; nth++) await tx.query(products, [[nth]]);
    return tx.query<Plans[]>(`SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE name = 'test-any'`);
  });
  expect(plans).toEqual([{ generic_plans: '3', custom_plans: '5' }]);
});

test('the plans of other transactions stay as they are', async () => {
  await shop().db.transaction((tx) => useGenericPlans(tx));
  const modes = await Promise.all(
    Array.from({ length: 15 }, () => shop().db.query<{ plan_cache_mode: string }[]>('SHOW plan_cache_mode')),
  );
  expect(new Set(modes.map(([row]) => row?.plan_cache_mode))).toEqual(new Set(['auto']));
});

test.each([
  ['another type of a column', () => asOwner('ALTER TABLE widened ALTER COLUMN n TYPE bigint'), '0A000'],
  ['statements that the server has forgotten', undefined, '26000'],
])('%s fails a declared statement once on each connection', async (_what, change, code) => {
  await asOwner('DROP TABLE IF EXISTS widened; CREATE TABLE widened (n integer); GRANT SELECT ON widened TO PUBLIC');
  const statements = ['one', 'other'].map((name) =>
    prepared(`test-widened-${name}`, `SELECT n AS ${name} FROM widened`),
  );
  const client = await poolOf(shop().db).connect();
  const codes = async () => {
    const seen: (string | undefined)[] = [];
    for (const text of [...statements, ...statements])
      await client.query(text).then(
        () => seen.push(undefined),
        (error: { code: string }) => seen.push(error.code),
      );
    return seen;
  };
  try {
    expect(await codes()).toEqual([undefined, undefined, undefined, undefined]);
    await (change?.() ?? client.query('DEALLOCATE ALL'));
    expect(await codes()).toEqual([code, undefined, undefined, undefined]);
  } finally {
    client.release(true);
  }
});

test('a name belongs to one statement, and PostgreSQL keeps all of it', () => {
  expect(() => prepared('test-twice', 'SELECT 3')).toThrow('Two statements have the name test-twice');
  expect(() => prepared('n'.repeat(64), 'SELECT 4')).toThrow('too long');
});
