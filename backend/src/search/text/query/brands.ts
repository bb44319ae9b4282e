import { FOR } from '../product-reading.js';
import type { Token } from '../tokens.js';

interface Brand {
  number: number;
  words: string[];
  products: number;
  men: number;
  women: number;
}

/** The shop's brands: their names in questions, and whom they dress when a product does not say. */
export class Brands {
  private readonly byKey = new Map<string, Brand>();
  private readonly byFirst = new Map<string, Brand[]>();
  private readonly byNumber: Brand[] = [];

  /** @param key folded words with a space between @returns its number, from 1; 0 for no brand */
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

  numberOf(key: string): number {
    return this.byKey.get(key)?.number ?? 0;
  }

  /** How many tokens from `at` on name a brand that has products; 0 when none does. */
  lengthAt(tokens: readonly Token[], at: number): number {
    const named = (this.byFirst.get(tokens[at]?.folded ?? '') ?? []).filter(
      ({ products, words }) => products > 0 && words.every((word, step) => tokens[at + step]?.folded === word),
    );
    return named.reduce((longest, { words }) => Math.max(longest, words.length), 0);
  }

  /** The share of a brand's products, of those that say so, that are for whom `wanted` says; null when it has too few. */
  leaning(number: number, wanted: number): number | null {
    const brand = this.byNumber[number - 1];
    if (!brand || brand.men + brand.women < 3) return null;
    const men = brand.men / (brand.men + brand.women);
    return wanted & FOR.men ? men : 1 - men;
  }

  private make(key: string): Brand {
    const words = key.split(' ');
    const brand = { number: this.byNumber.length + 1, words, products: 0, men: 0, women: 0 };
    this.byKey.set(key, brand);
    this.byNumber.push(brand);
    this.byFirst.set(words[0] ?? '', [...(this.byFirst.get(words[0] ?? '') ?? []), brand]);
    return brand;
  }

  private count(brand: Brand, gender: number, by: number): void {
    brand.products += by;
    if (gender & FOR.men) brand.men += by;
    if (gender & FOR.women) brand.women += by;
  }
}
