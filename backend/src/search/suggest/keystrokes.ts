/*
 * Vietnamese input methods (Telex, VNI) write a letter with several keys. While a word is being typed, or with the method off,
 * the raw keys appear: "aos" or "ao1" for "áo". `withoutInputMethodKeys` drops them; here they become marks and tones.
 */

const TONES: Record<string, string> = { s: '\u0301', f: '\u0300', r: '\u0309', x: '\u0303', j: '\u0323' };
const VNI_TONES = ['\u0301', '\u0300', '\u0309', '\u0303', '\u0323'];
const HATS: Record<string, string> = { a: 'â', e: 'ê', o: 'ô' };
const HORNS: Record<string, string> = { o: 'ơ', u: 'ư' };
const BREVE: Record<string, string> = { a: 'ă' };
const VOWEL = /[aăâeêioôơuưy]/;
const MAX_KEYS = 20;

/** The letters typed so far, without the tone, and the tone. */
interface Syllable {
  letters: string[];
  tone: string;
}

/** The readings of a word's keys that differ from the word. @param word lowercase, in NFC */
export function composed(word: string): string[] {
  if (word.length > MAX_KEYS) return [];
  const readings = [/\d/.test(word) ? vni(word) : telex(word)].map(written);
  return readings.filter((reading) => reading !== word && reading !== '');
}

function telex(word: string): Syllable {
  const syllable: Syllable = { letters: [], tone: '' };
  for (const key of word) {
    const isTone = key in TONES && syllable.letters.some((letter) => VOWEL.test(letter));
    if (isTone) syllable.tone = TONES[key] ?? '';
    else if (!markedBy(syllable, key)) syllable.letters.push(key === 'w' ? 'ư' : key);
  }
  return syllable;
}

function vni(word: string): Syllable {
  const syllable: Syllable = { letters: [], tone: '' };
  for (const key of word) {
    const digit = Number.parseInt(key, 10);
    if (Number.isNaN(digit)) syllable.letters.push(key);
    else if (digit >= 1 && digit <= 5) syllable.tone = VNI_TONES[digit - 1] ?? '';
    else if (digit === 6) mark(syllable, HATS);
    else if (digit === 7) horn(syllable, HORNS);
    else if (digit === 8) mark(syllable, BREVE);
    else if (digit === 9) stroke(syllable);
  }
  return syllable;
}

/** Applies a Telex key to the letters so far. @returns whether it marked one */
function markedBy(syllable: Syllable, key: string): boolean {
  if (key === 'w') return horn(syllable, { ...HORNS, ...BREVE });
  if (key === 'd') return stroke(syllable);
  return key in HATS && mark(syllable, HATS, key);
}

/** Puts a horn on both letters of "uo": "uow" is ươ. */
function horn(syllable: Syllable, marks: Record<string, string>): boolean {
  if (!mark(syllable, marks, 'o')) return mark(syllable, marks);
  mark(syllable, marks, 'u');
  return true;
}

/** Puts a mark on the last letter that can have it. @param only restricts it to this letter @returns whether there was one */
function mark({ letters }: Syllable, marks: Record<string, string>, only?: string): boolean {
  const at = letters.findLastIndex((letter) => (only === undefined ? letter in marks : letter === only));
  const marked = marks[letters[at] ?? ''];
  if (marked === undefined) return false;
  letters[at] = marked;
  return true;
}

function stroke({ letters }: Syllable): boolean {
  if (letters[0] !== 'd') return false;
  letters[0] = 'đ';
  return true;
}

/** Spells it with the tone on its vowel: the marked one, the one before a final consonant, else the first of two. */
function written({ letters, tone }: Syllable): string {
  if (tone === '') return letters.join('');
  const start = (letters[0] === 'q' && letters[1] === 'u') || (letters[0] === 'g' && letters[1] === 'i') ? 2 : 0;
  const vowels = letters.flatMap((letter, at) => (at >= start && VOWEL.test(letter) ? [at] : []));
  const marked = vowels.findLast((at) => /[ăâêôơư]/.test(letters[at] ?? ''));
  const last = vowels.at(-1);
  const endsInConsonant = last !== undefined && last < letters.length - 1;
  const at = marked ?? (endsInConsonant ? last : vowels.at(vowels.length > 2 ? 1 : 0)) ?? letters.length - 1;
  return letters
    .map((letter, place) => (place === at ? letter + tone : letter))
    .join('')
    .normalize('NFC');
}
