import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret scanners recognise a key by this prefix. */
const PREFIX = 'may_sk_';
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 238 random bits: a key cannot be guessed, so a plain hash protects it. */
const RANDOM_LETTERS = 40;
const CHECK_LETTERS = 6;
/** The part of a key that lists show. */
const SHOWN_LETTERS = PREFIX.length + 6;

const BEARER = new RegExp(`^Bearer (${PREFIX}.*)$`, 'i');
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LETTERS + CHECK_LETTERS}}$`);

/** Makes a key: prefix, random letters, and a checksum of both, by which a mistyped or invented key is refused without a query. */
export function newKey(): string {
  const random = Array.from({ length: RANDOM_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${PREFIX}${random}${checksumOf(PREFIX + random)}`;
}

/** True for a text that `newKey` could have made. */
export const isWellFormedKey = (text: string): boolean =>
  KEY.test(text) && checksumOf(text.slice(0, -CHECK_LETTERS)) === text.slice(-CHECK_LETTERS);

/** The hash by which a key is stored and found. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The beginning of a key, which lists show so that its owner recognises it. */
export const prefixOfKey = (key: string): string => key.slice(0, SHOWN_LETTERS);

/** Reads the key of `Authorization: Bearer may_sk_…`. @returns undefined for any other credential */
export const bearerKeyOf = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];

function checksumOf(text: string): string {
  let rest = crc32(text);
  let letters = '';
  while (letters.length < CHECK_LETTERS) {
    letters = LETTERS.charAt(rest % LETTERS.length) + letters;
    rest = Math.floor(rest / LETTERS.length);
  }
  return letters;
}
