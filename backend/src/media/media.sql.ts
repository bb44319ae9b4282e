import type { EntityManager } from 'typeorm';
import type { Media } from './media.entity.js';

/** Inserts a picture unless it exists. By hand: the import command's data source has no entities. */
export async function insertPicture(
  tx: EntityManager,
  { hash, width, height, color }: Pick<Media, 'hash' | 'width' | 'height' | 'color'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO media (hash, mime, width, height, color) VALUES ($1, 'image/webp', $2, $3, $4) ON CONFLICT DO NOTHING`,
    [hash, width, height, color],
  );
}
