import type { EntityManager } from 'typeorm';
import type { MediaService } from '../../media/media.service.js';
import { SHOP_PICTURE } from '../../media/picture.js';
import type { TransactionWrapper } from '../../media/pictures.js';
import type { Upload } from '../../media/uploads/upload-storage.js';
import { ProductImage } from '../products/product.entity.js';
import { pictureOfUnknownColor, type ProductPictureRow } from '../products/pictures.sql.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { SaveProduct } from '../../contract/catalog/products.js';
import { MAX_PRODUCT_PICTURES } from '../../contract/rules.js';
import { lockReferences } from '../attributes/attribute.locks.js';

/** The uploaded pictures of a product, by field name. */
export interface ProductUploads {
  image?: Upload[];
  images?: Upload[];
}

/** The hashes of uploaded pictures: the main one and the others. */
export interface NewPictures {
  main: string | undefined;
  more: string[];
}

/**
 * Runs `write` in the transaction that stores uploaded pictures, see `MediaService.withPictures`.
 * @throws as that does
 */
export function inPictureTransaction<T>(
  media: MediaService,
  { image = [], images = [] }: ProductUploads,
  write: (tx: EntityManager, fresh: NewPictures) => Promise<T>,
  around?: TransactionWrapper<T>,
): Promise<T> {
  return media.withPictures(
    [...image, ...images].map(({ buffer }) => buffer),
    { kind: SHOP_PICTURE, lane: 'admin', fieldOf: (nth) => (nth < image.length ? 'image' : 'images') },
    (tx, hashes) => write(tx, { main: image.length > 0 ? hashes[0] : undefined, more: hashes.slice(image.length) }),
    around,
  );
}

/** Reads a product's pictures, in order. */
export function picturesOf(tx: EntityManager, product: number): Promise<ProductPictureRow[]> {
  return tx.find(ProductImage, {
    select: { mediaHash: true, colorId: true, colorSource: true },
    where: { productId: product },
    order: { position: 'ASC' },
  });
}

/** Locks the colours that an edit gives to pictures. @throws ShopError 400 naming an unknown one */
export const lockPictureColorsForReference = (tx: EntityManager, { picture_colors = [] }: SaveProduct) =>
  lockReferences(tx, [
    {
      table: 'colors',
      message: 'Màu của ảnh không tồn tại',
      fields: picture_colors.flatMap((color) => (color ? [['picture_colors', color] as [string, number]] : [])),
    },
  ]);

/**
 * Computes a product's pictures after an edit, see `SaveProduct`. A picture that stays keeps its colour unless the edit says
 * another.
 * @throws ShopError 400 for too many pictures, and for a URL that is not one of the product's pictures
 */
export function arrangePictures(
  { pictures: order, picture_colors: colors = [] }: SaveProduct,
  before: ProductPictureRow[],
  { main, more }: NewPictures,
): ProductPictureRow[] {
  const fresh = (main === undefined ? more : [main, ...more]).map(pictureOfUnknownColor);
  const arranged = order
    ? inOrder(order, before, fresh).map((picture, nth) => colored(picture, colors[nth]))
    : replaced(before, main === undefined ? [] : fresh.slice(0, 1), fresh.slice(main === undefined ? 0 : 1));
  // One that is uploaded twice is shown once.
  const firstOf = ({ mediaHash }: ProductPictureRow) =>
    arranged.findIndex((picture) => picture.mediaHash === mediaHash);
  const pictures = arranged.filter((picture, nth) => firstOf(picture) === nth);
  if (pictures.length <= MAX_PRODUCT_PICTURES) return pictures;
  throw ShopError.fields({ images: [`Mỗi sản phẩm có tối đa ${MAX_PRODUCT_PICTURES} ảnh`] });
}

/** @param color an id, 0 for none; null or undefined leaves the colour as it is */
function colored(picture: ProductPictureRow, color: number | null | undefined): ProductPictureRow {
  if (color === null || color === undefined) return picture;
  return { ...picture, colorId: color === 0 ? null : color, colorSource: 'owner' };
}

function replaced(
  before: ProductPictureRow[],
  main: ProductPictureRow[],
  more: ProductPictureRow[],
): ProductPictureRow[] {
  return [...(main.length > 0 ? main : before.slice(0, 1)), ...(more.length > 0 ? more : before.slice(1))];
}

function inOrder(order: string[], before: ProductPictureRow[], fresh: ProductPictureRow[]): ProductPictureRow[] {
  const remaining = [...fresh];
  const placed = order.map((entry) => {
    const picture =
      entry === 'new' ? remaining.shift() : before.find(({ mediaHash }) => entry.startsWith(`/media/${mediaHash}/`));
    if (!picture) throw ShopError.fields({ pictures: ['Có ảnh không còn thuộc sản phẩm này'] });
    return picture;
  });
  return [...placed, ...remaining];
}
