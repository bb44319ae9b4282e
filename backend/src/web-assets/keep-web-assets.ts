import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import { ASSET_NAME } from '../contract/asset-name.js';
import { noteSeen, storeAsset } from './web-assets.sql.js';

/**
 * Stores the scripts, styles and fonts of a web build, so that web servers of other releases can send them to pages of this one. What is
 * stored already is noted as in use.
 * @param folder of the build's files; by default that of the build that this process runs from. The sources have none
 */
export async function keepWebAssets(db: DataSource, folder = ownAssets()): Promise<void> {
  if (folder === undefined) return;
  const files = new Set(await readdir(folder));
  const names = [...files].filter((name) => ASSET_NAME.test(name)).sort();
  const stored = await noteSeen(db, names);
  for (const name of names) {
    if (stored.has(name)) continue;
    const isBrotli = files.has(`${name}.br`);
    const body = await readFile(path.join(folder, isBrotli ? `${name}.br` : name));
    await storeAsset(db, { name, body, isBrotli });
  }
}

/** The files of the web build beside the backend's, wherever this file was bundled to. */
function ownAssets(): string | undefined {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const assets = path.join(folder, 'web/client/assets');
    if (existsSync(assets)) return assets;
  }
  return undefined;
}
