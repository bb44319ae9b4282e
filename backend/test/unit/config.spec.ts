import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Config, ConfigError } from '../../src/config.js';

const DATABASE_URL = 'postgres://shop@127.0.0.1/shop';
const safe = {
  NODE_ENV: 'production',
  DATABASE_URL,
  JWT_SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: 'not the demo one',
} as const;

const dataDir = () => mkdtempSync(path.join(tmpdir(), 'may-config-'));

test('development starts on defaults and keeps the secret it makes', () => {
  const DATA_DIR = dataDir();
  const first = Config.from({ DATABASE_URL, DATA_DIR });
  expect(first).toMatchObject({ publicUrl: 'http://127.0.0.1:3000', seed: 'demo', stripe: null, redisUrl: undefined });
  expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(readFileSync(path.join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe(first.jwtSecret);
  expect(Config.from({ DATABASE_URL, DATA_DIR }).jwtSecret).toBe(first.jwtSecret);
});

test('production starts on safe settings, without demo data', () => {
  expect(Config.from(safe)).toMatchObject({ isProduction: true, seed: 'none' });
});

test.each([
  ['no database', { DATA_DIR: '/nowhere' }, /DATABASE_URL/],
  ['a port that is none', { DATABASE_URL, PORT: '70000' }, /PORT/],
  ['an unknown seed', { DATABASE_URL, SEED: 'everything' }, /SEED/],
  ['production without a secret', { ...safe, JWT_SECRET: '' }, /JWT_SECRET/],
  ['production with a short secret', { ...safe, JWT_SECRET: 'short' }, /JWT_SECRET/],
  ['production without a password', { ...safe, ADMIN_PASSWORD: '' }, /ADMIN_PASSWORD/],
  ['production with the demo password', { ...safe, ADMIN_PASSWORD: 'admin123' }, /ADMIN_PASSWORD/],
  ['production without rate limits', { ...safe, RATE_LIMIT: 'off' }, /RATE_LIMIT/],
  ['a mail server that is none', { DATABASE_URL, SMTP_URL: 'mail.example.com:25' }, /SMTP_URL/],
  ['half of the card keys', { ...safe, STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY/],
])('%s is refused by name', (_case, environment: NodeJS.ProcessEnv, name) => {
  expect(() => Config.from(environment)).toThrow(ConfigError);
  expect(() => Config.from(environment)).toThrow(name);
});

test('a kept secret that was spoiled is refused, not replaced', () => {
  const DATA_DIR = dataDir();
  writeFileSync(path.join(DATA_DIR, 'jwt-secret'), 'x');
  expect(() => Config.from({ DATABASE_URL, DATA_DIR })).toThrow(/jwt-secret/);
  expect(readFileSync(path.join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe('x');
});
