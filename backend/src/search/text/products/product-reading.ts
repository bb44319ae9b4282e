import { foldVi, lowerVi } from '../../../catalog/text/fold.js';
import { MATERIALS } from '../lexicon/attributes.js';
import type { Meaning } from '../lexicon/meaning.js';
import { impliedBy, isGeneric, meaningById, meaningNumber, selfAndBroader } from '../lexicon/meanings.js';
import { heelHeightsOf } from '../numbers/heel-heights.js';
import { rareSizeOf, sizeBit, sizeOf } from '../numbers/sizes.js';
import { segmentText } from '../segmentation/segment-text.js';
import { memoize } from '../words/memoize.js';
import { toneLast, tokensOf, type Token } from '../words/tokens.js';
import { CERTAINTY, FIELD_BITS, GENDER_BITS, genderBits } from './codes.js';
import type { ProductFacts } from './product-facts.js';

/** A product as the index keeps it. */
export interface ProductReading {
  /** Certainties of `CERTAINTY` by the meaning's number. */
  meanings: Map<number, number>;
  /** Bits of `FIELD_BITS` by folded word. */
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

/** In UTF-16 code units: what comes later in a description is rarely about the product. */
const MAX_DESCRIPTION_LENGTH = 1_500;

/** Extracts a product's meanings and words from its texts, with the same lexicon as queries. */
export function readProduct(facts: ProductFacts): ProductReading {
  const name = tokensOf(facts.name);
  const category = tokensOf(facts.category);
  const brand = tokensOf(facts.brand);
  const description = tokensOf(facts.description.slice(0, MAX_DESCRIPTION_LENGTH));
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

const COLORS = 'den trang xam be nau do hong cam vang xanh-la xanh-duong xanh-navy tim bac xanh';
const COLOR_NUMBERS = new Set(COLORS.split(' ').map((id) => meaningNumber(meaningById(id))));
const MATERIAL_NUMBERS = new Set(MATERIALS.map(meaningNumber));
const isType = ({ kind }: Meaning) => kind === 'type';

/** The meanings of a text, in order of occurrence, without negated ones. */
function meaningsOf(tokens: Token[]): Meaning[] {
  const segments = segmentText(tokens, { isStrictAboutTones: true });
  return segments.flatMap(({ phrase }, place) => {
    const isNegated = segments[place - 1]?.phrase?.role === 'negation';
    return isNegated ? [] : (phrase?.meanings.map(({ meaning }) => meaning) ?? []);
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

/** Adds a meaning and all broader ones, unless the product has them with more certainty. */
function addMeaning(reading: ProductReading, meaning: Meaning, certainty: number): void {
  for (const added of selfAndBroader(meaning)) {
    const number = meaningNumber(added);
    // A checked pattern has stripes too, but real stripes rank first.
    const isAsCertain = added === meaning || added.kind === 'type' || added.kind === 'color';
    const ownCertainty = isAsCertain ? certainty : Math.min(certainty, CERTAINTY.implied);
    reading.meanings.set(number, Math.max(ownCertainty, reading.meanings.get(number) ?? 0));
  }
}

/**
 * Adds the types of a name and of a category. The category is the strongest evidence, then the name's first type, then its others.
 * @param named in the order of the name: in Vietnamese the head comes first
 */
function addTypes(reading: ProductReading, named: Meaning[], inCategory: Meaning[]): void {
  const [head, ...others] = named;
  const agreeing = inCategory.filter((type) => head && isRelated(type, head));
  for (const type of inCategory) {
    const isCertain = agreeing.length === 0 || agreeing.includes(type);
    addMeaning(reading, type, isCertain ? CERTAINTY.titled : CERTAINTY.implied);
  }
  // Otherwise the shop would have put it into that type's own category.
  const isInItsCategory = inCategory.length === 0 || agreeing.some((type) => !isGeneric(type) || type === head);
  if (head) addMeaning(reading, head, isInItsCategory ? CERTAINTY.titled : CERTAINTY.named);
  // A jacket with pockets is no bag.
  for (const type of others) if (!isAccessory(type)) addMeaning(reading, type, CERTAINTY.implied);
  reading.hasType = head !== undefined || inCategory.length > 0;
  const implying = agreeing.length > 0 || inCategory.length === 0 ? [head] : [head, ...inCategory];
  for (const type of implying) {
    if (type) for (const implied of impliedBy(type)) addMeaning(reading, implied, CERTAINTY.implied);
  }
}

/** Whether one type is the other or broader. */
const isRelated = (type: Meaning, other: Meaning) => selfAndBroader(type).has(other) || selfAndBroader(other).has(type);

const ACCESSORY = meaningById('phu-kien');
const isAccessory = (type: Meaning) => selfAndBroader(type).has(ACCESSORY);

/** Whom a product is for: as its name or category says, as its type implies, or as its description says. */
function genderOf(reading: ProductReading, named: Meaning[], described: Meaning[]): number {
  const bits = genderBits(named);
  if (bits) return bits;
  if (reading.meanings.get(meaningNumber(meaningById('nu'))) === CERTAINTY.implied)
    return GENDER_BITS.women | GENDER_BITS.implied;
  return genderBits(described);
}

/** A brand's name, normalized for comparison. */
export const brandKey = (brand: string): string =>
  tokensOf(brand)
    .map(({ typed }) => foldVi(lowerVi(typed)))
    .join(' ');
