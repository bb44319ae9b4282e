import type { DataSource, EntityManager } from 'typeorm';
import { lockAttributesForReference } from '../attributes/attribute.locks.js';

/*
 * The colours of pictures that no owner has chosen. By hand: a batch of products is one statement, and an owner's choice that comes
 * meanwhile is never overwritten.
 */

/** A picture whose colour may be guessed, with the colours in which its product can be bought. */
export interface OpenPicture {
  id: number;
  mediaHash: string;
  colors: { id: number; hex: string }[];
}

/** Reads the pictures of products whose colour no owner has chosen. */
export function openPictures(db: Pick<DataSource, 'query'>, products: number[]): Promise<OpenPicture[]> {
  return db.query(
    `SELECT i.id, i.media_hash AS "mediaHash", (SELECT coalesce(json_agg(json_build_object('id', c.id, 'hex', c.hex_code)), '[]')
       FROM colors c WHERE c.id IN (SELECT v.color_id FROM variants v WHERE v.product_id = p.id)) AS colors
     FROM products p JOIN product_images i ON i.product_id = p.id
     WHERE p.id = ANY ($1::integer[]) AND p.has_variants AND i.color_source IS DISTINCT FROM 'owner'`,
    [products],
  );
}

/** A guessed colour of a picture: null when it shows none of its product's. */
export interface ColorGuess {
  id: number;
  colorId: number | null;
}

/** Stores guesses, except where an owner has chosen meanwhile. @param tx locks the colours against deletion */
export async function saveColorGuesses(tx: EntityManager, guesses: ColorGuess[]): Promise<void> {
  const held = await lockAttributesForReference(tx, 'colors', [
    ...new Set(guesses.flatMap(({ colorId }) => colorId ?? [])),
  ]);
  const known = guesses.filter(({ colorId }) => colorId === null || held.has(colorId));
  await tx.query(
    `UPDATE product_images i SET color_id = guess.color_id, color_source = 'engine'
     FROM unnest($1::integer[], $2::integer[]) AS guess (id, color_id)
     WHERE i.id = guess.id AND i.color_source IS DISTINCT FROM 'owner'
       AND (i.color_id, i.color_source) IS DISTINCT FROM (guess.color_id, 'engine')`,
    [known.map(({ id }) => id), known.map(({ colorId }) => colorId)],
  );
}
