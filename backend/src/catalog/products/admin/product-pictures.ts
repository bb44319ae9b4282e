import type { EntityManager } from 'typeorm';
import { ProductImage } from '../product.entity.js';
import { ShopError } from '../../../platform/errors/shop-error.js';
import { MAX_PRODUCT_PICTURES } from '../../../contract/rules.js';

/** The hashes of uploaded pictures: the main one and the others. */
export interface NewPictures {
  main: string | undefined;
  more: string[];
}

/** Reads the hashes of a product's pictures, in order. */
export async function picturesOf(tx: EntityManager, product: number): Promise<string[]> {
  const images = await tx.find(ProductImage, { where: { productId: product }, order: { position: 'ASC' } });
  return images.map(({ mediaHash }) => mediaHash);
}

/**
 * Computes a product's pictures after an edit, see `SaveProduct`.
 * @param order URLs of pictures that stay, and `new` for each upload in turn; uploads without a place come last
 * @throws ShopError 400 for too many pictures, and for a URL that is not one of the product's pictures
 */
export function arrangePictures(order: string[] | undefined, before: string[], { main, more }: NewPictures): string[] {
  const fresh = main === undefined ? more : [main, ...more];
  const arranged = order ? inOrder(order, before, fresh) : replaced(before, { main, more });
  const pictures = [...new Set(arranged)];
  if (pictures.length <= MAX_PRODUCT_PICTURES) return pictures;
  throw ShopError.fields({ images: [`Mỗi sản phẩm có tối đa ${MAX_PRODUCT_PICTURES} ảnh`] });
}

function replaced(before: string[], { main, more }: NewPictures): string[] {
  const first = main === undefined ? before.slice(0, 1) : [main];
  return [...first, ...(more.length > 0 ? more : before.slice(1))];
}

function inOrder(order: string[], before: string[], fresh: string[]): string[] {
  const remaining = [...fresh];
  const placed = order.map((entry) => {
    const hash = entry === 'new' ? remaining.shift() : before.find((each) => entry.startsWith(`/media/${each}/`));
    if (!hash) throw ShopError.fields({ pictures: ['Có ảnh không còn thuộc sản phẩm này'] });
    return hash;
  });
  return [...placed, ...remaining];
}
