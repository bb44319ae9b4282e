import pg from 'pg';
import { withThrowawayDatabase } from '../../src/commands/backups/throwaway-database.js';
import { openShop, shop } from '../support/client.js';
import { until } from '../support/until.js';
import { query } from '../support/setup/query.js';

openShop();

let url: string;
beforeAll(() => (url = (shop().db.options as { url: string }).url));

/** What a rehearsal has left; databases of other test files come and go. */
const copies = () =>
  shop().db.query<{ datname: string }[]>(
    `SELECT datname FROM pg_database WHERE datname = current_database() || '_rehearsal'`,
  );
afterEach(async () => expect(await copies()).toEqual([]));

const rehearse = () => withThrowawayDatabase(url, () => Promise.resolve('done'));

test('what a killed rehearsal left is dropped, unless somebody works there; a database of somebody else stays', async () => {
  const [{ name }] = await shop().db.query(`SELECT current_database() || '_rehearsal' AS name`);
  const left = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  await query(url, `CREATE DATABASE "${name}"`);
  await expect(rehearse()).rejects.toThrow(`${name} without the mark of a rehearsal`);

  await query(url, `COMMENT ON DATABASE "${name}" IS 'A copy that npm run restore -- --rehearsal makes and drops'`);
  const worker = new pg.Client(left);
  await worker.connect();
  await expect(rehearse()).rejects.toThrow('an interrupted rehearsal may have left, is in use');
  await worker.end();
  await expect(rehearse()).resolves.toBe('done');
});

test('one rehearsal runs at a time', async () => {
  await withThrowawayDatabase(url, async () => {
    await expect(rehearse()).rejects.toThrow('Another rehearsal runs beside this shop');
    expect(await copies()).toHaveLength(1);
  });
});

test('a database that cannot be dropped hides no error of the work', async () => {
  const told = jest.spyOn(console, 'error').mockImplementation();
  const user = `dropper_${process.pid}`;
  await query(url, `CREATE ROLE ${user} LOGIN PASSWORD 'poor' CREATEDB`);
  try {
    const poor = Object.assign(new URL(url), { username: user, password: 'poor' }).href;
    const work = withThrowawayDatabase(poor, async () => {
      const [copy] = await copies();
      await query(url, `ALTER DATABASE "${copy?.datname}" OWNER TO CURRENT_USER`);
      throw new Error('the first error');
    });
    await expect(work).rejects.toThrow('the first error');
    expect(told.mock.calls).toEqual([[expect.stringContaining('could not be dropped')]]);
  } finally {
    told.mockRestore();
    for (const { datname } of await copies()) await query(url, `DROP DATABASE "${datname}"`);
    await query(url, `DROP ROLE ${user}`);
  }
});

test('a database may have any name', async () => {
  const name = `một/hai 100%_${process.pid}`;
  await query(url, `CREATE DATABASE "${name}"`);
  try {
    await withThrowawayDatabase(Object.assign(new URL(url), { pathname: `/${encodeURI(name)}` }).href, (copy) =>
      query(copy, `COMMENT ON DATABASE "${name}_rehearsal" IS 'it is this one'`),
    );
    await expect(query(url, `DROP DATABASE "${name}_rehearsal"`)).rejects.toThrow('does not exist');
  } finally {
    await query(url, `DROP DATABASE "${name}"`);
  }
});

test('a signal drops the database before the process ends', async () => {
  const exit = jest.spyOn(process, 'exit').mockImplementation((() => undefined) as () => never);
  try {
    await withThrowawayDatabase(url, async () => {
      process.emit('SIGTERM', 'SIGTERM');
      await until('the process ends', () => exit.mock.calls.length > 0);
      expect([exit.mock.calls, await copies()]).toEqual([[[143]], []]);
    });
  } finally {
    exit.mockRestore();
  }
});
