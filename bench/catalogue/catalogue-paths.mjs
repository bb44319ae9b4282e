// @ts-check

/** @typedef {typeof import('../../backend/src/demo/scale/vocabulary.js')} Vocabulary */
/** @typedef {import('../../backend/src/demo/support/random.js').Random} Random */

/** What shoppers add to a kind of thing. */
const WISHES = ['', 'nữ', 'nam', 'trắng', 'đen', 'size M', 'dưới 300k', 'giá rẻ', 'đi chơi', 'công sở', 'mùa hè'];
const COMMON = ['áo', 'quần', 'váy', 'đầm', 'giày', 'áo nữ', 'áo nam', 'quần nữ', 'quần nam'];

/**
 * Addresses of searches, each another one, with words of the catalogue.
 *
 * @param {Vocabulary} vocabulary
 * @param {Random} random
 */
export function searchesOf({ SCALE_KINDS, DETAILS, COLLECTIONS }, random) {
  /** @template T @param {readonly T[]} items */
  const pick = (items) => random.pick(items);
  const words = () => {
    const kind = pick(SCALE_KINDS);
    return `${kind.name} ${pick(kind.cuts)} ${pick(kind.materials)}`;
  };
  const texts = {
    selective: () => `${words()} ${pick(COLLECTIONS)}`,
    common: () => `${pick(COMMON)} ${pick(WISHES)}`,
    typo: () => slip(folded(words()), random),
    any: () => `${words()} ${pick(DETAILS)} ${pick(WISHES)}`,
  };
  const given = new Set();
  /** @param {keyof typeof texts} kind @param {number} count */
  return (kind, count) =>
    Array.from({ length: count }, () => {
      // A text that came before gets another page, or a filter that takes nothing away.
      for (let again = 0; ; again++) {
        const filter =
          again === 0 ? '' : `&price=0&page_size=${12 + (again % 12)}&brand=${'0'.repeat(1 + (again % 9))}`;
        const path = `/api/products/?keyword=${encodeURIComponent(texts[kind]().toLowerCase().trim())}&page=1${filter}`;
        if (given.has(path)) continue;
        given.add(path);
        return path;
      }
    });
}

/**
 * Addresses of one page of the list of all products, each another one: with filters that take nothing away.
 *
 * @param {number} page
 * @param {string} more
 * @param {number} count
 */
export function listPaths(page, more, count) {
  return Array.from({ length: count }, (_, nth) => {
    const [brand, category, spaces] = [1 + (nth % 9), 1 + (Math.floor(nth / 9) % 9), Math.floor(nth / 81)];
    const zeros = `brand=${'0'.repeat(brand)}&category=${'0'.repeat(category)}&keyword=${'+'.repeat(spaces)}`;
    return `/api/products/?page=${page}&page_size=12&${zeros}${more}`;
  });
}

/** @param {string} text */
const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D');

/** Swaps two letters of a word. @param {string} text @param {Random} random */
function slip(text, random) {
  const words = text.split(' ');
  const long = words.flatMap((word, place) => (word.length > 3 ? [place] : []));
  const place = long.length > 0 ? random.pick(long) : 0;
  const word = words[place] ?? '';
  const at = random.int(1, Math.max(1, word.length - 2));
  words[place] = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2);
  return words.join(' ');
}
