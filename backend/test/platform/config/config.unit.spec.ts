import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Config, ConfigError } from '../../../src/platform/config/config.js';
import { readSettings } from '../../../src/platform/config/environment/read.js';
import { strayNames } from '../../../src/platform/config/environment/stray-names.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const DATABASE_URL = 'postgres://shop@127.0.0.1/shop';
const safe = {
  NODE_ENV: 'production',
  DATABASE_URL,
  JWT_SECRET: 's'.repeat(32),
  ADMIN_PASSWORD: 'not the demo one',
  PAYMENTS: 'sandbox',
} as const;
/** Every refusal below is made with it somewhere, and none may say it. */
const HIDDEN = 'hunter2';
const stripe = {
  STRIPE_SECRET_KEY: `sk_live_${HIDDEN}`,
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
} as const;

const service = {
  DATABASE_URL,
  AI_SEARCH_PROVIDER: 'openai',
  AI_SEARCH_URL: 'https://models.example.com/v1/',
  AI_SEARCH_EMBEDDING_MODEL: 'words',
  AI_SEARCH_VISION_MODEL: 'eyes',
} as const;

const folders = temporaryFolder('config');
const dataDir = () => mkdtempSync(path.join(folders, 'data-'));

test('development starts on defaults and keeps the secret it makes', () => {
  const DATA_DIR = dataDir();
  const first = Config.from({ DATABASE_URL, DATA_DIR });
  expect(first).toMatchObject({ publicUrl: 'http://127.0.0.1:3000', seed: 'demo', stripe: null, redisUrl: undefined });
  expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
  expect(readFileSync(path.join(DATA_DIR, 'jwt-secret'), 'utf8')).toBe(first.jwtSecret);
  expect(Config.from({ DATABASE_URL, DATA_DIR }).jwtSecret).toBe(first.jwtSecret);
});

test.each([
  ['::', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('links of a shop that listens on %s lead to %s', (HOST, publicUrl) => {
  expect(Config.from({ DATABASE_URL, DATA_DIR: dataDir(), HOST })).toMatchObject({ publicUrl });
});

test('the demo is the default everywhere but in production', () => {
  for (const NODE_ENV of ['development', 'test'])
    expect(
      Config.from({ DATABASE_URL: 'postgres://shop@127.0.0.1/shop', JWT_SECRET: 's'.repeat(32), NODE_ENV }).seed,
    ).toBe('demo');
});

test('production starts on safe settings, without demo data', () => {
  expect(Config.from(safe)).toMatchObject({ isProduction: true, seed: 'none', exemptsOwnMachine: false });
});

test('production starts on live keys without a word about payments', () => {
  expect(Config.from({ ...safe, PAYMENTS: '', ...stripe })).toMatchObject({ stripe: { publishableKey: 'pk_live_1' } });
});

test.each([
  'postgres://shop:hunter2@127.0.0.1:5432/shop',
  'postgresql://db.example.com/shop?sslmode=require',
  'postgres:///shop?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/shop',
])('%s is the URL of a database', (url) => {
  expect(Config.from({ DATABASE_URL: url, JWT_SECRET: 's'.repeat(32) }).databaseUrl).toBe(url);
});

test('DATABASE_DIRECT_URL is DATABASE_URL by default, and needs it', () => {
  const [pooled, direct] = ['postgres://pooler/shop', 'postgres://db/shop'];
  const of = (env: NodeJS.ProcessEnv) => Config.from({ JWT_SECRET: 's'.repeat(32), ...env }).directDatabaseUrl;
  expect(of({ DATABASE_URL: pooled })).toBe(pooled);
  expect(of({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })).toBe(direct);
  expect(() => readSettings({ DATABASE_DIRECT_URL: direct }, 'launcher')).toThrow(
    'DATABASE_URL is not set but must be set beside DATABASE_DIRECT_URL.',
  );
});

test('production accepts test keys with PAYMENTS=sandbox', () => {
  const keys = { ...stripe, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
  expect(Config.from({ ...safe, ...keys }).stripe).toMatchObject({ publishableKey: 'pk_test_1' });
});

/** What is refused of the backend's settings, in one sentence. */
const refused: [environment: NodeJS.ProcessEnv, sentence: string][] = [
  // Kinds
  [
    { DATABASE_URL: '' },
    'DATABASE_URL is not set but must be a URL that begins with postgres:// or postgresql://, such as postgres://user:password@host:5432/shop.',
  ],
  ...[
    'mysql://shop:hunter2@127.0.0.1/shop',
    'shop',
    'host=127.0.0.1 password=hunter2',
    'postgres://',
    '/run/pg',
    'postgres://s%hop@db/shop',
  ].map((DATABASE_URL): [NodeJS.ProcessEnv, string] => [
    { DATABASE_URL },
    'DATABASE_URL is set to a hidden value but must be a URL that begins with postgres:// or postgresql://, such as postgres://user:password@host:5432/shop.',
  ]),
  ...['http://:hunter2@redis:6379', 'redis:6379', '127.0.0.1', 'redis://:hunter2@redis:port', 'redis://redis/shop'].map(
    (REDIS_URL): [NodeJS.ProcessEnv, string] => [
      { REDIS_URL },
      'REDIS_URL is set to a hidden value but must be a URL that begins with redis:// or rediss:// and ends with the number of a database or nothing, such as redis://127.0.0.1:6379.',
    ],
  ),
  [
    { SMTP_URL: 'me:hunter2@mail.example.com:25' },
    'SMTP_URL is set to a hidden value but must be a URL that begins with smtp:// or smtps://, such as smtp://user:password@mail.example.com:587.',
  ],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV is "prod" but must be development, test or production.'],
  [{ PORT: '70000' }, 'PORT is "70000" but must be a whole number from 0 to 65535.'],
  [{ PORT: '80.5' }, 'PORT is "80.5" but must be a whole number from 0 to 65535.'],
  [
    { BACKEND_PORT: 'tcp://10.0.0.1:80' },
    'BACKEND_PORT is "tcp://10.0.0.1:80" but must be a whole number from 0 to 65535.',
  ],
  ...(
    [
      ['shop.example.com', 'shop.example.com'],
      ['ftp://shop.example.com', 'ftp://shop.example.com'],
      ['https://shop.example.com/may', 'https://shop.example.com/may'],
      ['https://shop.example.com/?key=hunter2', 'https://shop.example.com/?…'],
      ['https://me:hunter2@shop.example.com', 'https://…@shop.example.com'],
      ['https://me:hunter2@b@shop.example.com', 'https://…@shop.example.com'],
      ['me:hunter2@shop.example.com', '…@shop.example.com'],
      ['https://shop.example.com/#hunter2', 'https://shop.example.com/#…'],
    ] as const
  ).map(([PUBLIC_URL, shown]): [NodeJS.ProcessEnv, string] => [
    { PUBLIC_URL },
    `PUBLIC_URL is "${shown}" but must be http:// or https:// with the name of the site and nothing after it, such as https://shop.example.com.`,
  ]),
  ...['2', '0', '0.0.0.0/0', 'pods'].map((WEB_NETWORKS): [NodeJS.ProcessEnv, string] => [
    { WEB_NETWORKS },
    `WEB_NETWORKS is "${WEB_NETWORKS}" but must be 1, or networks separated by commas (10.0.0.0/8,2001:db8::/32), and not everyone (/0).`,
  ]),
  [{ DATABASE_POOL: '0' }, 'DATABASE_POOL is "0" but must be a whole number from 1 to 1000.'],
  [{ DRAIN_SECONDS: '5s' }, 'DRAIN_SECONDS is "5s" but must be a whole number from 0 to 300.'],
  [{ SEED: 'everything' }, 'SEED is "everything" but must be demo or none.'],
  [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT is "no" but must be on or off.'],
  [{ PAYMENTS: 'stripe' }, 'PAYMENTS is "stripe" but must be sandbox or nothing.'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL is "admin" but must be an e-mail address.'],
  [{ AI_SEARCH_PROVIDER: 'magic' }, 'AI_SEARCH_PROVIDER is "magic" but must be builtin, onnx or openai.'],
  [
    { ...service, AI_SEARCH_URL: 'models.example.com/v1' },
    'AI_SEARCH_URL is "models.example.com/v1" but must be a URL that begins with http:// or https://, such as https://api.openai.com/v1.',
  ],
  [{ AI_SEARCH_DIMENSIONS: '0.5' }, 'AI_SEARCH_DIMENSIONS is "0.5" but must be a whole number from 8 to 4000.'],
  [{ AI_SEARCH_VECTORS: 'disk' }, 'AI_SEARCH_VECTORS is "disk" but must be scan or pgvector.'],
  [
    { HOST: 'h'.repeat(200), PORT: 'p'.repeat(200) },
    `PORT is "${'p'.repeat(100)}…" but must be a whole number from 0 to 65535.`,
  ],
  // What belongs together
  [
    { ...stripe, STRIPE_WEBHOOK_SECRET: '' },
    'STRIPE_WEBHOOK_SECRET is not set but must be set beside STRIPE_SECRET_KEY.',
  ],
  [
    { ...stripe, STRIPE_SECRET_KEY: ' ' },
    'STRIPE_SECRET_KEY is not set but must be set beside STRIPE_PUBLISHABLE_KEY.',
  ],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: `sk_live_${HIDDEN}` },
    'STRIPE_PUBLISHABLE_KEY is set to a hidden value but must be a key that begins with pk_.',
  ],
  [
    { ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'STRIPE_PUBLISHABLE_KEY is set to a hidden value but must be of the same mode, test or live, as STRIPE_SECRET_KEY.',
  ],
  [{ GOOGLE_CLIENT_ID: 'may' }, 'GOOGLE_CLIENT_SECRET is not set but must be set beside GOOGLE_CLIENT_ID.'],
  [{ FACEBOOK_CLIENT_SECRET: HIDDEN }, 'FACEBOOK_CLIENT_ID is not set but must be set beside FACEBOOK_CLIENT_SECRET.'],
  [{ AI_SEARCH_PROVIDER: 'onnx' }, 'AI_SEARCH_MODEL_DIR is not set but must be set for AI_SEARCH_PROVIDER=onnx.'],
  [
    { ...service, AI_SEARCH_VISION_MODEL: ' ' },
    'AI_SEARCH_VISION_MODEL is not set but must be set for AI_SEARCH_PROVIDER=openai.',
  ],
  [{ ...stripe, PAYMENTS: 'sandbox' }, 'PAYMENTS is "sandbox" but must not be set beside a live STRIPE_SECRET_KEY.'],
  // What production refuses
  [
    { ...safe, PAYMENTS: '' },
    'PAYMENTS is not set but must be sandbox to run production without STRIPE_SECRET_KEY, for test cards then buy goods and fill wallets.',
  ],
  [
    { ...safe, ...stripe, PAYMENTS: '', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
    'PAYMENTS is not set but must be sandbox to run production with a test key as STRIPE_SECRET_KEY, for test cards then buy goods and fill wallets.',
  ],
  [{ ...safe, JWT_SECRET: '' }, 'JWT_SECRET is not set but must be at least 32 characters long in production.'],
  [
    { ...safe, JWT_SECRET: HIDDEN },
    'JWT_SECRET is set to a hidden value but must be at least 32 characters long in production.',
  ],
  [{ ...safe, ADMIN_PASSWORD: '' }, 'ADMIN_PASSWORD is not set but must be at least 12 characters long in production.'],
  ...['admin123', `${HIDDEN}1234`].map((ADMIN_PASSWORD): [NodeJS.ProcessEnv, string] => [
    { ...safe, ADMIN_PASSWORD },
    'ADMIN_PASSWORD is set to a hidden value but must be at least 12 characters long in production.',
  ]),
  ...['Matkhau123456', 'ADMIN@123456', '123456789012', 'hahahahahaha'].map(
    (ADMIN_PASSWORD): [NodeJS.ProcessEnv, string] => [
      { ...safe, ADMIN_PASSWORD },
      'ADMIN_PASSWORD is set to a hidden value but must be none of the common passwords that are tried first.',
    ],
  ),
  [{ ...safe, SEED: 'demo' }, 'SEED is "demo" but must be none in production, where the demo shopper could spend.'],
  [{ ...safe, RATE_LIMIT: 'off' }, 'RATE_LIMIT is "off" but must be on in production.'],
  // Secrets in files
  [
    { JWT_SECRET_FILE: '/nowhere/jwt' },
    'JWT_SECRET_FILE is "/nowhere/jwt" but must be a file that this user can read (ENOENT).',
  ],
  [{ JWT_SECRET_FILE: '/dev/null' }, 'JWT_SECRET_FILE is "/dev/null" but must be a file that is not empty.'],
  [
    { JWT_SECRET: HIDDEN, JWT_SECRET_FILE: '/run/secrets/jwt' },
    'JWT_SECRET_FILE is "/run/secrets/jwt" but must not be set beside JWT_SECRET.',
  ],
];

test.each(refused.map(([environment, sentence]) => ({ environment, sentence })))(
  '$sentence',
  ({ environment, sentence }) => {
    const start = () => Config.from({ DATABASE_URL, DATA_DIR: '/nowhere', ...environment });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new ConfigError(sentence));
    expect(sentence).not.toContain(HIDDEN);
  },
);

test('all errors are reported at once, one per line', () => {
  expect(() => Config.from({ ...safe, DATABASE_URL: 'shop', PORT: 'x', SEED: 'demo', RATE_LIMIT: 'off' })).toThrow(
    [
      'PORT is "x" but must be a whole number from 0 to 65535.',
      'DATABASE_URL is set to a hidden value but must be a URL that begins with postgres:// or postgresql://, such as postgres://user:password@host:5432/shop.',
      'SEED is "demo" but must be none in production, where the demo shopper could spend.',
      'RATE_LIMIT is "off" but must be on in production.',
    ].join('\n'),
  );
});

test('a secret may stand in a file, with a line break at its end', () => {
  const file = path.join(dataDir(), 'secret');
  writeFileSync(file, `${'f'.repeat(40)}\n`);
  const { JWT_SECRET: _none, ...rest } = safe;
  expect(Config.from({ ...rest, JWT_SECRET_FILE: file }).jwtSecret).toBe('f'.repeat(40));
});

test.each(['true', '10.0.0.0/33', '0.0.0.0/0', 'loopback'])(
  'the web server trusts no proxy named %s',
  (TRUST_PROXY) => {
    const sentence = `TRUST_PROXY is "${TRUST_PROXY}" but must be the number of proxies before the shop, or their networks separated by commas (10.0.0.0/8,2001:db8::/32), and not everyone (/0).`;
    expect(() => readSettings({ BACKEND_URL: 'http://backend:3001/', TRUST_PROXY }, 'web')).toThrow(sentence);
  },
);

test('the web server refuses what is wrong of its own settings, and no other', () => {
  const web = { BACKEND_URL: 'http://backend:3001/', DATABASE_URL: 'of no concern' };
  expect(readSettings(web, 'web')).toMatchObject({ BACKEND_URL: 'http://backend:3001', TRUST_PROXY: 0 });
  expect(() => readSettings({ ...web, BACKEND_URL: 'http://backend:3001/base' }, 'web')).toThrow(
    /^BACKEND_URL is .* but must be/,
  );
  expect(() => readSettings({}, 'web')).toThrow(
    'BACKEND_URL is not set but must be http:// or https:// with the name of the site and nothing after it, such as http://127.0.0.1:3001.',
  );
  expect(() => readSettings({ ...web, NODE_ENV: 'production' }, 'web')).toThrow(
    'PAYMENTS is not set but must be sandbox to run production without STRIPE_PUBLISHABLE_KEY, for test cards then buy goods and fill wallets.',
  );
  expect(() => readSettings({ ...web, NODE_ENV: 'production', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'web')).toThrow(
    'PAYMENTS is not set but must be sandbox to run production with a test key as STRIPE_PUBLISHABLE_KEY',
  );
});

test.each([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
  ['ADMIN_PASS', 'ADMIN_PASSWORD'],
  ['AI_SEARCH_MODEL', 'AI_SEARCH_MODEL_DIR'],
  ['JWT_SECRETFILE', 'JWT_SECRET_FILE'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['PAYMENT', 'PAYMENTS'],
])('%s looks like %s and is warned of, without its value', (name, closest) => {
  expect(strayNames({ [name]: HIDDEN })).toEqual([
    { name, sentence: `${name} is set but is no setting of the shop; the closest one is ${closest}.` },
  ]);
});

test.each(['PATH', 'HOME', 'HOSTNAME', 'POST', 'PGHOST', 'NODE_OPTIONS', 'CI', 'GOOGLE_APPLICATION_CREDENTIALS'])(
  '%s is of somebody else',
  (name) => expect(strayNames({ [name]: '1' })).toEqual([]),
);

test('names of the shop, of its files with secrets and of Kubernetes are no slips', () => {
  expect(strayNames({ ...safe, ...stripe, JWT_SECRET_FILE: '/run/jwt', REDIS_SERVICE_HOST: '10.0.0.1' })).toEqual([]);
});

const SMTP_URL = 'smtp://mail.example:587';

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ PUBLIC_URL: 'https://localhost' }, 'https://localhost'],
])('production with %j is warned that mails lead nowhere', (env, url) => {
  expect(Config.from({ ...safe, SMTP_URL, ...env }).warnings).toEqual([
    `Links in mails lead to ${url}, which shoppers cannot reach: set PUBLIC_URL to the address that they see.`,
  ]);
});

test('production without SMTP_URL is warned that mails are only written to a folder', () => {
  expect(Config.from({ ...safe, PUBLIC_URL: 'https://may.example' }).warnings).toEqual([
    'Mails are not sent but written to DATA_DIR/mail, password resets too: set SMTP_URL.',
  ]);
});

test.each([
  { ...safe, SMTP_URL, PUBLIC_URL: 'https://may.example' },
  { ...safe, SMTP_URL, HOST: 'may.example' },
  { DATABASE_URL, DATA_DIR: dataDir() },
])('other settings give no warning', (env) => expect(Config.from(env).warnings).toEqual([]));

test('provides the values that other modules read', () => {
  const config = Config.from({ ...safe, WEB_NETWORKS: '10.0.0.0/8', DATABASE_POOL: '12', DRAIN_SECONDS: '0' });
  expect(config).toMatchObject({ webNetworks: ['10.0.0.0/8'], databasePool: 12, drain: 0 });
  expect(Config.from(safe)).toMatchObject({
    webNetworks: expect.arrayContaining(['loopback']) as string[],
    databasePool: undefined,
    drain: 5_000,
  });
});

test('pictures are in DATA_DIR/media, in the folder of MEDIA_URL or in its bucket', () => {
  const at = (MEDIA_URL: string) => {
    const { mediaDir, bucket } = Config.from({ ...safe, DATA_DIR: '/data', MEDIA_URL });
    return bucket?.bucket ?? mediaDir;
  };
  expect(at('')).toBe(path.resolve('/data/media'));
  expect(at('/srv/pictures')).toBe(path.resolve('/srv/pictures'));
  expect(at('pictures')).toBe(path.resolve('pictures'));
  expect(at('s3://may-shop/production')).toBe('may-shop');
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
