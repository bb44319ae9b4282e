// @ts-check
import { patternKind } from './kinds.js';

/**
 * @template T
 * @typedef {import('./kinds.js').Kind<T>} Kind
 */

/**
 * A URL that may contain a password.
 *
 * @param {string[]} schemes without the colon
 * @param {string} example
 * @returns {Kind<string>}
 */
export function secretUrl(schemes, example) {
  return { ...url(schemes, example), isSecret: true };
}

/**
 * A URL of Redis, whose path is the number of a database.
 *
 * @type {Kind<string>}
 */
export const redisUrl = {
  ...secretUrl(['redis', 'rediss'], ''),
  parse(text) {
    if (!hasScheme(text, ['redis', 'rediss'])) return undefined;
    return /^\/?\d*$/.test(new URL(text).pathname) ? text.replace(/\/+$/, '') : undefined;
  },
  expected:
    'a URL that begins with redis:// or rediss:// and ends with the number of a database or nothing, such as redis://127.0.0.1:6379',
};

/**
 * @param {string[]} schemes without the colon
 * @param {string} example
 * @returns {Kind<string>} the unchanged text without trailing slashes
 */
export function url(schemes, example) {
  return {
    parse: (text) => (hasScheme(text, schemes) ? text.replace(/\/+$/, '') : undefined),
    expected: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, such as ${example}`,
    schema: { type: 'string', pattern: `^(${schemes.join('|')})://` },
  };
}

/**
 * @param {string} example
 * @returns {Kind<string>} scheme, name and port
 */
export function origin(example) {
  return {
    parse(text) {
      if (!hasScheme(text, ['http', 'https'])) return undefined;
      const { username, pathname, search, hash, origin } = new URL(text);
      return username || pathname !== '/' || search || hash ? undefined : origin;
    },
    expected: `http:// or https:// with the name of the site and nothing after it, such as ${example}`,
  };
}

/**
 * A folder of an S3 bucket.
 *
 * @type {Kind<string>}
 */
export const bucketUrl = patternKind(
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/(?!\.{1,2}(\/|$))[\w.-]+)*\/?$/,
  's3:// with the name of a bucket and perhaps a folder, such as s3://may-shop/production',
);

/**
 * Where files are: a folder of this machine or of a bucket.
 *
 * @type {Kind<string>}
 */
export const filePlace = {
  // A single letter before the colon is a drive of Windows.
  parse: (text) => (/^[a-z][\w+.-]+:/i.test(text) ? bucketUrl.parse(text) : text),
  expected: `a folder, or ${bucketUrl.expected}`,
  isPath: true,
};

/**
 * The public address of a folder, which names are added to.
 *
 * @param {string} example
 * @returns {Kind<string>} without a slash at its end
 */
export function folderUrl(example) {
  return {
    parse(text) {
      if (!hasScheme(text, ['http', 'https'])) return undefined;
      const { username, search, hash, href } = new URL(text);
      return username || search || hash ? undefined : href.replace(/\/+$/, '');
    },
    expected: `http:// or https:// with the address of a folder, such as ${example}`,
  };
}

/**
 * @param {string} text
 * @param {string[]} schemes
 */
function hasScheme(text, schemes) {
  if (!schemes.some((scheme) => text.startsWith(`${scheme}://`)) || !URL.canParse(text)) return false;
  const { host, username, password, pathname, searchParams } = new URL(text);
  if (![username, password, pathname].every(canDecode)) return false;
  return host !== '' || searchParams.has('host'); // PostgreSQL's way to name the folder of a socket
}

/** @param {string} text of a URL, where a % begins a code */
function canDecode(text) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
