import type { EntityManager } from 'typeorm';

/** Replaces a product's pictures, in this order. By hand: an import writes thousands of them. */
export async function writePictures(tx: EntityManager, product: number, hashes: string[]): Promise<void> {
  await tx.query('DELETE FROM product_images WHERE product_id = $1', [product]);
  await tx.query(
    `INSERT INTO product_images (product_id, media_hash, position)
     SELECT $1, hash, position FROM unnest($2::text[]) WITH ORDINALITY AS given (hash, position)`,
    [product, hashes],
  );
}
