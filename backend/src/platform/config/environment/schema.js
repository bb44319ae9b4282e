// @ts-check
import { choice, emailAddress, folder, headers, host, keyFrom, networks, port } from './kinds.js';
import { proxies, secret, share, textSetting, wholeNumber } from './kinds.js';
import { filePlace, folderUrl, origin, redisUrl, secretUrl, url } from './url-kinds.js';

/*
 * All settings of the shop. The launcher, the backend, the worker and the web server read them from this table, and the
 * table in docs/operations/settings.md is generated from it; links in its texts start from there. It is plain JavaScript
 * without dependencies, because the launcher checks all settings before it installs packages or builds anything.
 */

/** @typedef {'launcher' | 'backend' | 'web'} Reader the worker and the commands read what the backend reads */

/**
 * @typedef {object} Details
 * @property {string} meaning for the table
 * @property {string} [byDefault] for the table, where the value does not speak for itself
 * @property {Reader[]} [readBy] default: the backend; the launcher checks all settings
 * @property {Reader[]} [requiredBy] the processes that do not start without it
 */

/**
 * @template T
 * @typedef {Details & { kind: import('./kinds.js').Kind<T & {}>, fallback: T }} Setting
 */

export const SETTINGS = {
  NODE_ENV: optional(choice('development', 'test', 'production'), {
    byDefault: '`development`',
    meaning: '`production` refuses what is unsafe, see [security](../security.md#settings-that-production-refuses)',
    readBy: ['backend', 'web'],
  }),
  HOST: withDefault(host, '127.0.0.1', {
    meaning: 'the address that the shop listens on; `0.0.0.0` for all interfaces',
    readBy: ['backend', 'web'],
  }),
  PORT: withDefault(port, 3000, {
    meaning: 'the port of the shop: pages, `/api`, `/auth`, `/ws`, `/media`; 0 picks a free one',
    readBy: ['backend', 'web'],
  }),
  PUBLIC_URL: optional(origin('https://shop.example.com'), {
    byDefault: '`http://HOST:PORT`',
    meaning:
      'the public address of the shop, for links in mails and webhooks of the payment sandbox, and the name under which pages are always cached; production warns when it is missing',
    readBy: ['backend', 'web'],
  }),
  TRUST_PROXY: withDefault(proxies, 0, {
    byDefault: '0: no proxy is trusted',
    meaning:
      'the number of proxies in front of the shop, or their networks (`10.0.0.0/8,2001:db8::/32`); only their `X-Forwarded-*` headers are trusted',
    readBy: ['web'],
  }),
  WEB_NETWORKS: optional(networks, {
    byDefault: 'this machine and private networks, also 100.64.0.0/10',
    meaning:
      'the networks of the web servers: the backend believes a visitor’s address only from them; `1`: from every caller',
  }),
  BACKEND_HOST: withDefault(host, '127.0.0.1', {
    meaning: 'the address that the backend listens on; only the web server should reach it',
  }),
  BACKEND_PORT: optional(port, { byDefault: '3001; a free one under `npm start`', meaning: 'the port of the backend' }),
  WORKER_METRICS_PORT: optional(port, {
    byDefault: 'none: the worker does not listen',
    meaning: 'the port on BACKEND_HOST where a worker serves `/metrics` and `/healthz`, and nothing else',
  }),
  METRICS_TOKEN: optional(secret, {
    byDefault: 'none: a backend or worker answers callers on its own machine, the web server nobody',
    meaning:
      'lets Prometheus read `/metrics` of all processes, as `Authorization: Bearer TOKEN`; 16 characters or more',
    readBy: ['backend', 'web'],
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url(['http', 'https'], 'http://127.0.0.1:4318'), {
    byDefault: 'none: nothing is traced',
    meaning:
      'an OpenTelemetry collector that takes OTLP over HTTP, for traces of requests and jobs; `/v1/traces` is added',
    readBy: ['backend', 'web'],
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional(url(['http', 'https'], 'http://127.0.0.1:4318/v1/traces'), {
    byDefault: 'OTEL_EXPORTER_OTLP_ENDPOINT with `/v1/traces`',
    meaning: 'the whole address of the collector, used as it is',
    readBy: ['backend', 'web'],
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optional(headers, {
    meaning: 'what the collector wants beside the traces, such as `authorization=Bearer%20TOKEN`',
    readBy: ['backend', 'web'],
  }),
  OTEL_SERVICE_NAME: optional(textSetting, {
    byDefault: '`may-web`, `may-backend` and `may-worker`',
    meaning: 'the name under which a process appears in traces; `npm start` gives one to all three',
    readBy: ['backend', 'web'],
  }),
  OTEL_TRACES_SAMPLER: withDefault(
    choice(
      ...['always_on', 'always_off', 'traceidratio'],
      ...['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
    ),
    'parentbased_always_on',
    {
      meaning: 'which requests are traced; `parentbased_traceidratio` takes a share of them, whole',
      readBy: ['backend', 'web'],
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: withDefault(share, 1, {
    meaning: 'the share of requests that a ratio sampler traces',
    readBy: ['backend', 'web'],
  }),
  BACKEND_URL: optional(origin('http://127.0.0.1:3001'), {
    byDefault: 'set by `npm start`; a web server by itself needs it',
    meaning: 'the address of the backend, for the web server',
    readBy: ['web'],
    requiredBy: ['web'],
  }),
  WEB_FROM_SOURCES: withDefault(choice('on', 'off'), 'off', {
    meaning: 'set by `npm run dev`: Vite serves the pages from source, with reload, instead of the build',
    readBy: ['web'],
  }),
  RENDER_THREADS: withDefault(wholeNumber(1, 64), 1, {
    meaning:
      'threads of a web server that render pages: one for each core that it has besides the first; each takes some 60 MB',
    readBy: ['web'],
  }),
  SERVICE_WORKER: withDefault(choice('on', 'off'), 'on', {
    meaning:
      'browsers cache the shell and recent products for use without a network; `off` deletes what they have cached',
    readBy: ['web'],
  }),
  DATA_DIR: withDefault(folder, '.data', {
    meaning: 'the folder of the embedded database, uploads, mails (without SMTP_URL) and the signing secret',
  }),
  DATABASE_URL: optional(secretUrl(['postgres', 'postgresql'], 'postgres://user:password@host:5432/shop'), {
    byDefault: 'an embedded PostgreSQL under DATA_DIR, by `npm start`; a backend by itself needs it',
    meaning: 'PostgreSQL 14 or newer',
    requiredBy: ['backend'],
  }),
  DATABASE_DIRECT_URL: optional(secretUrl(['postgres', 'postgresql'], 'postgres://owner:password@host:5432/shop'), {
    byDefault: 'DATABASE_URL',
    meaning:
      'the same database past a pooler such as PgBouncer, as the owner of the tables: for migrations, LISTEN, queues, locks of a session and long statements',
  }),
  DATABASE_POOL: optional(wholeNumber(1, 1_000), {
    byDefault: '15',
    meaning: 'database connections of one process, beside those of its queues and listeners',
  }),
  DATABASE_REPLICA_URL: optional(secretUrl(['postgres', 'postgresql'], 'postgres://user:password@replica:5432/shop'), {
    byDefault: 'DATABASE_URL answers all reads',
    meaning:
      'a streaming replica of that server: one server, not several behind one name; it answers reads of the catalogue, see [a replica](database.md#a-replica)',
  }),
  DATABASE_REPLICA_MAX_LAG_SECONDS: withDefault(wholeNumber(1, 3_600), 5, {
    meaning: 'a replica that is further behind is not read from',
  }),
  REDIS_URL: optional(redisUrl, {
    byDefault: 'queues and events in PostgreSQL',
    meaning: 'Redis 6.2 or newer, or Valkey, for queues, events and rate limits of several processes',
  }),
  MEDIA_URL: optional(filePlace, {
    byDefault: 'DATA_DIR/media; files of imports under DATA_DIR/imports',
    meaning:
      'the folder of the pictures; or the S3 bucket of the pictures and of the files of imports, which all machines share',
  }),
  MEDIA_PUBLIC_URL: optional(folderUrl('https://cdn.example.com/media'), {
    byDefault: 'the shop sends the pictures itself',
    meaning:
      'where browsers get the pictures, a public bucket or a CDN: the address of the folder `media` of that bucket, or of the folder of the pictures',
    readBy: ['backend', 'web'],
  }),
  S3_ENDPOINT: optional(url(['http', 'https'], 'https://s3.example.com'), {
    byDefault: 'Amazon S3',
    meaning: 'an S3-compatible store; its buckets are named in the path',
  }),
  S3_REGION: withDefault(textSetting, 'us-east-1', { meaning: 'the region of the bucket' }),
  S3_ACCESS_KEY_ID: optional(secret, {
    byDefault: 'the role that Amazon gives the machine',
    meaning: 'a key that may list, read, write and delete in the bucket; set both or none',
  }),
  S3_SECRET_ACCESS_KEY: optional(secret, { meaning: 'the secret of S3_ACCESS_KEY_ID' }),
  DRAIN_SECONDS: withDefault(wholeNumber(0, 300), 5, {
    meaning: 'how long a stopping process answers 503 at `/readyz` before it takes no more work',
    readBy: ['backend', 'web'],
  }),
  JWT_SECRET: optional(secret, {
    byDefault: 'generated at the first start and stored under DATA_DIR; required in production',
    meaning: 'signs sign-ins, encrypts second factors and the secrets of webhooks; 32 characters or more in production',
  }),
  ADMIN_USERNAME: withDefault(textSetting, 'admin', {
    meaning: 'the user name of the administrator that the first start creates',
  }),
  ADMIN_EMAIL: withDefault(emailAddress, 'admin@example.com', {
    meaning: 'the e-mail address of the first administrator',
  }),
  ADMIN_PASSWORD: optional(secret, {
    byDefault: '`admin123`; required in production',
    meaning: 'the password of the first administrator; in production at least 12 characters and not a common password',
  }),
  PAYMENTS: optional(choice('sandbox'), {
    meaning:
      '`sandbox` lets production take test cards, by the payment sandbox or by Stripe with test keys; every page shows a banner',
    readBy: ['backend', 'web'],
  }),
  STRIPE_SECRET_KEY: optional(keyFrom('sk_', 'rk_'), {
    byDefault: 'the payment sandbox',
    meaning: 'Stripe takes card payments; set all three keys or none',
  }),
  STRIPE_PUBLISHABLE_KEY: optional(keyFrom('pk_'), {
    meaning: 'the Stripe key that pages contain',
    readBy: ['backend', 'web'],
  }),
  STRIPE_WEBHOOK_SECRET: optional(keyFrom('whsec_'), { meaning: 'verifies the signatures of webhooks from Stripe' }),
  ORDER_PAYMENT_WINDOW_MINUTES: withDefault(wholeNumber(1, 100_000), 1_440, {
    meaning: 'how many minutes an unpaid order reserves its goods',
  }),
  HOUSEKEEPING_HOUR: withDefault(wholeNumber(0, 23), 2, {
    meaning: 'the hour of the night, by the clock of Việt Nam, from which the worker deletes what is old',
  }),
  RETENTION_LOGINS_DAYS: withDefault(wholeNumber(0, 60), 30, {
    meaning: 'how many days a sign-in that has ended is kept',
  }),
  RETENTION_MAILS_DAYS: withDefault(wholeNumber(7, 365), 180, {
    meaning:
      'how many days the list keeps a mail that was sent or given up, and DATA_DIR/mail one that was written without SMTP_URL',
  }),
  RETENTION_IMPORT_LINES_DAYS: withDefault(wholeNumber(1, 3_650), 90, {
    meaning: 'how many days the lines of the report on an import are kept; its counts stay',
  }),
  RETENTION_WEBHOOK_EVENTS_DAYS: withDefault(wholeNumber(60, 3_650), 400, {
    meaning: 'how many days an event of the card provider is kept, to recognise a repeated one',
  }),
  SMTP_URL: optional(secretUrl(['smtp', 'smtps'], 'smtp://user:password@mail.example.com:587'), {
    byDefault: 'mails become files under DATA_DIR/mail',
    meaning: 'outgoing mail; `smtps://` for TLS from the start',
  }),
  GOOGLE_CLIENT_ID: optional(textSetting, {
    meaning: 'sign-in by Google, which redirects to `PUBLIC_URL/auth/google/callback/`; set both or none',
  }),
  GOOGLE_CLIENT_SECRET: optional(secret, { meaning: 'the secret of the Google client' }),
  FACEBOOK_CLIENT_ID: optional(textSetting, {
    meaning: 'sign-in by Facebook, which redirects to `PUBLIC_URL/auth/facebook/callback/`; set both or none',
  }),
  FACEBOOK_CLIENT_SECRET: optional(secret, { meaning: 'the secret of the Facebook client' }),
  AI_SEARCH_PROVIDER: withDefault(choice('builtin', 'onnx', 'openai'), 'builtin', {
    meaning: 'the engine that embeds pictures and words for AI search, see [AI search](../ai-search.md)',
  }),
  AI_SEARCH_MODEL_DIR: optional(folder, { meaning: 'the folder of the model files, for `onnx`' }),
  AI_SEARCH_URL: optional(url(['http', 'https'], 'https://api.openai.com/v1'), {
    meaning: 'the base URL of the API, for `openai`',
  }),
  AI_SEARCH_API_KEY: optional(secret, { meaning: 'the API key for AI_SEARCH_URL' }),
  AI_SEARCH_EMBEDDING_MODEL: optional(textSetting, { meaning: 'the embedding model at AI_SEARCH_URL' }),
  AI_SEARCH_VISION_MODEL: optional(textSetting, { meaning: 'the vision model at AI_SEARCH_URL' }),
  AI_SEARCH_DIMENSIONS: withDefault(wholeNumber(8, 4_000), 1_536, { meaning: 'the dimensions of the embeddings' }),
  AI_SEARCH_CALLS_PER_MINUTE: withDefault(wholeNumber(1, 100_000), 60, {
    meaning: 'calls a minute to AI_SEARCH_URL, at most',
  }),
  AI_SEARCH_VECTORS: withDefault(choice('scan', 'pgvector'), 'scan', {
    meaning: 'where picture vectors are searched: in memory, or in PostgreSQL with pgvector',
  }),
  SEED: optional(choice('demo', 'none'), {
    byDefault: '`demo`, in production `none`',
    meaning: 'the demo catalogue and its shopper `khach`; `demo` is refused in production',
  }),
  RATE_LIMIT: withDefault(choice('on', 'off'), 'on', {
    meaning: '`off` for load tests; refused in production',
    readBy: ['backend', 'web'],
  }),
  PICTURES_FROM_PRIVATE_NETWORK: withDefault(choice('on', 'off'), 'off', {
    meaning: 'whether an import may fetch pictures from private networks',
  }),
  WEBHOOKS_TO_PRIVATE_NETWORK: withDefault(choice('on', 'off'), 'off', {
    meaning: 'whether webhooks may be sent to addresses in private networks',
  }),
  LOG_LEVEL: optional(choice('trace', 'debug', 'info', 'warn', 'error', 'silent'), {
    byDefault: '`info` in production, `warn` in development',
    meaning: 'the lowest level that is logged',
    readBy: ['backend', 'web'],
  }),
  OAUTH_STAND_IN: optional(url(['http', 'https'], 'http://127.0.0.1:8080'), {
    meaning: 'tests only: a fake server for Google and Facebook',
  }),
};

/** @typedef {keyof typeof SETTINGS} Name */

export const SETTING_NAMES = /** @type {Name[]} */ (Object.keys(SETTINGS));

/** @param {Name} name @returns {boolean} whether its text is never shown, and may come from a file */
export const isSecretSetting = (name) => SETTINGS[name].kind.isSecret === true;

/**
 * The values by name; undefined for settings without value and default.
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
