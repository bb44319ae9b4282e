import type { Meaning } from '../lexicon/meaning.js';

/* How the index encodes what it knows of a product. */

/** How certainly a product has a meaning; higher is more certain. */
export const CERTAINTY = {
  /** Its description says so. */
  described: 1,
  /** Its type or a narrower meaning implies it; as a type, its name says so after another type. */
  implied: 2,
  /** Its name or category says so; as a type, its name says so first, but its category says another. */
  named: 3,
  /** As a type, its category says so, or its name first and no other category; as a colour, its variants have it. */
  titled: 4,
} as const;
/** The fields in which a product has a word, as bits. */
export const FIELD_BITS = { description: 1, color: 2, brand: 4, category: 8, name: 16 } as const;
/** Whom a product is for, as bits; `implied` when only its type says so. */
export const GENDER_BITS = { men: 1, women: 2, children: 4, implied: 8 } as const;

const GENDER_BITS_OF_MEANINGS: Record<string, number> = {
  nam: GENDER_BITS.men,
  nu: GENDER_BITS.women,
  unisex: GENDER_BITS.men | GENDER_BITS.women,
  'tre-em': GENDER_BITS.children,
};

/** Bits of `GENDER_BITS`: whom any of the meanings names. */
export const genderBits = (meanings: readonly Meaning[]): number =>
  meanings.reduce((bits, { id }) => bits | (GENDER_BITS_OF_MEANINGS[id] ?? 0), 0);
