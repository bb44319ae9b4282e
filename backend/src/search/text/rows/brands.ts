import { GENDER_BITS } from '../products/codes.js';
import type { Token } from '../words/tokens.js';

interface Brand {
  /** Folded words separated by spaces. */
  key: string;
  number: number;
  products: number;
  men: number;
  women: number;
}

/** A brand named in a text, and the number of words that name it. */
export interface NamedBrand {
  brand: string;
  length: number;
}

/** The maximum number of words of a text that name one brand. */
const MAX_WORDS_OF_BRAND = 6;

/** A brand with fewer products that state a gender says nothing of the others. */
const MIN_PRODUCTS_FOR_SHARE = 3;

/** The shop's brands: finds their names in queries, and their usual gender for products that state none. */
export class Brands {
  private readonly byKey = new Map<string, Brand>();
  /** By name without spaces: "cool mate" is Coolmate, "bitis" is Biti's. */
  private readonly byLetters = new Map<string, Brand>();
  private readonly byNumber: Brand[] = [];

  /** @param key folded words separated by spaces @returns its number, from 1; 0 for no brand */
  add(key: string, gender: number): number {
    if (key === '') return 0;
    const brand = this.byKey.get(key) ?? this.make(key);
    this.count(brand, gender, 1);
    return brand.number;
  }

  remove(number: number, gender: number): void {
    const brand = this.byNumber[number - 1];
    if (brand) this.count(brand, gender, -1);
  }

  /** The number of a brand, 0 for an unknown one. @param key folded words separated by spaces */
  brandNumber(key: string): number {
    return this.byKey.get(key)?.number ?? 0;
  }

  /** The brand with products that the tokens from `at` on name, and its length in tokens; null if there is none. */
  longestMatchAt(tokens: readonly Token[], at: number): NamedBrand | null {
    let letters = '';
    let longest: NamedBrand | null = null;
    for (let length = 1; length <= MAX_WORDS_OF_BRAND; length++) {
      const token = tokens[at + length - 1];
      if (!token) break;
      letters += token.folded;
      const brand = this.byLetters.get(letters);
      if (brand && brand.products > 0) longest = { brand: brand.key, length };
    }
    return longest;
  }

  /** The share of a brand's products with a gender that are for `wanted`; null if there are too few. */
  genderShare(number: number, wanted: number): number | null {
    const brand = this.byNumber[number - 1];
    if (!brand || brand.men + brand.women < MIN_PRODUCTS_FOR_SHARE) return null;
    const men = brand.men / (brand.men + brand.women);
    return wanted & GENDER_BITS.men ? men : 1 - men;
  }

  /** Its contents, for `restore`. */
  dump(): Brand[] {
    return this.byNumber;
  }

  restore(dump: readonly Brand[]): void {
    this.byKey.clear();
    this.byLetters.clear();
    this.byNumber.length = 0;
    for (const { key, products, men, women } of dump) Object.assign(this.make(key), { products, men, women });
  }

  private make(key: string): Brand {
    const brand = { key, number: this.byNumber.length + 1, products: 0, men: 0, women: 0 };
    this.byKey.set(key, brand);
    this.byNumber.push(brand);
    this.byLetters.set(key.replaceAll(' ', ''), brand);
    return brand;
  }

  private count(brand: Brand, gender: number, by: number): void {
    brand.products += by;
    if (gender & GENDER_BITS.men) brand.men += by;
    if (gender & GENDER_BITS.women) brand.women += by;
  }
}
