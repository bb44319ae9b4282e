import type { Request, Response } from 'express';
import { ShopError } from '../errors/shop-error.js';

/** A file of a store, as a list names it. */
export interface StoredFile {
  /** Relative to the store's root, with slashes. */
  name: string;
  bytes: number;
  modifiedAt: Date;
  /** The MD5 that the store itself computed, as hexadecimal digits; undefined where it computes none. */
  md5?: string;
}

/**
 * Files under names: a folder of this machine, or a part of an S3 bucket that several machines share. Names are relative, with
 * slashes; callers have validated them. Every method throws `StoreUnavailable` when the store does not answer in time, or refuses: a
 * disk may be full or broken.
 */
export abstract class FileStore {
  /** Where the files are, for operators: a path or an `s3://` URL. */
  abstract readonly place: string;

  /** Finds out whether the store can be used. @throws Error when it cannot */
  abstract check(): Promise<void>;

  /** Writes a file whole: readers see the previous file, or none, until it is complete. */
  abstract write(name: string, bytes: Buffer): Promise<void>;

  /** Reads a file; undefined when it does not exist. */
  abstract read(name: string): Promise<Buffer | undefined>;

  /** Finds out whether a file exists. */
  abstract has(name: string): Promise<boolean>;

  /**
   * Answers a GET or HEAD request with a file: its type by its ending, validators, ranges. The caller sets `Cache-Control`.
   * @returns false when the file does not exist; nothing is sent then
   */
  abstract send(request: Request, response: Response, name: string): Promise<boolean>;

  /** Lists the files whose names begin with a folder's name and a slash; all files for ''. */
  abstract list(folder: string): AsyncIterable<StoredFile>;

  /** Deletes files; those that do not exist are no error. */
  abstract remove(names: readonly string[]): Promise<void>;
}

/** The store does not answer, or refuses: nothing was stored, and the same call may succeed later. */
export class StoreUnavailable extends ShopError {
  constructor(cause: unknown) {
    super(503, 'Kho ảnh đang tạm gián đoạn nên tệp chưa được lưu. Vui lòng thử lại sau ít phút.');
    this.cause = cause;
  }
}

/** Settings of a store that cannot be right; one sentence for the operator. */
export class StoreMisconfigured extends Error {}
