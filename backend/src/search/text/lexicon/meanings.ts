import { GENDERS, MATERIALS, OCCASIONS } from './attributes.js';
import { GARMENT_COLORS } from './colors.js';
import type { Meaning } from './meaning.js';
import { STYLES } from './styles.js';
import { GARMENT_TYPES } from './types.js';

/** All meanings of the lexicon. The place of each is its number, see `meaningNumber`. */
export const MEANINGS: readonly Meaning[] = [
  ...GARMENT_TYPES,
  ...GARMENT_COLORS,
  ...GENDERS,
  ...MATERIALS,
  ...OCCASIONS,
  ...STYLES,
];
const byId = new Map(MEANINGS.map((meaning) => [meaning.id, meaning]));
const numbers = new Map(MEANINGS.map((meaning, number) => [meaning, number]));

/** @throws Error when the lexicon refers to an unknown meaning */
export function meaningById(id: string): Meaning {
  const meaning = byId.get(id);
  if (!meaning) throw new Error(`The lexicon has no meaning ${id}`);
  return meaning;
}

/** A meaning's number, for posting lists. */
export const meaningNumber = (meaning: Meaning): number => numbers.get(meaning) ?? -1;

const closures = new Map<Meaning, ReadonlySet<Meaning>>();

/** A meaning and all broader ones, however distant. */
export function selfAndBroader(meaning: Meaning): ReadonlySet<Meaning> {
  const known = closures.get(meaning);
  if (known) return known;
  const closure = new Set([meaning]);
  for (const id of meaning.broader) for (const broader of selfAndBroader(meaningById(id))) closure.add(broader);
  closures.set(meaning, closure);
  return closure;
}

/** The meanings that a meaning, or a broader one, implies. */
export function impliedBy(meaning: Meaning): Meaning[] {
  return [...selfAndBroader(meaning)].flatMap((one) => one.implies.map(meaningById));
}

/** Types too general to answer a search for a specific one: every garment for the upper body is an áo. */
const GENERIC = new Set(['ao', 'quan', 'giay', 'giay-dep', 'phu-kien', 'vay', 'set-bo']);
export const isGeneric = ({ id }: Meaning): boolean => GENERIC.has(id);

/** A type and the next broader types, without generic ones. */
export const selfAndSpecificBroader = (meaning: Meaning): Meaning[] => [
  meaning,
  ...meaning.broader.map(meaningById).filter((broader) => !isGeneric(broader)),
];
