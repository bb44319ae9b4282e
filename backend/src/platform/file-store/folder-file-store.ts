import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readFile, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FileStore, StoreUnavailable, type StoredFile } from './file-store.js';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';
const isMissing = (error: unknown) => /^(ENOENT|ENOTDIR)$/.test(codeOf(error));
/** The caller has left while it was answered. */
const isAborted = (error: unknown) => /^(ECONNABORTED|ECONNRESET|EPIPE)$/.test(codeOf(error));

/** The request cannot be answered, such as one for a range beyond the file's end. */
const isOfCaller = ({ status = 500 }: { status?: number }) => status < 500;

/** Returns `nothing` for an error that says that a file or folder does not exist. @throws StoreUnavailable for any other */
const missingIs =
  <T>(nothing: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return nothing;
    throw new StoreUnavailable(error);
  };

/** How often a file is written while others delete its folder. */
const MAX_WRITE_ATTEMPTS = 10;

/** Files in a folder of this machine, or of a volume that several machines mount. */
export class FolderFileStore extends FileStore {
  /** @param place the folder; the start of a process makes it, or the first file */
  constructor(readonly place: string) {
    super();
  }

  async check(): Promise<void> {
    // It makes no folder: a volume that is not mounted must be seen.
    await access(this.place, constants.R_OK | constants.W_OK);
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.tryWrite(this.fileOf(name), bytes);
      } catch (error) {
        // A concurrent `remove` takes the folder, or the file that is only being written.
        if (!isMissing(error) || attempt === MAX_WRITE_ATTEMPTS) throw new StoreUnavailable(error);
      }
    }
  }

  private async tryWrite(file: string, bytes: Buffer): Promise<void> {
    const aside = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
    try {
      // A rename may reach the disk before the bytes do: a power cut would leave an empty file under the name.
      await writeFile(aside, bytes, { flush: true });
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  async read(name: string): Promise<Buffer | undefined> {
    return readFile(this.fileOf(name)).catch(missingIs(undefined));
  }

  async has(name: string): Promise<boolean> {
    return access(this.fileOf(name)).then(() => true, missingIs(false));
  }

  send(_request: Request, response: Response, name: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const options = { root: this.place, dotfiles: 'allow', cacheControl: false } as const;
      response.sendFile(name, options, (error?: Error & { status?: number }) => {
        if (!error || isAborted(error)) resolve(true);
        else if (error.status === 404) resolve(false);
        else reject(isOfCaller(error) ? error : new StoreUnavailable(error));
      });
    });
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    // Folder by folder: the names of all files of a large shop do not fit into a worker's memory.
    for (const entry of await readdir(this.fileOf(folder), { withFileTypes: true }).catch(missingIs([]))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(name);
      if (!entry.isFile()) continue;
      // One that is deleted meanwhile is left out.
      const stats = await stat(this.fileOf(name)).catch(missingIs(undefined));
      if (stats) yield { name, bytes: stats.size, modifiedAt: stats.mtime };
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(this.fileOf(name), { force: true }).catch(missingIs(undefined));
    const folders = new Set(names.map((name) => path.dirname(this.fileOf(name))));
    for (const folder of folders) if (folder !== this.place) await rmdir(folder).catch(() => undefined);
  }

  private fileOf(name: string): string {
    return path.join(this.place, name);
  }
}
