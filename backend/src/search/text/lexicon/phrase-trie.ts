import { foldVi, lowerVi, wordsOf } from '../../../catalog/text/fold.js';
import { toneLast } from '../words/tokens.js';
import { COMPOUND_PHRASES } from './compound-phrases.js';
import { CONJUNCTIONS, FILLER, NEGATIONS, WORN_WITH } from './function-words.js';
import type { Kind, Meaning } from './meaning.js';
import { MEANINGS, meaningById } from './meanings.js';

export type Role = 'meaning' | 'filler' | 'negation' | 'wornWith' | 'conjunction';

/** A meaning of a phrase, with the words that carry it, `to` excluded. */
export interface PhraseMeaning {
  meaning: Meaning;
  from: number;
  to: number;
}

/** A known phrase of one or more words. */
export interface Phrase {
  /** As it is written. */
  written: string[];
  /** The same, tone last. */
  toned: string[];
  folded: string[];
  role: Role;
  /** None for a phrase of another role than `meaning`. */
  meanings: PhraseMeaning[];
}

/** A node of the trie: the phrases that end here, and the nodes of the folded words that continue. */
export interface TrieNode {
  phrases: Phrase[];
  children: Map<string, TrieNode>;
}

/** The root of the trie of all phrases, by folded word. */
export const PHRASE_TRIE: TrieNode = { phrases: [], children: new Map() };
/** The lexicon's folded words, with the number of products that a shop is assumed to have of each. */
export const LEXICON_WORD_COUNTS = new Map<string, number>();
/** The lexicon's words as written, tone last. */
export const TONED_WORDS = new Set<string>();
/** The same words in NFC. */
export const WRITTEN_WORDS = new Set<string>();
/** Single filler words, tone last. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(FILLER.filter((term) => !term.includes(' ')).map(toneLast));

/** How many products a shop is assumed to have of a word for each kind, so that corrections prefer the words of common kinds. */
const ASSUMED_COUNTS: Record<Kind, number> = {
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
/** The same of a function word. */
const ASSUMED_COUNT_OF_FUNCTION_WORD = 1;

/** Words with two accepted spellings. */
const SPELLING_VARIANTS: readonly [usual: RegExp, other: string][] = [
  [/giày/, 'giầy'],
  [/xòe/, 'xoè'],
  [/quần sooc/, 'quần soóc'],
];

/** A part of a phrase, with the meaning that it carries. */
interface Part {
  words: string;
  meaning: Meaning;
}

addMeanings();
addCompoundPhrases();
addFunctionWords();

function addMeanings(): void {
  for (const meaning of MEANINGS) {
    // Throws for a meaning that does not exist.
    for (const id of [...meaning.broader, ...meaning.implies, ...meaning.opposes]) meaningById(id);
    for (const term of meaning.terms) addPhrase(term, 'meaning', [{ meaning, words: term }]);
  }
}

function addCompoundPhrases(): void {
  for (const [words, ids] of COMPOUND_PHRASES) {
    const idsOfParts = ids.split(' | ');
    const parts = words
      .split(' | ')
      .map((part, place) => ({ words: part, meaning: meaningById(idsOfParts[place] ?? '') }));
    addPhrase(words.replaceAll(' | ', ' '), 'meaning', parts);
  }
}

/** Adds them after the meanings: of phrases that score alike, the first one counts. */
function addFunctionWords(): void {
  const roles: [Role, string[]][] = [
    ['conjunction', CONJUNCTIONS],
    ['negation', NEGATIONS],
    ['wornWith', WORN_WITH],
    ['filler', FILLER],
  ];
  for (const [role, terms] of roles) for (const term of terms) addPhrase(term, role, []);
}

/** Adds a phrase and its spelling variants. A phrase that is there gets the further meanings. */
function addPhrase(term: string, role: Role, parts: readonly Part[]): void {
  const written = wordsOf(lowerVi(term));
  addWords(written, parts);
  const { phrases } = nodeOf(written);
  const toned = written.map(toneLast);
  const meanings = meaningsOfParts(parts);
  const present = phrases.find((phrase) => phrase.role === role && phrase.toned.join(' ') === toned.join(' '));
  if (present) {
    present.meanings.push(
      ...meanings.filter((one) => present.meanings.every(({ meaning }) => meaning !== one.meaning)),
    );
  } else {
    phrases.push({ written, toned, folded: written.map(foldVi), role, meanings });
  }
  // Added after the usual spelling, so that words without tones are read as the usual one.
  for (const [usual, other] of SPELLING_VARIANTS) {
    if (usual.test(term)) addPhrase(term.replace(usual, other), role, parts);
  }
}

/** The trie's node at the end of some words, made where there is none. */
function nodeOf(words: readonly string[]): TrieNode {
  let node = PHRASE_TRIE;
  for (const word of words) {
    const folded = foldVi(word);
    const child: TrieNode = node.children.get(folded) ?? { phrases: [], children: new Map() };
    node.children.set(folded, child);
    node = child;
  }
  return node;
}

/** Adds the words of a phrase to the sets of words. */
function addWords(words: readonly string[], parts: readonly Part[]): void {
  const count = Math.max(ASSUMED_COUNT_OF_FUNCTION_WORD, ...parts.map(({ meaning }) => ASSUMED_COUNTS[meaning.kind]));
  for (const word of words) {
    TONED_WORDS.add(toneLast(word));
    WRITTEN_WORDS.add(word);
    const folded = foldVi(word);
    LEXICON_WORD_COUNTS.set(folded, Math.max(count, LEXICON_WORD_COUNTS.get(folded) ?? 0));
  }
}

function meaningsOfParts(parts: readonly Part[]): PhraseMeaning[] {
  let to = 0;
  return parts.map(({ meaning, words }) => {
    const from = to;
    to += wordsOf(words).length;
    return { meaning, from, to };
  });
}
