import { createHash } from 'node:crypto';
import { bearerKeyOf, hashOfKey, isWellFormedKey, newKey, prefixOfKey } from '../../../src/auth/api-keys/api-key.js';

describe('an API key', () => {
  test('has a prefix that scanners know, and 40 random letters with a checksum', () => {
    const keys = Array.from({ length: 200 }, newKey);
    for (const key of keys) {
      expect(key).toMatch(/^may_sk_[0-9A-Za-z]{46}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  test('is refused without a query when a letter is wrong, missing or added', () => {
    const key = newKey();
    for (let at = 0; at < key.length; at++) {
      const letter = key[at] === 'x' ? 'y' : 'x';
      expect(isWellFormedKey(key.slice(0, at) + letter + key.slice(at + 1))).toBe(false);
    }
    expect(isWellFormedKey(key.slice(0, -1))).toBe(false);
    expect(isWellFormedKey(`${key}0`)).toBe(false);
    expect(isWellFormedKey(`${key}\n`)).toBe(false);
    expect(isWellFormedKey('')).toBe(false);
  });

  test('is stored as its SHA-256, and shown by its beginning, which reveals 6 of its 40 random letters', () => {
    const key = newKey();
    expect(hashOfKey(key)).toEqual(createHash('sha256').update(key).digest());
    expect(prefixOfKey(key)).toBe(key.slice(0, 13));
  });

  test.each([
    [undefined, undefined],
    ['JWT eyJ', undefined],
    ['Bearer eyJ', undefined],
    ['Basic may_sk_1', undefined],
    ['Bearer may_sk_1', 'may_sk_1'],
    ['bearer may_sk_1', 'may_sk_1'],
  ])('the header %s has the key %s', (header, key) => {
    expect(bearerKeyOf(header)).toBe(key);
  });
});
