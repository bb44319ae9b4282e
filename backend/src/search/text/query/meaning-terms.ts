import { closureOf, meaningById } from '../lexicon/lexicon.js';
import type { Kind, Meaning } from '../meaning.js';
import type { Token } from '../tokens.js';
import type { MeaningTerm } from './parsed-query.js';
import type { ReadingPiece } from './reading.js';

/** The maximum number of words between a "not" and what it negates. */
const REACH = 3;
const OR = new Set(['hoac', 'hay', 'or']);

/** Whether a term is of this kind. */
export const isOfKind = (kind: Kind) => (term: MeaningTerm) => term.meanings[0]?.kind === kind;

interface ReadTerms {
  terms: MeaningTerm[];
  /** Words in no lexicon that a "not" negates: "không hở". */
  unwanted: ReadonlySet<ReadingPiece>;
}

/** Interprets the phrases in order; "not" and "worn with" apply to the next one. */
export function readTerms(pieces: ReadingPiece[], tokens: Token[], isTaken: (at: number) => boolean): ReadTerms {
  const terms: MeaningTerm[] = [];
  const unwanted = new Set<ReadingPiece>();
  let not: { start: number; reach: number; kind: Kind | 'words' | null } | null = null;
  let isBeside = false;
  let or = false;
  for (const piece of pieces) {
    const { phrase, from, to } = piece;
    const token = tokens[from];
    if (token?.isAfterPause && not?.kind === null) not = null;
    if (token?.isAfterPause) isBeside = false;
    if (phrase?.role !== 'meaning') or = phrase?.role === 'either' && OR.has(phrase.folded[0] ?? '');
    if (phrase?.role === 'not') not = { start: token?.start ?? 0, reach: REACH, kind: null };
    // Only after a requested type: "Đi với mẹ mua áo dài" names it later.
    else if (phrase?.role === 'beside') isBeside = terms.some((term) => isOfKind('type')(term) && !term.not);
    else if (phrase?.role === 'meaning') {
      for (const { meaning, from: first, to: last } of phrase.says) {
        const start = tokens[from + first]?.start ?? 0;
        const end = tokens[from + last - 1]?.end ?? start;
        if (not && not.kind !== null && not.kind !== meaning.kind) not = null;
        if (isBeside && meaning.kind === 'type') continue;
        // "áo" of "áo dài tay" and "dài tay" have words of their own; words of two meanings are both.
        const words = phrase.folded.slice(first, last);
        terms.push({
          meanings: [meaning],
          not: not !== null,
          or,
          words,
          start: not?.kind === null ? not.start : start,
          end,
        });
        if (not) not.kind = meaning.kind;
        or = false;
      }
    } else if (not && phrase === null && !isTaken(from) && (not.kind === null || not.kind === 'words')) {
      unwanted.add(piece);
      not.kind = 'words';
      not.reach -= to - from;
      if (not.reach < 0) not = null;
    } else if (not && (isTaken(from) || phrase?.role !== 'either')) {
      not.reach -= to - from;
      if (not.reach < 0 || not.kind !== null) not = null;
    }
  }
  return { terms, unwanted };
}

/** Garments that people name by their material: "jean nữ ống rộng". */
const TYPE_OF_MATERIAL: Record<string, string> = { jean: 'quan-jean', kaki: 'quan-kaki', thun: 'ao-thun' };
/** Words after which a material is meant, not a garment. */
const MADE_OF = new Set(['do', 'vai', 'chat', 'lieu', 'bang', 'hang', 'nhung']);

/** If no type is requested, reads a material's name as a garment type. */
export function materialsAsTypes(terms: MeaningTerm[], tokens: Token[]): MeaningTerm[] {
  if (terms.some((term) => isOfKind('type')(term) && !term.not)) return terms;
  const at = terms.findIndex(({ words, not, start }) => {
    const before = tokens.findIndex((token) => token.start === start) - 1;
    return (
      !not && words.length === 1 && (words[0] ?? '') in TYPE_OF_MATERIAL && !MADE_OF.has(tokens[before]?.folded ?? '')
    );
  });
  const type = TYPE_OF_MATERIAL[terms[at]?.words[0] ?? ''];
  return type === undefined
    ? terms
    : terms.map((term, place) => (place === at ? { ...term, meanings: [meaningById(type)] } : term));
}

/** Drops meanings that are wider than another one: "áo khoác gió" does not request a separate áo. */
export function narrowest(terms: MeaningTerm[]): MeaningTerm[] {
  const isWiderThan = (wide: Meaning | undefined, narrow: Meaning | undefined) =>
    wide !== undefined && narrow !== undefined && wide !== narrow && closureOf(narrow).has(wide);
  return terms.filter(
    (term, at) =>
      !terms.some(
        (other, place) =>
          other.not === term.not &&
          !other.or &&
          !term.or &&
          (isWiderThan(term.meanings[0], other.meanings[0]) || (place < at && other.meanings[0] === term.meanings[0])),
      ),
  );
}
