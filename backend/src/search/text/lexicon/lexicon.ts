import { foldVi, lowerVi, wordsOf } from '../../../catalog/text/fold.js';
import { COLOR_WORDS } from './colors.js';
import { WORN_WITH, CONJUNCTIONS, FILLER, COMPOUND_PHRASES, NEGATIONS } from './filler.js';
import { GENDERS, MATERIALS, OCCASIONS, STYLES } from './styles.js';
import { TYPE_WORDS } from './types.js';
import type { Meaning } from './meaning.js';
import { toneLast } from '../words/tokens.js';

export type Role = 'meaning' | 'filler' | 'negation' | 'wornWith' | 'conjunction';

/** A known phrase of one or more words. */
export interface Phrase {
  /** As it is written. */
  written: string[];
  /** The same, tone last. */
  toned: string[];
  folded: string[];
  role: Role;
  /** Its meanings, each with the words that carry it. */
  says: { meaning: Meaning; from: number; to: number }[];
}

/** A node of the phrase trie: the phrases that end here and the words that continue. */
export interface Node {
  ends: Phrase[];
  next: Map<string, Node>;
}

const MEANINGS: Meaning[] = [...TYPE_WORDS, ...COLOR_WORDS, ...GENDERS, ...MATERIALS, ...OCCASIONS, ...STYLES];
const byId = new Map(MEANINGS.map((meaning) => [meaning.id, meaning]));

/** @throws Error when the lexicon refers to an unknown meaning */
export function meaningById(id: string): Meaning {
  const meaning = byId.get(id);
  if (!meaning) throw new Error(`The lexicon has no meaning ${id}`);
  return meaning;
}

/** A meaning's number, for postings and columns. */
const numbers = new Map(MEANINGS.map((meaning, number) => [meaning, number]));
export const numberOf = (meaning: Meaning): number => numbers.get(meaning) ?? -1;

/** For each meaning: itself and its wider meanings. */
const closures = new Map<Meaning, ReadonlySet<Meaning>>();
export function closureOf(meaning: Meaning): ReadonlySet<Meaning> {
  const known = closures.get(meaning);
  if (known) return known;
  const closure = new Set([meaning]);
  for (const id of meaning.under) for (const wider of closureOf(meaningById(id))) closure.add(wider);
  closures.set(meaning, closure);
  return closure;
}

/** Meanings that this meaning implies. */
export function impliedBy(meaning: Meaning): Meaning[] {
  return [...closureOf(meaning)].flatMap((one) => one.implies.map(meaningById));
}

/** Types too general to answer a search for a specific one: every garment for the upper body is an áo. */
const GENERIC = new Set(['ao', 'quan', 'giay', 'giay-dep', 'phu-kien', 'vay', 'set-bo']);
export const isGeneric = ({ id }: Meaning): boolean => GENERIC.has(id);

/** A type and its next wider types, except generic ones. */
export const widerOf = (meaning: Meaning): Meaning[] => [
  meaning,
  ...meaning.under.map(meaningById).filter((one) => !isGeneric(one)),
];

export const ROOT_NODE: Node = { ends: [], next: new Map() };
/** The lexicon's folded words with their assumed frequency in a shop, and its words as written, tone last. */
export const LEXICON_WORDS = new Map<string, number>();
export const TONED_WORDS = new Set<string>();
/** The same words in NFC. */
export const WRITTEN_WORDS = new Set<string>();

const ASSUMED_COUNTS = {
  type: 40,
  color: 30,
  gender: 120,
  material: 20,
  size: 10,
  occasion: 10,
  style: 8,
  price: 1,
  brand: 1,
};

/** Words with two accepted spellings. */
const SPELLING_VARIANTS: [RegExp, string][] = [
  [/giày/, 'giầy'],
  [/xòe/, 'xoè'],
  [/quần sooc/, 'quần soóc'],
];

function add(term: string, role: Role, parts: { meaning?: Meaning; words: string }[]): void {
  const written = wordsOf(lowerVi(term));
  let node = ROOT_NODE;
  for (const word of written) {
    const folded = foldVi(word);
    const next: Node = node.next.get(folded) ?? { ends: [], next: new Map() };
    node.next.set(folded, next);
    node = next;
    TONED_WORDS.add(toneLast(word));
    WRITTEN_WORDS.add(word);
    const weight = Math.max(1, ...parts.map(({ meaning }) => (meaning ? ASSUMED_COUNTS[meaning.kind] : 2)));
    LEXICON_WORDS.set(folded, Math.max(weight, LEXICON_WORDS.get(folded) ?? 0));
  }
  let from = 0;
  const says = parts.flatMap(({ meaning, words }) => {
    const begin = from;
    from += wordsOf(words).length;
    return meaning ? [{ meaning, from: begin, to: from }] : [];
  });
  const toned = written.map(toneLast);
  const same = node.ends.find((phrase) => phrase.role === role && phrase.toned.join(' ') === toned.join(' '));
  if (same) same.says.push(...says.filter((one) => !same.says.some(({ meaning }) => meaning === one.meaning)));
  else node.ends.push({ written, toned, folded: written.map(foldVi), role, says });
  // Added after the usual spelling, so that words without tones are read as the usual one.
  for (const [way, other] of SPELLING_VARIANTS) {
    if (way.test(term))
      add(
        term.replace(way, other),
        role,
        parts.map((part) => ({ ...part })),
      );
  }
}

for (const meaning of MEANINGS) {
  for (const id of [...meaning.under, ...meaning.implies, ...meaning.opposes]) meaningById(id);
  for (const term of meaning.terms) add(term, 'meaning', [{ meaning, words: term }]);
}
for (const [words, ids] of COMPOUND_PHRASES) {
  const meanings = ids.split(' | ');
  const parts = words.split(' | ').map((part, place) => ({ words: part, meaning: meaningById(meanings[place] ?? '') }));
  add(words.replaceAll(' | ', ' '), 'meaning', parts);
}
const roles: [Role, string[]][] = [
  ['conjunction', CONJUNCTIONS],
  ['negation', NEGATIONS],
  ['wornWith', WORN_WITH],
  ['filler', FILLER],
];
for (const [role, terms] of roles) for (const term of terms) add(term, role, []);

/** Single words that carry no search meaning, tone last. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(FILLER.filter((term) => !term.includes(' ')).map(toneLast));
