// @ts-check
import { isCommonPassword } from '../../secrets/common-passwords.js';

/**
 * @typedef {import('./schema.js').Name} Name
 * @typedef {import('./schema.js').Settings} Settings
 */

/** @typedef {Generator<[name: Name, must: string]>} Refusals a setting, and the end of the sentence "NAME is … but must" */

const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;
const MIN_ADMIN_PASSWORD_LENGTH = 12;

/**
 * Finds errors in the combination of values that are valid on their own.
 *
 * @param {Settings} settings
 * @returns {Refusals}
 */
export function* backendRefusals(settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = settings;
  yield* shortToken(settings);
  yield* half(settings, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET');
  yield* half(settings, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  yield* half(settings, 'FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET');
  yield* half(settings, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (secretKey && publishableKey && isTestKey(secretKey) !== isTestKey(publishableKey))
    yield ['STRIPE_PUBLISHABLE_KEY', 'be of the same mode, test or live, as STRIPE_SECRET_KEY'];
  if (settings.PAYMENTS === 'sandbox' && secretKey && !isTestKey(secretKey))
    yield ['PAYMENTS', 'not be set beside a live STRIPE_SECRET_KEY'];
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL)
    yield ['DATABASE_URL', 'be set beside DATABASE_DIRECT_URL'];
  if (settings.DATABASE_REPLICA_URL && !settings.DATABASE_URL)
    yield ['DATABASE_URL', 'be set beside DATABASE_REPLICA_URL'];
  for (const name of ENGINE_NEEDS[settings.AI_SEARCH_PROVIDER] ?? []) {
    if (!settings[name]) yield [name, `be set for AI_SEARCH_PROVIDER=${settings.AI_SEARCH_PROVIDER}`];
  }
  if (settings.NODE_ENV === 'production') yield* unsafe(settings);
}

/**
 * @param {Settings} settings
 * @returns {Refusals}
 */
function* unsafe(settings) {
  const { JWT_SECRET, ADMIN_PASSWORD } = settings;
  if (!JWT_SECRET || JWT_SECRET.length < MIN_SECRET_LENGTH)
    yield ['JWT_SECRET', `be at least ${MIN_SECRET_LENGTH} characters long in production`];
  if (!ADMIN_PASSWORD || ADMIN_PASSWORD.length < MIN_ADMIN_PASSWORD_LENGTH)
    yield ['ADMIN_PASSWORD', `be at least ${MIN_ADMIN_PASSWORD_LENGTH} characters long in production`];
  else if (isCommonPassword(ADMIN_PASSWORD))
    yield ['ADMIN_PASSWORD', 'be none of the common passwords that are tried first'];
  if (settings.SEED === 'demo') yield ['SEED', 'be none in production, where the demo shopper could spend'];
  if (settings.RATE_LIMIT === 'off') yield ['RATE_LIMIT', 'be on in production'];
  yield* unpaid(settings, 'STRIPE_SECRET_KEY');
}

/**
 * The web server knows only the publishable key; every page must state that cards are tests. The server also limits what one
 * address may hold.
 *
 * @param {Settings} settings
 * @returns {Refusals}
 */
export function* webRefusals(settings) {
  yield* shortToken(settings);
  if (settings.NODE_ENV !== 'production') return;
  if (settings.RATE_LIMIT === 'off') yield ['RATE_LIMIT', 'be on in production'];
  yield* unpaid(settings, 'STRIPE_PUBLISHABLE_KEY');
}

/**
 * @param {Settings} settings
 * @param {'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'} keyName
 * @returns {Refusals}
 */
function* unpaid({ PAYMENTS, ...settings }, keyName) {
  const key = settings[keyName];
  if (PAYMENTS === 'sandbox' || (key && !isTestKey(key))) return;
  const why = key ? `with a test key as ${keyName}` : `without ${keyName}`;
  yield ['PAYMENTS', `be sandbox to run production ${why}, for test cards then buy goods and fill wallets`];
}

/** @param {string} key of Stripe */
const isTestKey = (key) => /^[a-z]+_test_/.test(key);

/**
 * @param {Settings} settings
 * @param {Name[]} names that must be set together
 * @returns {Refusals}
 */
function* half(settings, ...names) {
  const present = names.find((name) => settings[name]);
  if (!present) return;
  for (const name of names) {
    if (!settings[name]) yield [name, `be set beside ${present}`];
  }
}

/**
 * @param {Settings} settings
 * @returns {Refusals}
 */
function* shortToken({ METRICS_TOKEN: token }) {
  if (token && token.length < MIN_TOKEN_LENGTH)
    yield ['METRICS_TOKEN', `be at least ${MIN_TOKEN_LENGTH} characters long`];
}

/** @type {Record<string, Name[]>} */
const ENGINE_NEEDS = {
  builtin: [],
  onnx: ['AI_SEARCH_MODEL_DIR'],
  openai: ['AI_SEARCH_URL', 'AI_SEARCH_EMBEDDING_MODEL', 'AI_SEARCH_VISION_MODEL'],
};
