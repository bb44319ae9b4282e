// @ts-check
import { emailAddress, folder, host, keyFrom, choice, origin, port, proxies, secret, secretUrl } from './kinds.js';
import { textSetting, url, wholeNumber } from './kinds.js';

/*
 * Every setting of the shop, once: the launcher, the backend, its worker and the web server read theirs by this table,
 * and the one in docs/operations.md is made from it. It is plain JavaScript and imports nothing but Node, because the
 * launcher checks all settings before a package is installed or a file is built.
 */

/** @typedef {'launcher' | 'backend' | 'web'} Reader the worker and the backend's commands read as the backend does */

/**
 * @typedef {object} Details
 * @property {string} meaning for the table
 * @property {string} [byDefault] for the table, where the value itself would not say it
 * @property {Reader[]} [readBy] the backend unless it is said; the launcher checks all of them
 * @property {Reader[]} [requiredBy] those that do not start without it
 */

/**
 * @template T
 * @typedef {Details & { kind: import('./kinds.js').Kind<T & {}>, fallback: T }} Setting
 */

export const SETTINGS = {
  NODE_ENV: optional(choice('development', 'test', 'production'), {
    byDefault: '`development`',
    meaning: '`production` refuses what is unsafe, see [security](security.md#settings-that-production-refuses)',
    readBy: ['backend', 'web'],
  }),
  HOST: withDefault(host, '127.0.0.1', {
    meaning: 'the address on which the shop is reached; `0.0.0.0` for all of the machine',
    readBy: ['backend', 'web'],
  }),
  PORT: withDefault(port, 3000, {
    meaning: 'the port of the shop: pages, `/api`, `/auth`, `/ws`, `/media`; 0 takes a free one',
    readBy: ['backend', 'web'],
  }),
  PUBLIC_URL: optional(origin('https://shop.example.com'), {
    byDefault: '`http://HOST:PORT`',
    meaning:
      'the address that shoppers see, for links in mails and for webhooks of the payment sandbox; production is warned without it',
  }),
  TRUST_PROXY: withDefault(proxies, 0, {
    byDefault: '0: nobody is believed',
    meaning:
      'how many proxies stand before the shop, or their networks (`10.0.0.0/8,2001:db8::/32`): whose `X-Forwarded-*` headers say who calls',
    readBy: ['backend', 'web'],
  }),
  BACKEND_HOST: withDefault(host, '127.0.0.1', {
    meaning: 'where the backend listens; only the web server should reach it',
  }),
  BACKEND_PORT: optional(port, { byDefault: '3001; a free one under `npm start`', meaning: 'the port of the backend' }),
  WORKER_METRICS_PORT: optional(port, {
    byDefault: 'none: the worker listens nowhere',
    meaning: 'the port on BACKEND_HOST where a worker answers `/metrics` and nothing else',
  }),
  BACKEND_URL: optional(url(['http', 'https'], 'http://127.0.0.1:3001'), {
    byDefault: 'set by `npm start`',
    meaning: 'where the web server reaches the backend',
    readBy: ['web'],
    requiredBy: ['web'],
  }),
  WEB_FROM_SOURCES: withDefault(choice('on', 'off'), 'off', {
    meaning: 'set by `npm run dev`: Vite serves the sources of the pages and reloads them, instead of the build',
    readBy: ['web'],
  }),
  DATA_DIR: withDefault(folder, '.data', {
    meaning: 'the folder of the embedded database, uploads, caught mails and the signing secret',
  }),
  DATABASE_URL: optional(secretUrl(['postgres', 'postgresql'], 'postgres://user:password@host:5432/shop'), {
    byDefault: 'an embedded PostgreSQL under DATA_DIR, by `npm start`',
    meaning: 'PostgreSQL 14 or newer',
    requiredBy: ['backend'],
  }),
  DATABASE_POOL: optional(wholeNumber(1, 1_000), {
    byDefault: '15',
    meaning: 'connections of one process to the database, beside the few of its queues and for news',
  }),
  REDIS_URL: optional(secretUrl(['redis', 'rediss'], 'redis://127.0.0.1:6379'), {
    byDefault: 'queues and events in PostgreSQL',
    meaning: 'Redis 6.2 or newer, or Valkey, for queues, events and rate limits of several processes',
  }),
  DRAIN_SECONDS: withDefault(wholeNumber(0, 300), 5, {
    meaning: 'how long a process that was told to stop says 503 at `/readyz` before it stops taking work',
    readBy: ['backend', 'web'],
  }),
  JWT_SECRET: optional(secret, {
    byDefault: 'made at the first start and kept under DATA_DIR; required in production',
    meaning: 'signs sign-ins, encrypts second factors; 32 characters or more in production',
  }),
  ADMIN_USERNAME: withDefault(textSetting, 'admin', {
    meaning: 'the name of the administrator who is made at the first start',
  }),
  ADMIN_EMAIL: withDefault(emailAddress, 'admin@example.com', { meaning: 'the e-mail address of that one' }),
  ADMIN_PASSWORD: optional(secret, {
    byDefault: '`admin123`; required in production',
    meaning: 'the password of that one; in production 12 characters or more, and none that is tried first',
  }),
  PAYMENTS: optional(choice('sandbox'), {
    meaning:
      '`sandbox` lets production take test cards, of the payment sandbox or with test keys of Stripe; every page says so',
    readBy: ['backend', 'web'],
  }),
  STRIPE_SECRET_KEY: optional(keyFrom('sk_', 'rk_'), {
    byDefault: 'the payment sandbox',
    meaning: 'Stripe takes the cards; all three keys or none',
  }),
  STRIPE_PUBLISHABLE_KEY: optional(keyFrom('pk_'), {
    meaning: 'the key of Stripe that the pages show',
    readBy: ['backend', 'web'],
  }),
  STRIPE_WEBHOOK_SECRET: optional(keyFrom('whsec_'), { meaning: 'proves that a webhook comes from Stripe' }),
  ORDER_PAYMENT_WINDOW_MINUTES: withDefault(wholeNumber(1, 100_000), 1_440, {
    meaning: 'how long an unpaid order keeps its goods',
  }),
  SMTP_URL: optional(secretUrl(['smtp', 'smtps'], 'smtp://user:password@mail.example.com:587'), {
    byDefault: 'mails are files under DATA_DIR/mail',
    meaning: 'outgoing mail; `smtps://` for TLS from the start',
  }),
  GOOGLE_CLIENT_ID: optional(textSetting, { meaning: 'sign-in by Google; both or none' }),
  GOOGLE_CLIENT_SECRET: optional(secret, { meaning: 'of that client' }),
  FACEBOOK_CLIENT_ID: optional(textSetting, { meaning: 'sign-in by Facebook; both or none' }),
  FACEBOOK_CLIENT_SECRET: optional(secret, { meaning: 'of that client' }),
  AI_SEARCH_PROVIDER: withDefault(choice('builtin', 'onnx', 'openai'), 'builtin', {
    meaning: 'who describes pictures and words for the search, see [AI search](ai-search.md)',
  }),
  AI_SEARCH_MODEL_DIR: optional(folder, { meaning: 'the folder of the model, for `onnx`' }),
  AI_SEARCH_URL: optional(url(['http', 'https'], 'https://api.openai.com/v1'), {
    meaning: 'where the API begins, for `openai`',
  }),
  AI_SEARCH_API_KEY: optional(secret, { meaning: 'its key' }),
  AI_SEARCH_EMBEDDING_MODEL: optional(textSetting, { meaning: 'its model that turns texts into vectors' }),
  AI_SEARCH_VISION_MODEL: optional(textSetting, { meaning: 'its model that describes pictures' }),
  AI_SEARCH_DIMENSIONS: withDefault(wholeNumber(8, 4_000), 1_536, { meaning: 'the length of its vectors' }),
  AI_SEARCH_CALLS_PER_MINUTE: withDefault(wholeNumber(1, 100_000), 60, { meaning: 'the most calls to it' }),
  AI_SEARCH_VECTORS: withDefault(choice('scan', 'pgvector'), 'scan', {
    meaning: 'where the vectors of pictures are looked through: in memory, or in PostgreSQL with pgvector',
  }),
  SEED: optional(choice('demo', 'none'), {
    byDefault: '`demo` in development, else `none`',
    meaning: 'the demo catalogue and its shopper `khach`; `demo` is refused in production',
  }),
  RATE_LIMIT: withDefault(choice('on', 'off'), 'on', {
    meaning: '`off` for load tests; refused in production',
    readBy: ['backend', 'web'],
  }),
  PICTURES_FROM_PRIVATE_NETWORK: withDefault(choice('on', 'off'), 'off', {
    meaning: "whether an import may fetch pictures from the shop's own network",
  }),
  LOG_LEVEL: optional(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), {
    byDefault: '`info` in production, `warn` in development',
    meaning: 'the least that is logged',
  }),
  OAUTH_STAND_IN: optional(url(['http', 'https'], 'http://127.0.0.1:8080'), {
    meaning: 'tests only: the server that stands in for Google and Facebook',
  }),
};

/** @typedef {keyof typeof SETTINGS} Name */

/**
 * The values, by name: undefined for those that are not set and have no default.
 *
 * @typedef {{ [N in Name]: (typeof SETTINGS)[N]['fallback'] }} Settings
 */

/**
 * @template T
 * @param {import('./kinds.js').Kind<T & {}>} kind
 * @param {NoInfer<T>} fallback
 * @param {Details} details
 * @returns {Setting<T>}
 */
function withDefault(kind, fallback, details) {
  return { ...details, kind, fallback };
}

/**
 * @template {{}} T
 * @param {import('./kinds.js').Kind<T>} kind
 * @param {Details} details
 * @returns {Setting<T | undefined>}
 */
function optional(kind, details) {
  return { ...details, kind, fallback: undefined };
}
