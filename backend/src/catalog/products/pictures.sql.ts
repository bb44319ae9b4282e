import type { EntityManager } from 'typeorm';
import type { ProductImage } from './product.entity.js';

/** A picture of a product, with the colour that it shows. */
export type ProductPictureRow = Pick<ProductImage, 'mediaHash' | 'colorId' | 'colorSource'>;

/** A picture of which nobody has said which colour it shows. */
export const pictureOfUnknownColor = (mediaHash: string): ProductPictureRow => ({
  mediaHash,
  colorId: null,
  colorSource: null,
});

/** True for the same pictures in the same order and the same colours. */
export const areSamePictures = (one: readonly ProductPictureRow[], other: readonly ProductPictureRow[]): boolean =>
  one.length === other.length &&
  one.every(({ mediaHash, colorId, colorSource }, nth) => {
    const twin = other[nth];
    return mediaHash === twin?.mediaHash && colorId === twin.colorId && colorSource === twin.colorSource;
  });

/** Replaces a product's pictures, in this order. By hand: an import writes thousands of them. */
export async function writePictures(
  tx: EntityManager,
  product: number,
  pictures: readonly ProductPictureRow[],
): Promise<void> {
  await tx.query('DELETE FROM product_images WHERE product_id = $1', [product]);
  await tx.query(
    `INSERT INTO product_images (product_id, media_hash, color_id, color_source, position)
     SELECT $1, hash, color, source, position
     FROM unnest($2::text[], $3::integer[], $4::text[]) WITH ORDINALITY AS given (hash, color, source, position)`,
    [
      product,
      pictures.map(({ mediaHash }) => mediaHash),
      pictures.map(({ colorId }) => colorId),
      pictures.map(({ colorSource }) => colorSource),
    ],
  );
}
