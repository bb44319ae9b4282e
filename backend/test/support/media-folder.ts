import path from 'node:path';
import { Config } from '../../src/platform/config/config.js';
import { shop } from './client.js';

/** The folder of a stored picture. @param picture its address or its hash */
export function mediaFolder(picture?: string | null): string {
  const hash = picture?.split('/')[2] ?? picture ?? 'none';
  return path.join(shop().app.get(Config).mediaDir, hash.slice(0, 2), hash);
}
