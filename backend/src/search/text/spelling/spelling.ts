/**
 * Drops the keys of a Vietnamese input method that is off: Telex writes tones and hats as letters ("aos", "nuwx",
 * "ddaamf"), VNI as digits ("ao1", "nu74").
 *
 * @param word folded
 * @returns the possible readings without such keys; none if the word has no such keys
 */
export function withoutInputMethodKeys(word: string): string[] {
  const readings = new Set<string>();
  readings.add(word.replace(/(?<=[a-z])\d+/g, ''));
  const hatless = word
    .replace(/([aeod])\1/g, '$1')
    .replace(/(?<=[aou])w/g, '')
    .replace(/^w|w$/g, 'u');
  readings.add(hatless);
  // The tone key comes at the end of the word or after the vowels.
  readings.add(hatless.replace(/[sfrxj]$/, ''));
  readings.add(hatless.replace(/(?<=[aeiouy])[sfrxj](?=[a-z]*$)/, ''));
  // Chat spelling: "sơ mj".
  readings.add(word.replace(/(?<=[a-z])j$/, 'i'));
  readings.delete(word);
  readings.delete('');
  return [...readings];
}

/** Phonetic spellings of loan words. */
export const LOANWORDS: Record<string, string> = {
  jin: 'jean',
  gin: 'jean',
  sot: 'short',
  soc: 'short',
  hudi: 'hoodie',
  vet: 'vest',
};

/** A vowel comes next, with or without tones. */
const VOWEL = '(?=[^bcdđfghjklmnpqrstvwxz])';

/** Spellings that sound alike in some region, in the order in which they are replaced. */
const ALIKE: [RegExp, string][] = [
  [/^ngh/, 'ng'],
  [/^gh/, 'g'],
  [new RegExp(`^(gi|r|z|d|v)${VOWEL}`), 'd'],
  [/^(tr|ch)/, 'c'],
  [/^(c|k|q)(?!h)/, 'k'],
  [/^x/, 's'],
  [new RegExp(`^l${VOWEL}`), 'n'],
  [/^(ph|f)/, 'f'],
  [/nh$|ng$/, 'n'],
  [/(ch|c|k)$/, 't'],
  [/(?<=[bcdghklmnpqrstvx])y$/, 'i'],
];

/** A phonetic key: words that sound alike have the same one. Keeps the tones of the given word. */
export function phoneticKey(word: string): string {
  return ALIKE.reduce((sound, [spelling, sounds]) => sound.replace(spelling, sounds), word);
}

/** The set of a word's letters, as bits. */
export function letterSet(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitsOf(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Whether words with these sets of letters may be so few typos apart: each changes at most two letters of the set. */
export const mayBeWithinDistance = (letters: number, others: number, maxDistance: number): boolean =>
  bitsOf(letters ^ others) <= 2 * maxDistance;

/**
 * The number of letters added, dropped, changed or swapped with a neighbour (optimal string alignment distance).
 * @param maxDistance the result is exact up to this value, and some higher number beyond
 */
export function editDistance(a: string, b: string, maxDistance: number): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, at(older, j - 2) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > maxDistance) return maxDistance + 1;
    [older, previous] = [previous, row];
  }
  return at(previous, b.length);
}

const at = (row: number[], index: number) => row[index] ?? Infinity;
