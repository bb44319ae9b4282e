import { PRICE_BANDS } from '../../../contract/rules.js';

const INITIAL_CAPACITY = 64;

/**
 * A cell is a combination of category, brand and price band that products have. Each row of the index stores its cell, so lists
 * count products by cell, and all facets are sums over a few thousand cells.
 */
export class FacetCells {
  length = 0;
  /** Goes up with each change. */
  version = 0;
  /** By cell: ids in the database and bands, 0 for none. */
  readonly categories: number[] = [];
  readonly brands: number[] = [];
  readonly bands: number[] = [];
  /** The categories and the brands of all cells, and by cell the place of its own among them. */
  readonly categoryIds = new Ordinals();
  readonly brandIds = new Ordinals();
  readonly categoryPlaces: number[] = [];
  readonly brandPlaces: number[] = [];
  /** By cell: the number of its products. */
  products = new Uint32Array(INITIAL_CAPACITY);
  private readonly numbers = new Map<string, number>();

  /** Adds a product. @returns the number of its cell */
  add(category: number, brand: number, price: number): number {
    const band = bandOf(price);
    const key = keyOf(category, brand, band);
    const cell = this.numbers.get(key) ?? this.make(key, category, brand, band);
    this.products[cell] = (this.products[cell] ?? 0) + 1;
    this.version += 1;
    return cell;
  }

  /** Removes a product. */
  remove(cell: number): void {
    this.products[cell] = (this.products[cell] ?? 0) - 1;
    this.version += 1;
  }

  /** Its contents, for `restore`. */
  dump(): CellsDump {
    const { categories, brands, bands, products, length } = this;
    return { categories, brands, bands, products: products.slice(0, length) };
  }

  restore({ categories, brands, bands, products }: CellsDump): void {
    this.clear();
    for (const [cell, category] of categories.entries()) {
      const [brand = 0, band = 0] = [brands[cell], bands[cell]];
      this.make(keyOf(category, brand, band), category, brand, band);
    }
    this.products.set(products);
    this.version += 1;
  }

  private clear(): void {
    this.length = 0;
    for (const list of [this.categories, this.brands, this.bands, this.categoryPlaces, this.brandPlaces])
      list.length = 0;
    this.categoryIds.clear();
    this.brandIds.clear();
    this.numbers.clear();
    this.products = new Uint32Array(INITIAL_CAPACITY);
  }

  get bytes(): number {
    return this.length * 170;
  }

  private make(key: string, category: number, brand: number, band: number): number {
    if (this.length === this.products.length) {
      const grown = new Uint32Array(this.length * 2);
      grown.set(this.products);
      this.products = grown;
    }
    this.categories.push(category);
    this.brands.push(brand);
    this.bands.push(band);
    this.categoryPlaces.push(this.categoryIds.ordinalOf(category));
    this.brandPlaces.push(this.brandIds.ordinalOf(brand));
    this.numbers.set(key, this.length);
    return this.length++;
  }
}

/** The cells as saved. */
export interface CellsDump {
  categories: number[];
  brands: number[];
  bands: number[];
  products: Uint32Array;
}

const keyOf = (category: number, brand: number, band: number) => `${category} ${brand} ${band}`;

/** Numbers ids consecutively, so that sums are arrays instead of maps. */
class Ordinals {
  readonly ids: number[] = [];
  private readonly places = new Map<number, number>();

  clear(): void {
    this.ids.length = 0;
    this.places.clear();
  }

  ordinalOf(id: number): number {
    const place = this.places.get(id) ?? this.ids.push(id) - 1;
    this.places.set(id, place);
    return place;
  }
}

const bandOf = (price: number) => PRICE_BANDS.find(({ to }) => price <= to)?.band ?? 0;
