import type { Random } from '../support/random.js';
import { slugOf } from '../catalogue/add-catalogue.js';
import { COLORS, SIZES } from '../catalogue/colors-and-sizes.js';
import { COLLECTIONS, DETAILS, SCALE_KINDS, SCALE_BRANDS, SENTENCES, type ScaleKind } from './vocabulary.js';

/** A product with all that belongs to it: a row of the temporary table `made`. */
export interface ScaleProduct {
  id: number;
  handle: string;
  name: string;
  description: string;
  price: number;
  old_price: number | null;
  count_in_stock: number;
  brand_id: number | undefined;
  category_id: number | undefined;
  has_variants: boolean;
  /** Days before now. */
  age: number;
  total_stock: number;
  total_sold: number;
  /** Its variants in three parallel lists: ids of colours, ids of sizes, pieces. */
  colors: number[];
  sizes: number[];
  stocks: number[];
  /** Hashes. */
  pictures: readonly string[];
  /** Stars of its reviews. */
  ratings: number[];
}

/** What the products refer to, by its name. */
export interface ScaleIds {
  brands: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
  colors: ReadonlyMap<string, number>;
  sizes: ReadonlyMap<string, number>;
  /** By id of the category, the pictures of each product that the shop has: new ones share them. */
  pictures: ReadonlyMap<number, readonly (readonly string[])[]>;
  /** How many people there are to write reviews. */
  customers: number;
}

const COLOR_NAMES = Object.keys(COLORS);
/** The maximum number of reviews of a product. */
const MAX_REVIEWS = 150;

/** Makes up products, each from words of its kind: few sell much and have many reviews, most sell little. */
export function* scaleProducts(first: number, count: number, ids: ScaleIds, random: Random): Generator<ScaleProduct> {
  const everything = [...ids.pictures.values()].flat();
  for (let id = first; id < first + count; id++) {
    const kind = SCALE_KINDS[commonFirst(random, SCALE_KINDS.length, 1.4)]!;
    const colors = random.shuffle(COLOR_NAMES).slice(0, random.int(1, 3));
    const variants = random.chance(0.95) ? variantsOf(kind, colors, random) : [];
    const name = nameOf(kind, colors[0]!, id, random);
    const [cheap, dear] = kind.prices;
    const price = 1_000 * Math.round(cheap + (dear - cheap) * random.next() ** 2);
    const pieces = variants.length > 0 ? 0 : random.int(0, 80);
    const stocks = variants.map(() => (random.chance(0.12) ? 0 : random.int(1, 40)));
    const fame = random.next() ** 60;
    const reviews = Math.min(Math.floor(fame * MAX_REVIEWS), ids.customers);
    const category = ids.categories.get(kind.category);
    const shown = (category === undefined ? undefined : ids.pictures.get(category)) ?? everything;
    yield {
      id,
      handle: `${slugOf(name)}-${id}`,
      name,
      description: descriptionOf(kind, random),
      price,
      old_price: random.chance(0.25) ? Math.round((price * (1.1 + random.next() * 0.5)) / 1_000) * 1_000 : null,
      count_in_stock: pieces,
      brand_id: random.chance(0.03) ? undefined : ids.brands.get(brandOf(ids.brands.size, random)),
      category_id: category,
      has_variants: variants.length > 0,
      age: 366 + Math.floor(random.next() * 900),
      total_stock: pieces + stocks.reduce((sum, one) => sum + one, 0),
      total_sold: Math.floor(fame * 9_000 * random.next() + random.next() ** 4 * 60),
      colors: variants.map(({ color }) => ids.colors.get(color)!),
      sizes: variants.map(({ size }) => ids.sizes.get(size)!),
      stocks,
      pictures: shown.length > 0 ? random.pick(shown) : [],
      ratings: Array.from({ length: reviews }, () => 5 - Math.floor(random.next() ** 2 * 4.4)),
    };
  }
}

/** The brands of a shop of this size. */
export const brandsOfShop = (products: number): string[] =>
  SCALE_BRANDS.slice(0, Math.min(SCALE_BRANDS.length, 20 + Math.floor(products / 500)));

const brandOf = (brands: number, random: Random) => SCALE_BRANDS[commonFirst(random, brands, 2)]!;

/** A place in a list whose first items are the commonest; the larger `slope`, the more. */
const commonFirst = (random: Random, length: number, slope: number) => Math.floor(random.next() ** slope * length);

function nameOf({ name, cuts, materials, genders }: ScaleKind, color: string, id: number, random: Random): string {
  const parts = [name];
  if (random.chance(0.75)) parts.push(random.pick(cuts));
  if (random.chance(0.7)) parts.push(random.pick(materials));
  if (random.chance(0.45)) parts.push(random.pick(DETAILS));
  parts.push(random.pick(genders));
  if (random.chance(0.25)) parts.push(`màu ${color.toLowerCase()}`);
  if (random.chance(0.6)) parts.push(random.pick(COLLECTIONS));
  // An article's code, as some shops write it.
  if (random.chance(0.05)) parts.push(`${random.pick(['SM', 'AT', 'QJ', 'DV', 'MS'])}${id}`);
  return parts.filter(Boolean).join(' ');
}

function descriptionOf({ name, materials }: ScaleKind, random: Random): string {
  const [first, second, third] = random.shuffle(SENTENCES);
  return `${name} chất liệu ${random.pick(materials)}. ${first}. ${second}. ${third}.`;
}

/** Three to six of a colour and a size each. */
function variantsOf({ sizes }: ScaleKind, colors: string[], random: Random): { color: string; size: string }[] {
  const run = SIZES[sizes];
  const from = random.int(0, Math.max(0, run.length - 3));
  const each = run.slice(from, from + random.int(2, 3));
  return colors.flatMap((color) => each.map((size) => ({ color, size }))).slice(0, 6);
}
