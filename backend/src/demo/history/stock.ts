import { SIZES } from '../catalogue/colors-and-sizes.js';
import type { DemoProduct, StockedProduct } from '../catalogue/product.js';
import { randomFrom } from '../support/random.js';
import { DAY, HOUR, SEED } from './records.js';

/** Adds a product's current stock and the date on which it came into the shop. */
export function stockedProduct(product: DemoProduct, index: number, end: number): StockedProduct {
  const random = randomFrom(`${SEED} stock ${product.name}`);
  // Every sixth product is new this month, the others came during the last year.
  const age = index % 6 === 2 ? random.int(1, 26) : random.int(34, 400);
  const createdAt = new Date(end - age * DAY + random.int(1, 20) * HOUR);
  const isSoldOut = random.chance(0.02);
  const sizes = product.sizes ? SIZES[product.sizes] : [];
  const variants =
    sizes.length === 0
      ? []
      : product.colors.flatMap((color) =>
          sizes.map((size, i) => {
            const isEdge = i === 0 || i === sizes.length - 1;
            const isOut = isSoldOut || random.chance(isEdge ? 0.24 : 0.1);
            const isLarge = size === 'XXL';
            return {
              color,
              size,
              price: product.price + (isLarge ? 20_000 : 0),
              stock: isOut ? 0 : random.int(2, isEdge ? 14 : 40),
            };
          }),
        );
  return { ...product, createdAt, variants, countInStock: variants.length > 0 || isSoldOut ? 0 : random.int(4, 80) };
}
