import { selfAndBroader, meaningById } from '../lexicon/meanings.js';
import type { Kind, Meaning } from '../lexicon/meaning.js';
import type { Token } from '../words/tokens.js';
import type { MeaningTerm } from './parsed-query.js';

/** Whether a term is of this kind. */
export const isOfKind = (kind: Kind) => (term: MeaningTerm) => term.meanings[0]?.kind === kind;

export const isRequestedType = (term: MeaningTerm): boolean => isOfKind('type')(term) && !term.isExcluded;

/** Garments that people name by their material: "jean nữ ống rộng". */
const TYPE_OF_MATERIAL: Record<string, string> = { jean: 'quan-jean', kaki: 'quan-kaki', thun: 'ao-thun' };
/** Words after which a material is meant, not a garment. */
const MADE_OF = new Set(['do', 'vai', 'chat', 'lieu', 'bang', 'hang', 'nhung']);

/** If no type is requested, reads the first material that names a garment as that type. */
export function materialsAsTypes(terms: MeaningTerm[], tokens: Token[]): MeaningTerm[] {
  if (terms.some(isRequestedType)) return terms;
  for (const [place, term] of terms.entries()) {
    const type = typeOfMaterial(term, tokens);
    if (type !== undefined) return terms.with(place, { ...term, meanings: [meaningById(type)] });
  }
  return terms;
}

/** The id of the garment that a term's material names; undefined for others, and for "made of kaki". */
function typeOfMaterial({ words, isExcluded, start }: MeaningTerm, tokens: Token[]): string | undefined {
  if (isExcluded || words.length !== 1) return undefined;
  const before = tokens[tokens.findIndex((token) => token.start === start) - 1];
  return MADE_OF.has(before?.folded ?? '') ? undefined : TYPE_OF_MATERIAL[words[0] ?? ''];
}

/** Drops terms that another one makes redundant: "áo khoác gió" does not request a separate áo. */
export const narrowest = (terms: MeaningTerm[]): MeaningTerm[] =>
  terms.filter((term, place) => !terms.some((other, otherPlace) => isRedundant(term, other, otherPlace < place)));

/** Whether a term is broader than the other, or repeats it. A choice ("áo or áo khoác") keeps both. */
function isRedundant(term: MeaningTerm, other: MeaningTerm, isOtherFirst: boolean): boolean {
  if (other.isExcluded !== term.isExcluded || other.isAlternative || term.isAlternative) return false;
  const [meaning, otherMeaning] = [term.meanings[0], other.meanings[0]];
  return meaning === otherMeaning ? isOtherFirst : isBroader(meaning, otherMeaning);
}

const isBroader = (broad: Meaning | undefined, narrow: Meaning | undefined) =>
  broad !== undefined && narrow !== undefined && selfAndBroader(narrow).has(broad);
