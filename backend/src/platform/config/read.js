// @ts-check
import { readFileSync } from 'node:fs';
import { isCommonPassword } from './common-passwords.js';
import { SETTINGS } from './schema.js';

/**
 * @typedef {import('./schema.js').Name} Name
 * @typedef {import('./schema.js').Reader} Reader
 * @typedef {import('./schema.js').Settings} Settings
 * @typedef {Record<string, string | undefined>} Environment
 */

/** Settings that keep the shop from starting; the message has one sentence per line, for the operator. */
export class ConfigError extends Error {}

const NAMES = /** @type {Name[]} */ (Object.keys(SETTINGS));
const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;
const MIN_ADMIN_PASSWORD_LENGTH = 12;

/** @param {Name} name */
const isSecret = (name) => SETTINGS[name].kind.isSecret === true;

/**
 * Reads and checks the settings of a process. An empty setting counts as not set; a secret may come from the file in
 * NAME_FILE instead.
 *
 * @param {Environment} env usually `process.env`
 * @param {Reader} reader settings of other readers keep their defaults; the launcher reads all
 * @returns {Settings}
 * @throws {ConfigError} with a sentence for each setting that is invalid, or unsafe in production
 */
export function readSettings(env, reader) {
  /** @type {Map<Name, string>} */
  const wrong = new Map();
  /** @type {Partial<Record<Name, string>>} */
  const texts = {};
  /** @type {Partial<Record<Name, unknown>>} */
  const values = {};
  for (const name of NAMES) {
    const { kind, fallback, readBy = ['backend'], requiredBy = [] } = SETTINGS[name];
    values[name] = fallback;
    if (reader !== 'launcher' && !readBy.includes(reader)) continue;
    try {
      const text = textOf(env, name);
      if (text === undefined && requiredBy.includes(reader)) throw refusal(name, undefined, `be ${kind.expected}`);
      if (text === undefined) continue;
      texts[name] = text;
      const value = kind.parse(text);
      values[name] = value ?? text; // counts as set in the checks below
      if (value === undefined) throw refusal(name, text, `be ${kind.expected}`);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.set(name, error.message);
    }
  }
  const settings = /** @type {Settings} */ (values);
  for (const [name, must] of reader === 'web' ? webRefusals(settings) : refusals(settings)) {
    if (!wrong.has(name)) wrong.set(name, refusal(name, texts[name], must).message);
  }
  if (wrong.size > 0) throw new ConfigError([...wrong.values()].join('\n'));
  return settings;
}

/** @returns {string[]} the names of settings with paths */
export function pathNames() {
  return NAMES.flatMap((name) => (isSecret(name) ? [`${name}_FILE`] : SETTINGS[name].kind.isPath ? [name] : []));
}

/**
 * Finds errors in the combination of values that are valid on their own.
 *
 * @param {Settings} settings
 * @returns {Generator<[name: Name, must: string]>} the end of the sentence "NAME is … but must"
 */
function* refusals(settings) {
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
 * @returns {Generator<[name: Name, must: string]>}
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
 * @returns {Generator<[name: Name, must: string]>}
 */
function* webRefusals(settings) {
  yield* shortToken(settings);
  if (settings.NODE_ENV !== 'production') return;
  if (settings.RATE_LIMIT === 'off') yield ['RATE_LIMIT', 'be on in production'];
  yield* unpaid(settings, 'STRIPE_PUBLISHABLE_KEY');
}

/**
 * @param {Settings} settings
 * @param {'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY'} keyName
 * @returns {Generator<[name: Name, must: string]>}
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
 * @returns {Generator<[name: Name, must: string]>}
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
 * @returns {Generator<[name: Name, must: string]>}
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

/**
 * @param {Environment} env
 * @param {Name} name
 * @returns {string | undefined} the setting, or the content of its file
 * @throws {ConfigError} when the file cannot be read
 */
function textOf(env, name) {
  const text = env[name]?.trim() || undefined;
  const file = isSecret(name) ? env[`${name}_FILE`]?.trim() : undefined;
  if (!file) return text;
  const refuse = (/** @type {string} */ must) =>
    new ConfigError(`${name}_FILE is ${JSON.stringify(file)} but must ${must}.`);
  if (text) throw refuse(`not be set beside ${name}`);
  let content;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code = 'unreadable' } = /** @type {NodeJS.ErrnoException} */ (error);
    throw refuse(`be a file that this user can read (${code})`);
  }
  if (!content) throw refuse('be a file that is not empty');
  return content;
}

/**
 * @param {Name} name
 * @param {string | undefined} text of the setting
 * @param {string} must
 */
function refusal(name, text, must) {
  return new ConfigError(`${name} is ${shown(name, text)} but must ${must}.`);
}

/** The number of characters of a value that a message shows. */
const SHOWN = 100;

/**
 * @param {Name} name
 * @param {string | undefined} text
 */
function shown(name, text) {
  if (text === undefined) return 'not set';
  if (isSecret(name)) return 'set to a hidden value';
  // The URL may contain a name and a password, or a key.
  const bare = text.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/([?#]).*$/s, '$1…');
  return JSON.stringify(bare.length > SHOWN ? `${bare.slice(0, SHOWN)}…` : bare);
}

/** Prefixes of the shop's settings. */
const FAMILIES =
  /^(ADMIN|AI_SEARCH|BACKEND|DATABASE|DRAIN|FACEBOOK_CLIENT|GOOGLE_CLIENT|JWT|METRICS|ORDER_PAYMENT|PAYMENTS?|RATE_LIMIT|REDIS|SMTP|STRIPE|TRUST_PROXY)(_|$)/;
/** Kubernetes gives each container variables about its services: REDIS_SERVICE_HOST, REDIS_PORT_6379_TCP. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)|_PORT$|_PORT_\d+_(TCP|UDP)/;

/**
 * Finds variables that look like a misspelt setting.
 *
 * @param {Environment} env
 * @returns {{ name: string, sentence: string }[]} never with the value
 */
export function strayNames(env) {
  const known = new Set(NAMES.flatMap((name) => (isSecret(name) ? [name, `${name}_FILE`] : [name])));
  return Object.keys(env)
    .filter((name) => env[name] && !known.has(name) && !OF_KUBERNETES.test(name))
    .flatMap((name) => {
      const [closest, distance] = closestOf(name, [...known]);
      // Short names are similar to more others.
      const near = closest.length > 9 ? 2 : closest.length > 5 ? 1 : 0;
      if (distance > near && !FAMILIES.test(name)) return [];
      return [{ name, sentence: `${name} is set but is no setting of the shop; the closest one is ${closest}.` }];
    });
}

/**
 * @param {string} name
 * @param {string[]} known
 * @returns {[closest: string, distance: number]} a name that starts with `name`, otherwise the most similar one
 */
function closestOf(name, known) {
  /** @type {[string, number]} */
  let best = ['', Infinity];
  for (const candidate of known) {
    const distance = editDistance(lettersOf(name), lettersOf(candidate));
    if (distance < best[1]) best = [candidate, distance];
  }
  const longer = known.find((candidate) => candidate.startsWith(name));
  return best[1] > 1 && longer ? [longer, longer.length - name.length] : best;
}

/** @param {string} name */
const lettersOf = (name) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Counts the letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
 *
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (/** @type {number} */ i, /** @type {number} */ j) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.length, b.length);
}
