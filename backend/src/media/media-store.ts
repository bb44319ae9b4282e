import type { Request, Response } from 'express';
import { PICTURE_WIDTHS } from '../contract/rules.js';
import type { Config } from '../platform/config/config.js';
import type { FileStore } from '../platform/file-store/file-store.js';
import { openFileStore } from '../platform/file-store/open-file-store.js';

/** The name of a picture's file in the store. */
const PICTURE_FILE = /^[0-9a-f]{2}\/([0-9a-f]{32})\/(?:original|\d+)\.(?:webp|avif)$/;

/**
 * Returns the picture that a file of the store belongs to.
 * @param name relative to the store's root
 * @returns its hash; undefined when the file belongs to no picture, such as one that is only being written
 */
export const hashOfFile = (name: string): string | undefined => PICTURE_FILE.exec(name)?.[1];

/** Whether a file of the store belongs to a picture: half-written ones do not. */
export const isPictureFile = (name: string): boolean => hashOfFile(name) !== undefined;

/** Stores pictures as files: `ab/<hash>/original.webp`, and next to it `<width>.webp` and `<width>.avif`. */
export class MediaStore {
  constructor(readonly files: FileStore) {}

  /** The store of these settings: a bucket, or a folder of this machine. */
  static of(config: Config): MediaStore {
    return new MediaStore(openFileStore(config, 'media'));
  }

  /** Returns the name of a file, relative to the root. The caller has validated `hash` and `name`. */
  nameOf(hash: string, name: string): string {
    return `${this.folderOf(hash)}/${name}`;
  }

  /** Writes a file whole: readers never see a half-written one. */
  write(hash: string, name: string, bytes: Buffer): Promise<void> {
    return this.files.write(this.nameOf(hash, name), bytes);
  }

  /** Reads a file; undefined when it does not exist. */
  read(hash: string, name: string): Promise<Buffer | undefined> {
    return this.files.read(this.nameOf(hash, name));
  }

  /** Answers a request with a file. @returns false when it does not exist */
  send(request: Request, response: Response, hash: string, name: string): Promise<boolean> {
    return this.files.send(request, response, this.nameOf(hash, name));
  }

  /** Finds out whether a picture's original is stored. */
  has(hash: string): Promise<boolean> {
    return this.files.has(this.nameOf(hash, 'original.webp'));
  }

  /** Checks that pictures can be read and written. @throws Error when they cannot */
  check(): Promise<void> {
    return this.files.check();
  }

  /** Deletes a picture's files. */
  async remove(hash: string): Promise<void> {
    const folder = this.folderOf(hash);
    await this.files.remove((await this.names(hash)).map((name) => `${folder}/${name}`));
  }

  /** Lists the names of a picture's files; empty for an unknown picture. */
  async names(hash: string): Promise<string[]> {
    const folder = this.folderOf(hash);
    const names: string[] = [];
    for await (const { name } of this.files.list(folder)) names.push(name.slice(folder.length + 1));
    return names;
  }

  private folderOf(hash: string): string {
    return `${hash.slice(0, 2)}/${hash}`;
  }
}

/** Returns the widths in which a picture is stored: up to the first that contains it whole, because it is never enlarged. */
export function widthsFor(width: number): number[] {
  const enough = PICTURE_WIDTHS.findIndex((each) => each >= width);
  return enough < 0 ? [...PICTURE_WIDTHS] : PICTURE_WIDTHS.slice(0, enough + 1);
}
