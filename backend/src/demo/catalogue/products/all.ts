import { JEANS, SHORTS, SKIRTS, TROUSERS } from './bottoms.js';
import { AODAI, DRESSES } from './dresses.js';
import { KNITS, OUTERWEAR } from './knits.js';
import { ACCESSORIES, HOMEWEAR, SHOES } from './others.js';
import type { DemoProduct } from '../product.js';
import { SHIRTS } from './shirts.js';
import { BLOUSES, POLOS, TEES } from './tops.js';

/** Every product of the demo shop. */
export const PRODUCTS: readonly DemoProduct[] = [
  ...TEES,
  ...SHIRTS,
  ...DRESSES,
  ...JEANS,
  ...TROUSERS,
  ...SKIRTS,
  ...KNITS,
  ...OUTERWEAR,
  ...POLOS,
  ...BLOUSES,
  ...SHORTS,
  ...AODAI,
  ...HOMEWEAR,
  ...SHOES,
  ...ACCESSORIES,
];
