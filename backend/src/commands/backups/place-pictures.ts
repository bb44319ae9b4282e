import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { isPictureFile } from '../../media/media-store.js';
import { copyFiles } from '../../platform/file-store/copy-files.js';
import type { FileStore } from '../../platform/file-store/file-store.js';
import { FolderFileStore } from '../../platform/file-store/folder-file-store.js';
import { syncFolder, syncFolders } from '../../platform/file-store/sync-folders.js';
import { BackupError } from './manifest.js';

/** Ends the name of a folder that a restore is filling, or a killed one has left. */
const ASIDE = '.partial';

/** Brings the pictures of a backup into the shop's store, around the transaction that fills the database. */
interface Placement {
  /** @throws BackupError when the store holds pictures of another shop */
  refuseOthers(): Promise<void>;
  /** Copies, before the transaction, what nobody sees yet. */
  prepare(): Promise<void>;
  /** Puts the pictures in their place; the last step before the commit. */
  place: () => Promise<void>;
  /** Removes what it put there, when the transaction failed: never what another process did. */
  undo(): Promise<void>;
  tidy(): Promise<void>;
}

/** Into a folder: written aside in it and renamed, because the folder itself may be a mount point or a link. */
export function intoFolder(pictures: FileStore, { place: media }: FolderFileStore): Placement {
  const aside = path.join(media, `${randomUUID()}${ASIDE}`);
  const placed: string[] = [];
  let isNew = false;
  return {
    async refuseOthers() {
      const others = (await readdir(media).catch(() => [])).filter((name) => !name.endsWith(ASIDE));
      if (others.length > 0)
        throw new BackupError(
          `${media} holds pictures already, nothing was changed: restore into an empty folder. If a restore was killed there and the database is still empty, delete them first.`,
        );
    },
    async prepare() {
      isNew = (await mkdir(aside, { recursive: true })) !== aside;
      await copyFiles(pictures, new FolderFileStore(aside), isPictureFile);
      // A power cut takes no committed row, and so it must take no picture.
      await syncFolders(aside);
    },
    async place() {
      for (const name of await readdir(aside)) {
        await rename(path.join(aside, name), path.join(media, name));
        placed.push(name);
      }
      await syncFolder(media);
    },
    async undo() {
      for (const name of placed) await rm(path.join(media, name), { recursive: true, force: true });
    },
    async tidy() {
      await rm(aside, { recursive: true, force: true });
      if (isNew) await rmdir(media).catch(() => undefined); // It has pictures, unless the restore failed.
    },
  };
}

/** Into a bucket, which has no rename: pictures of this backup may be there, from a restore that was killed. */
export function intoBucket(pictures: FileStore, media: FileStore): Placement {
  const copied: string[] = [];
  return {
    async refuseOthers() {
      const known = new Map<string, number>();
      for await (const { name, bytes } of pictures.list('')) known.set(name, bytes);
      for await (const { name, bytes } of media.list(''))
        if (known.get(name) !== bytes)
          throw new BackupError(
            `${media.place} holds other pictures, such as ${name}: restore into an empty bucket or folder, nothing was changed.`,
          );
    },
    prepare: () => Promise.resolve(),
    place: () =>
      copyFiles(pictures, media, isPictureFile, ({ name }, result) => {
        if (result === 'copied') copied.push(name);
      }),
    // What a lost store keeps is in the backup too: the next restore finds it there.
    undo: () => media.remove(copied).catch(() => undefined),
    tidy: () => Promise.resolve(),
  };
}
