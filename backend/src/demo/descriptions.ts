import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EntityManager } from 'typeorm';
import { vectorOf } from '../search/image/picture-vector.js';
import { unpack } from '../search/image/pack.js';
import { addEngines } from '../search/index/search-engines.sql.js';
import { bytesOf } from '../search/vectors/vector-bytes.js';
import { insert } from './support/bulk-insert.sql.js';
import { PICTURES_FOLDER } from './catalogue/pictures.js';

/** What an engine sees in the demo's product pictures: by their hashes, the parts of a description in base64 (see `pack`). */
export interface DemoDescriptions {
  engine: string;
  pictures: Record<string, string>;
}

export const DESCRIPTIONS_FILE = path.join(PICTURES_FOLDER, 'descriptions.json');

/**
 * Stores the committed descriptions of the demo's pictures, so that a first start can search by picture at once: to describe them takes a
 * core some minutes. The worker describes what is missing, and all of them when its engine has another name.
 * @param hashes of the stored pictures; others have no row to refer to
 */
export async function addDescriptions(tx: EntityManager, hashes: ReadonlySet<string>): Promise<void> {
  const { engine, pictures } = JSON.parse(await readFile(DESCRIPTIONS_FILE, 'utf8')) as DemoDescriptions;
  const known = Object.entries(pictures).filter(([hash]) => hashes.has(hash));
  const rows = known.map(([media_hash, base64]) => {
    const parts = Buffer.from(base64, 'base64');
    return { engine, media_hash, vector: hexOf(bytesOf(vectorOf(unpack(parts)))), parts: hexOf(parts) };
  });
  await addEngines(tx, [engine]);
  await insert(tx, 'search_images', rows, 'ON CONFLICT DO NOTHING');
}

/** Returns bytes in PostgreSQL's notation. */
const hexOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
