import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Watches what is flushed to the disk while `work` runs.
 * @returns the inode numbers of those files and folders, in their order
 */
export async function flushedDuring(work: () => Promise<unknown>): Promise<number[]> {
  const flushed: number[] = [];
  const file = await open(fileURLToPath(import.meta.url));
  const handles = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
  const { sync } = handles;
  handles.sync = async function (this: FileHandle) {
    flushed.push((await this.stat()).ino);
    return sync.call(this);
  };
  try {
    await work();
  } finally {
    handles.sync = sync;
  }
  return flushed;
}
