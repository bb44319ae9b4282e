import { hashPassword } from '../../../src/auth/passwords/passwords.js';
import { prepareDatabase } from '../../../src/commands/prepare-database.js';
import { Config } from '../../../src/platform/config/config.js';
import { refuseDemoPasswords } from '../../../src/demo/demo-passwords.js';
import { openShop, shop } from '../../support/client.js';

openShop();

const setPassword = async (id: number, password: string) =>
  shop().db.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, await hashPassword(password)]);

test('production refuses a database whose first administrator has the password of the demo', async () => {
  const { db } = shop();
  await setPassword(1, 'admin123');
  await expect(refuseDemoPasswords(db)).rejects.toThrow(
    'The first administrator has the password of the demo, kept in the database since its first start: change it before NODE_ENV is "production".',
  );
  await setPassword(1, 'thuyền-giấy-trôi-xa');
  await expect(refuseDemoPasswords(db)).resolves.toBeUndefined();
});

test('the shopper of the demo is warned of while its known password opens it', async () => {
  const { db } = shop();
  await setPassword(1, 'thuyền-giấy-trôi-xa');
  const [khach]: { id: number }[] = await db.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash)
     VALUES ('khach', 'khach', 'khach@example.com', 'khach@example.com', '') RETURNING id`,
  );
  await setPassword(khach!.id, 'khach123');
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await refuseDemoPasswords(db);
  expect(log.mock.calls).toEqual([
    ['The account khach has the password of the demo: deactivate it, or change its password.'],
  ]);
  await db.query('UPDATE users SET is_active = false WHERE id = $1', [khach!.id]);
  await refuseDemoPasswords(db);
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
});

test('outside production a shop that other machines reach starts, and warns of the password of the demo', async () => {
  const { directDatabaseUrl } = shop().app.get(Config);
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const warnings = async (env: NodeJS.ProcessEnv) => {
    log.mockClear();
    const settings = {
      NODE_ENV: 'test',
      SEED: 'none',
      DATABASE_URL: directDatabaseUrl,
      JWT_SECRET: 's'.repeat(32),
      ...env,
    };
    await prepareDatabase(Config.from(settings));
    return log.mock.calls.flat();
  };
  const warning = (opened: string) =>
    `WARNING: ${opened}, so whoever reaches this machine can sign in as its administrator with the password of the demo. Change it, or set ADMIN_PASSWORD before the first start.`;
  await setPassword(1, 'admin123');
  expect(await warnings({ HOST: '0.0.0.0' })).toEqual([warning('HOST is "0.0.0.0"')]);
  expect(await warnings({ BACKEND_HOST: '::' })).toEqual([warning('BACKEND_HOST is "::"')]);
  expect(await warnings({})).toEqual([]);
  expect(await warnings({ HOST: 'localhost', BACKEND_HOST: '::1' })).toEqual([]);
  await setPassword(1, 'thuyền-giấy-trôi-xa');
  expect(await warnings({ HOST: '0.0.0.0' })).toEqual([]);
  log.mockRestore();
});
