import { foldVi, lowerVi } from '../../../catalog/text/fold.js';
import type { ProductFacts } from './product-facts.js';
import { heelHeightsOf } from '../numbers/heel-heights.js';
import { closureOf, impliedBy, isGeneric, meaningById, numberOf } from '../lexicon/lexicon.js';
import { MATERIALS } from '../lexicon/styles.js';
import type { Meaning } from '../lexicon/meaning.js';
import { segmentText } from '../segmentation/segment-text.js';
import { memoize } from '../words/memoize.js';
import { COMMON_SIZES, rareSizeOf, sizeOf } from '../numbers/sizes.js';
import { toneLast, tokensOf, type Token } from '../words/tokens.js';

/** How certainly a product has a meaning; higher is more certain. */
export const CERTAINTY = { described: 1, implied: 2, named: 3, titled: 4 } as const;
/** The fields in which a product has a word, as bits. */
export const FIELD_BITS = { description: 1, color: 2, brand: 4, category: 8, name: 16 } as const;
/** Whom a product is for, as bits; `implied` when only its type says so. */
export const GENDER_BITS = { men: 1, women: 2, children: 4, implied: 8 } as const;

/** A product as the index keeps it. */
export interface ProductReading {
  /** Numbers of meanings, each with one of `CERTAINTY`. */
  meanings: Map<number, number>;
  /** Folded words, each with bits of `FIELD_BITS`. */
  words: Map<string, number>;
  /** Words of the name as written, tone last. */
  toned: Set<string>;
  /** The shop's spellings of the folded words of name, category and brand. */
  spellings: Map<string, string>;
  /** Bits of `GENDER_BITS`. */
  gender: number;
  /** Bits of `COMMON_SIZES`. */
  sizes: number;
  /** Sizes that have no bit, as `rareSizeOf` writes them. */
  rareSizes: string[];
  /** Heel heights, in centimetres. */
  heights: number[];
  /** The folded words of the name in their order. */
  name: string[];
  hasType: boolean;
  hasColor: boolean;
  hasMaterial: boolean;
}

const MAX_DESCRIPTION = 1_500;

/** Extracts a product's meanings and words from its texts, with the same lexicon as queries. */
export function readProduct(facts: ProductFacts): ProductReading {
  const name = tokensOf(facts.name);
  const category = tokensOf(facts.category);
  const brand = tokensOf(facts.brand);
  const description = tokensOf(facts.description.slice(0, MAX_DESCRIPTION));
  const reading: ProductReading = {
    meanings: new Map(),
    words: fieldsOfWords([
      [name, FIELD_BITS.name],
      [category, FIELD_BITS.category],
      [brand, FIELD_BITS.brand],
      [tokensOf(facts.colors.join(', ')), FIELD_BITS.color],
      [description, FIELD_BITS.description],
    ]),
    toned: new Set(name.map(({ typed }) => toneLast(typed))),
    spellings: new Map([...brand, ...category, ...name].map(({ folded, typed }) => [folded, typed])),
    gender: 0,
    sizes: facts.sizes.reduce((bits, size) => bits | sizeBit(sizeOf(size)), 0),
    rareSizes: facts.sizes.flatMap((size) => rareSizeOf(size) ?? []),
    heights: heelHeightsOf(name).map(({ height }) => height),
    name: name.map(({ folded }) => folded),
    hasType: false,
    hasColor: false,
    hasMaterial: false,
  };
  // "HÀ NAM" and "Việt Nam" are not for men.
  const named = meaningsOf(withoutBrand(name, brand));
  const inCategory = meaningsOfCategory(facts.category);
  const described = meaningsOf(description);
  addTypes(reading, named.filter(isType), inCategory.filter(isType));
  addAttributes(reading, [...named, ...inCategory], CERTAINTY.named);
  for (const color of facts.colors) {
    for (const meaning of meaningsOfColor(color)) addMeaning(reading, meaning, CERTAINTY.titled);
  }
  addAttributes(reading, described, CERTAINTY.described);
  reading.gender = genderOf(reading, [...named, ...inCategory], described);
  reading.hasColor = [...reading.meanings].some(
    ([number, certainty]) => certainty > CERTAINTY.described && COLOR_NUMBERS.has(number),
  );
  reading.hasMaterial = [...reading.meanings.keys()].some((number) => MATERIAL_NUMBERS.has(number));
  return reading;
}

/** The folded words of the fields, each with the bits of `FIELD_BITS` of those that have it. */
function fieldsOfWords(fields: [Token[], number][]): Map<string, number> {
  const words = new Map<string, number>();
  for (const [tokens, field] of fields) {
    for (const { folded } of tokens) words.set(folded, (words.get(folded) ?? 0) | field);
  }
  return words;
}

const ACCESSORIES = meaningById('phu-kien');
const isType = ({ kind }: Meaning) => kind === 'type';
const COLORS = 'den trang xam be nau do hong cam vang xanh-la xanh-duong xanh-navy tim bac xanh';
const COLOR_NUMBERS = new Set(COLORS.split(' ').map((id) => numberOf(meaningById(id))));
const MATERIAL_NUMBERS = new Set(MATERIALS.map((material) => numberOf(material)));
/** The bit of a size; 0 for none of `COMMON_SIZES`. */
export const sizeBit = (size: string | null) => (size === null ? 0 : Math.floor(2 ** COMMON_SIZES.indexOf(size)));

/** The meanings of a text, in order of occurrence, without negated ones. */
function meaningsOf(tokens: Token[]): Meaning[] {
  const segments = segmentText(tokens, { isStrict: true });
  return segments.flatMap(({ phrase }, place) => {
    const isNot = segments[place - 1]?.phrase?.role === 'negation';
    return isNot ? [] : (phrase?.says.map(({ meaning }) => meaning) ?? []);
  });
}

const meaningsOfCategory = memoize((category) => meaningsOf(tokensOf(category)));
const meaningsOfColor = memoize((color) => meaningsOf(tokensOf(`màu ${color}`)));

function withoutBrand(name: Token[], brand: Token[]): Token[] {
  if (brand.length === 0) return name;
  const isBrandAt = (at: number) => brand.every(({ folded }, step) => name[at + step]?.folded === folded);
  const at = name.findIndex((_, place) => isBrandAt(place));
  return at < 0 ? name : [...name.slice(0, at), ...name.slice(at + brand.length)];
}

/** Adds all meanings but types. */
function addAttributes(reading: ProductReading, meanings: Meaning[], certainty: number): void {
  for (const meaning of meanings) if (!isType(meaning)) addMeaning(reading, meaning, certainty);
}

/** Adds a meaning and its wider ones, unless the product has them with more certainty. */
function addMeaning(reading: ProductReading, meaning: Meaning, certainty: number): void {
  for (const wider of closureOf(meaning)) {
    const number = numberOf(wider);
    // A checked pattern has stripes too, but real stripes rank first.
    const isAsCertain = wider === meaning || wider.kind === 'type' || wider.kind === 'color';
    const own = isAsCertain ? certainty : Math.min(certainty, CERTAINTY.implied);
    reading.meanings.set(number, Math.max(own, reading.meanings.get(number) ?? 0));
  }
}

/**
 * Adds the types of a name and of a category. The category is the strongest evidence, then the name's first type, then its others.
 * @param named in the order of the name: in Vietnamese the head comes first
 */
function addTypes(reading: ProductReading, named: Meaning[], inCategory: Meaning[]): void {
  const [head] = named;
  const isRelated = (type: Meaning, other: Meaning) => closureOf(type).has(other) || closureOf(other).has(type);
  const fitting = inCategory.filter((type) => head && isRelated(type, head));
  for (const type of inCategory) {
    const isCertain = fitting.length === 0 || fitting.includes(type);
    addMeaning(reading, type, isCertain ? CERTAINTY.titled : CERTAINTY.implied);
  }
  // Otherwise the shop would have put it into that type's own category.
  const isInItsCategory = inCategory.length === 0 || fitting.some((type) => !isGeneric(type) || type === head);
  if (head) addMeaning(reading, head, isInItsCategory ? CERTAINTY.titled : CERTAINTY.named);
  // A jacket with pockets is no bag.
  for (const type of named.slice(1)) {
    if (!closureOf(type).has(ACCESSORIES)) addMeaning(reading, type, CERTAINTY.implied);
  }
  reading.hasType = head !== undefined || inCategory.length > 0;
  const own = fitting.length > 0 || inCategory.length === 0 ? [head] : [head, ...inCategory];
  for (const type of own) {
    if (type) for (const implied of impliedBy(type)) addMeaning(reading, implied, CERTAINTY.implied);
  }
}

const BITS_OF_MEANING: Record<string, number> = {
  nam: GENDER_BITS.men,
  nu: GENDER_BITS.women,
  unisex: GENDER_BITS.men | GENDER_BITS.women,
  'tre-em': GENDER_BITS.children,
};

/** Bits of `GENDER_BITS`: whom any of the meanings names. */
export const genderBits = (meanings: Meaning[]): number =>
  meanings.reduce((bits, { id }) => bits | (BITS_OF_MEANING[id] ?? 0), 0);

/** Whom a product is for: as its name or category says, as its type implies, or as its description says. */
function genderOf(reading: ProductReading, named: Meaning[], described: Meaning[]): number {
  const bits = genderBits(named);
  if (bits) return bits;
  if (reading.meanings.get(numberOf(meaningById('nu'))) === CERTAINTY.implied)
    return GENDER_BITS.women | GENDER_BITS.implied;
  return genderBits(described);
}

/** A brand's name, normalized for comparison. */
export const brandKey = (brand: string): string =>
  tokensOf(brand)
    .map(({ typed }) => foldVi(lowerVi(typed)))
    .join(' ');
