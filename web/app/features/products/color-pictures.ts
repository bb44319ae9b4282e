import type { Product } from 'contract/catalog/catalog';

type Pictured = Pick<Product, 'pictures'>;

/**
 * The pictures of a product for a chosen colour: those that show it first, then those of no colour, then the others, each in the
 * shop's order. Without a choice they stay in that order.
 */
export function picturesFor({ pictures }: Pictured, color: number | null): Product['pictures'] {
  if (color === null) return pictures;
  const rank = (picture: Product['pictures'][number]) => (picture.color === color ? 0 : picture.color === null ? 1 : 2);
  return pictures.toSorted((one, other) => rank(one) - rank(other));
}

/** The picture that shows a product in a colour best, as the order will show it; null without pictures. */
export const pictureFor = (product: Pictured & Pick<Product, 'image'>, color: number | null): string | null =>
  picturesFor(product, color)[0]?.image ?? product.image;
