import { createHash } from 'node:crypto';
import { forEachAtOnce } from '../promises/for-each-at-once.js';
import type { FileStore, StoredFile } from './file-store.js';

/** Files that are copied at once: a store in another machine answers each after some milliseconds. */
const MAX_AT_ONCE = 8;

/** What became of a file: copied now, or it stood there before. */
export type Copied = 'copied' | 'same';

/**
 * Copies files from one store to another. A file that stands there with the same size and MD5 is not copied again, so an
 * interrupted copy continues. A file that is deleted meanwhile is left out.
 * @param isWanted of a name; other files are left out
 * @param onFile called for each file
 * @throws StoreUnavailable; Error when a file does not stand in the target as it was read
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  isWanted: (name: string) => boolean,
  onFile: (file: StoredFile, result: Copied) => void = () => undefined,
): Promise<void> {
  const there = new Map<string, StoredFile>();
  for await (const file of to.list('')) there.set(file.name, file);
  await forEachAtOnce(from.list(''), MAX_AT_ONCE, async (file) => {
    if (!isWanted(file.name)) return;
    const bytes = await from.read(file.name);
    if (!bytes) return;
    if (await stands(to, there.get(file.name), bytes)) return onFile(file, 'same');
    await to.write(file.name, bytes);
    onFile(file, 'copied');
  });
}

/**
 * Finds files of a store that do not stand in another one with the same size and content.
 * @param isWanted of a name; other files are left out
 * @returns their names
 */
export async function differingFiles(
  from: FileStore,
  to: FileStore,
  isWanted: (name: string) => boolean,
): Promise<string[]> {
  const there = new Map<string, StoredFile>();
  for await (const file of to.list('')) there.set(file.name, file);
  const names: string[] = [];
  await forEachAtOnce(from.list(''), MAX_AT_ONCE, async ({ name }) => {
    const bytes = isWanted(name) ? await from.read(name) : undefined;
    if (bytes && !(await stands(to, there.get(name), bytes))) names.push(name);
  });
  return names;
}

/** Whether a file of the store has this content: by the store's own MD5, else by reading it. */
async function stands(store: FileStore, file: StoredFile | undefined, bytes: Buffer): Promise<boolean> {
  if (!file || file.bytes !== bytes.length) return false;
  if (file.md5 === createHash('md5').update(bytes).digest('hex')) return true;
  // A store that encrypts has another sum.
  return (await store.read(file.name))?.equals(bytes) ?? false;
}
