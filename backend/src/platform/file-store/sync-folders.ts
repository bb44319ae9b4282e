import { open, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A folder that was deleted meanwhile, and systems that cannot flush folders: they keep names safe by other means, or not at all. */
const CANNOT_FLUSH = new Set(['ENOENT', 'EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS']);

/**
 * Flushes the names of files to the disk: of a folder, of all folders in it, and its own. A flushed file can still be lost with its
 * name in a power cut. A folder that does not exist has no names.
 * @throws errors of the disk
 */
export async function syncFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  // One by one: a shop has more folders of pictures than a process may open files.
  for (const folder of [...folders, root, path.dirname(path.resolve(root))]) await syncFolder(folder);
}

/** Flushes the names in one folder. @throws errors of the disk */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    if (!CANNOT_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
