import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../../platform/config/config.js';
import type { FileStore } from '../../../platform/file-store/file-store.js';
import { openFileStore } from '../../../platform/file-store/open-file-store.js';

const A_DAY = 86_400_000;

/** The uploaded files of imports, under DATA_DIR/imports. With a bucket they are there, and the folder holds copies. */
export class ImportFiles {
  private constructor(
    readonly folder: string,
    /** Undefined: backend and worker share the folder. */
    private readonly bucket: FileStore | undefined,
  ) {}

  static of(config: Config): ImportFiles {
    const bucket = config.bucket && openFileStore(config, 'imports');
    return new ImportFiles(path.join(config.dataDir, 'imports'), bucket);
  }

  /** Gives a file that was received into the folder to the worker, which may be on another machine. @throws StoreUnavailable */
  async share(name: string): Promise<void> {
    if (!this.bucket) return;
    await this.bucket.write(name, await readFile(this.fileOf(name)));
    await rm(this.fileOf(name), { force: true });
  }

  /** Returns the path of a file on this machine. @throws StoreUnavailable; Error when the file is gone */
  async fetch(name: string): Promise<string> {
    const file = this.fileOf(name);
    const isHere = await access(file).then(
      () => true,
      () => false,
    );
    if (isHere || !this.bucket) return file;
    const bytes = await this.bucket.read(name);
    if (!bytes) throw new Error(`The file ${name} of the import is gone`);
    const aside = `${file}.${randomUUID()}`;
    await mkdir(this.folder, { recursive: true });
    await writeFile(aside, bytes);
    await rename(aside, file);
    return file;
  }

  async remove(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
    await this.bucket?.remove([name]);
  }

  /** Returns the names of files older than a day, including partial uploads of processes that died. */
  async old(): Promise<string[]> {
    const names = await readdir(this.folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => ({ name, modifiedAt: (await stat(this.fileOf(name)).catch(() => undefined))?.mtime })),
    );
    const candidates: { name: string; modifiedAt?: Date }[] = files;
    if (this.bucket) for await (const file of this.bucket.list('')) candidates.push(file);
    const before = Date.now() - A_DAY;
    const old = candidates.filter(({ modifiedAt }) => modifiedAt && modifiedAt.getTime() < before);
    return [...new Set(old.map(({ name }) => name))];
  }

  private fileOf(name: string): string {
    return path.join(this.folder, name);
  }
}
