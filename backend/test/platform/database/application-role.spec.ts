import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { prepareDatabase } from '../../../src/commands/prepare-database.js';
import { Config } from '../../../src/platform/config/config.js';
import { ensureApplicationRole } from '../../../src/platform/database/application-role.js';
import { createDataSource, createOwnerDataSource } from '../../../src/platform/database/data-source.js';
import { migrate } from '../../../src/platform/database/migrations.js';
import { emptyDatabase } from '../../support/setup/database.js';

let url: string;
let owner: DataSource;
beforeEach(async () => {
  url = await emptyDatabase();
  owner = await createOwnerDataSource(url).initialize();
});
afterEach(() => owner.destroy());

const TAKE_ALL =
  'REVOKE ALL ON ALL TABLES IN SCHEMA public, sandbox FROM may_app; REVOKE ALL ON SCHEMA sandbox FROM may_app';

test.each([
  ['rights that a restored dump does not have are granted again', TAKE_ALL],
  ['rights to rewrite records are revoked again', 'GRANT UPDATE, DELETE ON transfers, audit_entries TO may_app'],
])('%s', async (_rule, damage) => {
  await migrate(owner);
  await owner.query(damage);
  expect(await ensureApplicationRole(owner)).toBe(true);
  const application = await createDataSource(url).initialize();
  try {
    expect(await application.query('SELECT current_user AS role')).toEqual([{ role: 'may_app' }]);
    expect(await application.query('SELECT * FROM sandbox.payment_intents')).toEqual([]);
    await expect(application.query('DELETE FROM transfers')).rejects.toThrow('permission denied');
  } finally {
    await application.destroy();
  }
});

describe('a database user who may create no role', () => {
  const user = `limited_${randomBytes(4).toString('hex')}`;
  let limited: URL;
  beforeEach(async () => {
    limited = Object.assign(new URL(url), { username: user, password: user });
    await owner.query(`CREATE ROLE ${user} LOGIN PASSWORD '${user}'; CREATE EXTENSION pg_trgm;
      ALTER DATABASE ${limited.pathname.slice(1)} OWNER TO ${user}; ALTER SCHEMA public OWNER TO ${user}`);
  });
  afterEach(() => owner.query(`REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; DROP ROLE ${user}`));

  const settings = (extra: Record<string, string> = {}) =>
    Config.from({ DATABASE_URL: limited.href, SEED: 'none', ...extra });

  test('production refuses to start without the role, and says what to run', async () => {
    const production = settings({
      ...{ NODE_ENV: 'production', PAYMENTS: 'sandbox', ADMIN_PASSWORD: randomBytes(12).toString('hex') },
      JWT_SECRET: randomBytes(24).toString('hex'),
    });
    await expect(prepareDatabase(production)).rejects.toThrow(
      `run CREATE ROLE may_app; GRANT may_app TO "${user}"; as a superuser`,
    );
    await owner.query(`GRANT may_app TO ${user}`);
    await prepareDatabase(production);
  });

  test('development starts without the role, with a warning', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation();
    await prepareDatabase(settings());
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('The role may_app is missing'));
    warned.mockRestore();
  });
});
