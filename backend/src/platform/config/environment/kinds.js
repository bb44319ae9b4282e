// @ts-check
import { parseTrustProxy } from '../../network/trusted-proxies.js';

/**
 * The format of a setting's text.
 *
 * @template T
 * @typedef {object} Kind
 * @property {(text: string) => T | undefined} parse the value; undefined for an invalid text. `text` is never empty
 * @property {string} expected completes "NAME is … but must be …"
 * @property {boolean} [isSecret] its text is never shown, and may come from a file
 * @property {boolean} [isPath] the path of a file or folder, or a URL in its place
 * @property {object} [schema] JSON Schema of the value, for what reads settings before the shop does; may accept more than `parse`
 */

/** @type {Kind<string>} */
export const textSetting = { parse: (text) => text, expected: 'a text' };

/** @type {Kind<string>} */
export const secret = { ...textSetting, isSecret: true };

/** @type {Kind<string>} */
export const folder = { ...textSetting, expected: 'a folder', isPath: true };

/** @type {Kind<string>} */
export const host = patternKind(/^[\w.:-]+$/, 'a name or an address of a machine');

/** @type {Kind<string>} */
export const emailAddress = patternKind(/^[^\s@]+@[^\s@]+$/, 'an e-mail address');

/** @type {Kind<import('../../network/trusted-proxies.js').TrustProxy>} */
export const proxies = {
  parse: parseTrustProxy,
  expected:
    'the number of proxies before the shop, or their networks separated by commas (10.0.0.0/8,2001:db8::/32), and not everyone (/0)',
  schema: { type: ['string', 'integer'] },
};

/** @type {Kind<import('../../network/trusted-proxies.js').TrustProxy>} */
export const networks = {
  parse: (text) => (/^\d+$/.test(text) && text !== '1' ? undefined : parseTrustProxy(text)),
  expected: '1, or networks separated by commas (10.0.0.0/8,2001:db8::/32), and not everyone (/0)',
  schema: { type: ['string', 'integer'] },
};

export const port = wholeNumber(0, 65_535);

/**
 * @template {string} T
 * @param {T[]} words
 * @returns {Kind<T>}
 */
export function choice(...words) {
  return {
    parse: (text) => words.find((word) => word === text),
    expected: words.length === 1 ? `${words[0]} or nothing` : words.join(', ').replace(/, (\S+)$/, ' or $1'),
    schema: { enum: words },
  };
}

/**
 * @param {number} min
 * @param {number} max
 * @returns {Kind<number>}
 */
export function wholeNumber(min, max) {
  return {
    parse: (text) => (/^\d{1,15}$/.test(text) && +text >= min && +text <= max ? +text : undefined),
    expected: `a whole number from ${min} to ${max}`,
    schema: { type: 'integer', minimum: min, maximum: max },
  };
}

/** @type {Kind<number>} */
export const share = {
  parse: (text) => (/^(0|1|0?\.\d{1,9}|1\.0+)$/.test(text) ? +text : undefined),
  expected: 'a number from 0 to 1, such as 0.1',
};

/**
 * Headers as OpenTelemetry writes them, with values encoded as in a URL.
 *
 * @type {Kind<Record<string, string>>}
 */
export const headers = {
  parse(text) {
    const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/.exec(pair));
    try {
      return Object.fromEntries(
        pairs.map((pair) => [pair?.[1] ?? refuse(), decodeURIComponent(pair?.[2] ?? '').trim()]),
      );
    } catch {
      return undefined;
    }
  },
  expected: 'names and values of headers: name=value,name=value',
  isSecret: true,
};

/** @returns {never} */
function refuse() {
  throw new Error('no header');
}

/**
 * A key of the card provider, whose prefix tells its kind.
 *
 * @param {string[]} beginnings
 * @returns {Kind<string>} never shown, because it may be another key in the wrong place
 */
export function keyFrom(...beginnings) {
  return {
    parse: (text) => (beginnings.some((beginning) => text.startsWith(beginning)) ? text : undefined),
    expected: `a key that begins with ${beginnings.join(' or ')}`,
    isSecret: true,
    schema: { type: 'string', pattern: `^(${beginnings.join('|')})` },
  };
}

/**
 * @param {RegExp} pattern
 * @param {string} expected
 * @returns {Kind<string>}
 */
export function patternKind(pattern, expected) {
  return { parse: (text) => (pattern.test(text) ? text : undefined), expected };
}
