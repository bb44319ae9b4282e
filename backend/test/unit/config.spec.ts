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

const service = {
  DATABASE_URL,
  AI_SEARCH_PROVIDER: 'openai',
  AI_SEARCH_URL: 'https://models.example.com/v1/',
  AI_SEARCH_EMBEDDING_MODEL: 'words',
  AI_SEARCH_VISION_MODEL: 'eyes',
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
  ['an engine that is none', { DATABASE_URL, AI_SEARCH_PROVIDER: 'magic' }, /AI_SEARCH_PROVIDER: must be builtin/],
  ['a model that is nowhere', { DATABASE_URL, AI_SEARCH_PROVIDER: 'onnx' }, /AI_SEARCH_MODEL_DIR/],
  ['a service without its models', { ...service, AI_SEARCH_VISION_MODEL: ' ' }, /AI_SEARCH_VISION_MODEL/],
  ['a service at no address', { ...service, AI_SEARCH_URL: 'models.example.com/v1' }, /AI_SEARCH_URL/],
  ['vectors of half a number', { ...service, AI_SEARCH_DIMENSIONS: '0.5' }, /AI_SEARCH_DIMENSIONS/],
  ['vectors kept nowhere', { DATABASE_URL, AI_SEARCH_VECTORS: 'disk' }, /AI_SEARCH_VECTORS/],
  ['half of the card keys', { ...safe, STRIPE_SECRET_KEY: 'sk_test_1' }, /STRIPE_PUBLISHABLE_KEY/],
])('%s is refused by name', (_case, environment: NodeJS.ProcessEnv, name) => {
  expect(() => Config.from(environment)).toThrow(ConfigError);
  expect(() => Config.from(environment)).toThrow(name);
});

test('the search runs on its own engine unless another one is set up', () => {
  const DATA_DIR = dataDir();
  expect(Config.from({ DATABASE_URL, DATA_DIR }).aiSearch).toEqual({ provider: 'builtin' });
  expect(Config.from({ DATABASE_URL, DATA_DIR }).vectors).toBe('scan');
  // As compose.yaml passes on what is not set.
  expect(Config.from({ DATABASE_URL, DATA_DIR, AI_SEARCH_PROVIDER: '' }).aiSearch).toEqual({ provider: 'builtin' });
  const model = { AI_SEARCH_PROVIDER: 'onnx', AI_SEARCH_MODEL_DIR: '/models/siglip' };
  expect(Config.from({ DATABASE_URL, DATA_DIR, ...model }).aiSearch).toEqual({
    provider: 'onnx',
    folder: path.resolve('/models/siglip'),
  });
  expect(Config.from({ ...service, DATA_DIR }).aiSearch).toEqual({
    provider: 'openai',
    url: 'https://models.example.com/v1',
    key: undefined,
    embeddingModel: 'words',
    visionModel: 'eyes',
    dimensions: 1_536,
    callsPerMinute: 60,
  });
});

test('a kept secret that was spoiled is refused, not replaced', () => {
  const DATA_DIR = dataDir();
  writeFileSync(path.join(DATA_DIR, 'jwt-secret'), 'x');
  expect(() => Config.from({ DATABASE_URL, DATA_DIR })).toThrow(/jwt-secret/);
  expect(readFileSync(path.join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe('x');
});
