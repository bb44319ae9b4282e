import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PICTURE_WIDTHS } from '../contract/rules.js';

export type Format = 'avif' | 'webp';

/** Stores pictures as files: `<dir>/ab/<hash>/original.webp`, and next to it `<width>.webp` and `<width>.avif`. */
export class MediaStore {
  /** @param root the folder of all pictures; created with the first one */
  constructor(readonly root: string) {}

  /** Returns the path of a file, relative to the root. The caller has validated `hash` and `name`. */
  place(hash: string, name: string): string {
    return path.join(hash.slice(0, 2), hash, name);
  }

  file(hash: string, name: string): string {
    return path.join(this.root, this.place(hash, name));
  }

  /** Writes a file atomically: readers never see a half-written one. */
  async write(hash: string, name: string, bytes: Buffer): Promise<void> {
    const file = this.file(hash, name);
    const aside = `${file}.${randomUUID()}`;
    await mkdir(path.dirname(file), { recursive: true });
    try {
      await writeFile(aside, bytes);
      await rename(aside, file);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  /** Checks that pictures can be read and written. @throws Error of the file system */
  async check(): Promise<void> {
    await mkdir(this.root, { recursive: true });
    await access(this.root, constants.R_OK | constants.W_OK);
  }

  /** Deletes a picture's files. */
  async remove(hash: string): Promise<void> {
    await rm(path.join(this.root, hash.slice(0, 2), hash), { recursive: true, force: true });
  }

  /** Lists the names of a picture's files; empty for an unknown picture. */
  async names(hash: string): Promise<string[]> {
    return readdir(path.join(this.root, hash.slice(0, 2), hash)).catch(() => []);
  }
}

/** Returns the widths in which a picture is stored: up to the first that contains it whole, because it is never enlarged. */
export function widthsFor(width: number): number[] {
  const enough = PICTURE_WIDTHS.findIndex((each) => each >= width);
  return enough < 0 ? [...PICTURE_WIDTHS] : PICTURE_WIDTHS.slice(0, enough + 1);
}
