import type { ProductQuery } from '../../contract/catalog/catalog.js';
import { PRICE_BANDS } from '../../contract/rules.js';
import type { FacetCells } from '../text/rows/facet-cells.js';

const [CATEGORY, BRAND, PRICE] = [1, 2, 4];
const ALL = CATEGORY | BRAND | PRICE;

/** Counts a list's products by facet cell. */
export class CellCounts {
  private readonly counts: Uint32Array;
  /** The cells that have a product, in the order in which they were first counted. */
  private readonly touched: number[] = [];
  /** For each cell, a bit mask of the filters (category, brand, price) that it passes. */
  private readonly passes: Uint8Array;

  constructor(
    private readonly cells: FacetCells,
    { category, brand, price }: Pick<ProductQuery, 'category' | 'brand' | 'price'>,
  ) {
    const { length, categories, brands, bands } = cells;
    this.counts = new Uint32Array(length);
    this.passes = new Uint8Array(length);
    for (let cell = 0; cell < length; cell++) {
      this.passes[cell] =
        (!category || categories[cell] === category ? CATEGORY : 0) |
        (!brand || brands[cell] === brand ? BRAND : 0) |
        (!price || bands[cell] === price ? PRICE : 0);
    }
  }

  /** Counts a product. @returns whether it passes all three filters */
  count(cell: number): boolean {
    const before = this.counts[cell] ?? 0;
    if (before === 0) this.touched.push(cell);
    this.counts[cell] = before + 1;
    return this.passes[cell] === ALL;
  }

  /** Counts all products of the shop. */
  countAll(): void {
    for (let cell = 0; cell < this.counts.length; cell++) {
      const products = this.cells.products[cell] ?? 0;
      if (products === 0) continue;
      this.touched.push(cell);
      this.counts[cell] = products;
    }
  }

  isListed(cell: number): boolean {
    return this.passes[cell] === ALL;
  }

  total(): number {
    return this.touched.reduce((sum, cell) => sum + (this.isListed(cell) ? (this.counts[cell] ?? 0) : 0), 0);
  }

  /** Facet counts as JSON. Each facet applies the filters of the other two, but not its own. */
  facets(): string {
    const { categoryIds, brandIds, categoryPlaces, brandPlaces, bands } = this.cells;
    const category = new Uint32Array(categoryIds.ids.length);
    const brand = new Uint32Array(brandIds.ids.length);
    const price = new Uint32Array(BAND_IDS.length);
    for (const cell of this.touched) {
      const passes = this.passes[cell] ?? 0;
      const count = this.counts[cell] ?? 0;
      if ((passes | CATEGORY) === ALL) add(category, categoryPlaces[cell] ?? 0, count);
      if ((passes | BRAND) === ALL) add(brand, brandPlaces[cell] ?? 0, count);
      if ((passes | PRICE) === ALL) add(price, bands[cell] ?? 0, count);
    }
    const counts = [countsOf(categoryIds.ids, category), countsOf(brandIds.ids, brand), countsOf(BAND_IDS, price)];
    return `{"category":${counts[0]},"brand":${counts[1]},"price":${counts[2]}}`;
  }
}

const shopFacets = new WeakMap<FacetCells, { version: number; json: string }>();

/** `facets` of all products of the shop. Calculated once for each state of the shop: most lists have no filter. */
export function facetsOfShop(cells: FacetCells): string {
  const known = shopFacets.get(cells);
  if (known?.version === cells.version) return known.json;
  const counts = new CellCounts(cells, {});
  counts.countAll();
  const json = counts.facets();
  shopFacets.set(cells, { version: cells.version, json });
  return json;
}

/** A price band's number is also its index here; 0 means no band. */
const BAND_IDS = [0, ...PRICE_BANDS.map(({ band }) => band)];

function add(sums: Uint32Array, place: number, count: number): void {
  sums[place] = (sums[place] ?? 0) + count;
}

/** Ids that have products, with their counts. Leaves out 0, which means none and cannot be chosen. */
const countsOf = (ids: readonly number[], sums: Uint32Array) =>
  `{${[...ids.entries()]
    .filter(([place, id]) => id > 0 && (sums[place] ?? 0) > 0)
    .sort(([, a], [, b]) => a - b)
    .map(([place, id]) => `"${id}":${sums[place]}`)
    .join(',')}}`;
