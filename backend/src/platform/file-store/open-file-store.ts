import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.js';
import { StoreMisconfigured, StoreUnavailable, type FileStore } from './file-store.js';
import { FolderFileStore } from './folder-file-store.js';
import { reasonOf } from './s3-errors.js';
import { S3FileStore } from './s3-file-store.js';
import { inFolder } from '../config/s3-settings.js';

/** What the store holds: pictures, which anybody may see, and uploaded files of imports, which nobody may. */
export type StoreFolder = 'media' | 'imports';

/** Opens a folder of the configured store: of the bucket in MEDIA_URL, else of this machine. Calls and creates nothing yet. */
export function openFileStore(config: Config, folder: StoreFolder): FileStore {
  const { bucket, dataDir, mediaDir } = config;
  if (bucket) return new S3FileStore(inFolder(bucket, folder));
  return new FolderFileStore(folder === 'media' ? mediaDir : path.join(dataDir, folder));
}

/**
 * Asks the store once, at the start of a process. When a bucket does not answer, a warning is printed and the shop starts:
 * pictures are missing until the store is back.
 * @throws StoreMisconfigured with a sentence when its settings cannot be right, or a folder cannot be written
 */
export async function warnOfFileStore(config: Config): Promise<void> {
  if (!config.bucket) {
    await refuseClosedFolder(config.dataDir, 'data folder', 'DATA_DIR');
    const isInside = config.mediaDir.startsWith(config.dataDir + path.sep);
    return refuseClosedFolder(config.mediaDir, 'folder of the pictures', isInside ? 'DATA_DIR' : 'MEDIA_URL');
  }
  const store = new S3FileStore(config.bucket);
  try {
    await store.check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    console.error(
      `The media store ${store.place} cannot be reached (${reasonOf(error)}): pictures are missing until it answers.`,
    );
  }
}

async function refuseClosedFolder(folder: string, what: string, setting: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StoreMisconfigured(
      `The ${what} ${folder} cannot be written: make it writable for this user, or set ${setting} to another one.`,
      { cause: error },
    );
  }
}
