// @ts-check
import { readFileSync } from 'node:fs';
import { backendRefusals, webRefusals } from './refusals.js';
import { SETTING_NAMES, SETTINGS, isSecretSetting } from './schema.js';

/**
 * @typedef {import('./schema.js').Name} Name
 * @typedef {import('./schema.js').Reader} Reader
 * @typedef {import('./schema.js').Settings} Settings
 * @typedef {Record<string, string | undefined>} Environment
 */

/** Settings that keep the shop from starting; the message has one sentence per line, for the operator. */
export class ConfigError extends Error {}

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
  for (const name of SETTING_NAMES) {
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
  for (const [name, must] of reader === 'web' ? webRefusals(settings) : backendRefusals(settings)) {
    if (!wrong.has(name)) wrong.set(name, refusal(name, texts[name], must).message);
  }
  if (wrong.size > 0) throw new ConfigError([...wrong.values()].join('\n'));
  return settings;
}

/** @returns {string[]} the names of settings with paths */
export function pathNames() {
  return SETTING_NAMES.flatMap((name) =>
    isSecretSetting(name) ? [`${name}_FILE`] : SETTINGS[name].kind.isPath ? [name] : [],
  );
}

/**
 * @param {Environment} env
 * @param {Name} name
 * @returns {string | undefined} the setting, or the content of its file
 * @throws {ConfigError} when the file cannot be read
 */
function textOf(env, name) {
  const text = env[name]?.trim() || undefined;
  const file = isSecretSetting(name) ? env[`${name}_FILE`]?.trim() : undefined;
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
  if (isSecretSetting(name)) return 'set to a hidden value';
  // The URL may contain a name and a password, or a key.
  const bare = text.replace(/^([a-z]+:\/\/)?.*@/is, '$1…@').replace(/([?#]).*$/s, '$1…');
  return JSON.stringify(bare.length > SHOWN ? `${bare.slice(0, SHOWN)}…` : bare);
}
