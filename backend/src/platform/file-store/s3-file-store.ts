import type * as S3 from '@aws-sdk/client-s3';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { forEachAtOnce } from '../promises/for-each-at-once.js';
import { FileStore, StoreUnavailable, type StoredFile } from './file-store.js';
import { ANSWER_MS, loadS3, type S3Access } from './s3-client.js';
import { explainRefusal, isNoSuchKey, statusOfS3 } from './s3-errors.js';
import type { S3Settings } from '../config/s3-settings.js';

/** The time limit of a call, its attempts and their pauses included. */
const CALL_MS = 10_000;
/** That of reading a whole file. Without any progress it ends after ANSWER_MS. */
const READ_MS = 60_000;
/** A large file has more time to be written: at least 1 MB a second. */
const BYTES_PER_MS = 1_000;
/** The time limit of sending one picture to a caller, who may read slowly. */
const SEND_MS = 30_000;
/** Callers that wait for a picture at once; one more is refused, so that a slow store does not fill the memory. */
const MAX_SENDS = 256;
/** Files that are deleted at once: all of a picture. */
const MAX_DELETES = 16;
/** Files never change under their names. A public bucket or a CDN sends this on. */
const FOR_A_YEAR = 'public, max-age=31536000, immutable';
const TYPES: Record<string, string> = { '.webp': 'image/webp', '.avif': 'image/avif' };

/** Files in a bucket of Amazon S3, or of a store that speaks its protocol. */
export class S3FileStore extends FileStore {
  readonly place: string;
  private loading: Promise<S3Access> | undefined;
  private sends = 0;

  constructor(private readonly settings: S3Settings) {
    super();
    this.place = `s3://${settings.bucket}/${settings.prefix}`.replace(/\/$/, '');
  }

  /**
   * Asks the store once whether the settings can be right.
   * @throws StoreMisconfigured with a sentence for the operator; StoreUnavailable when the store does not answer
   */
  async check(): Promise<void> {
    const { bucket: Bucket, prefix: Prefix } = this.settings;
    try {
      await this.call(({ sdk, client }, abort) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 }), abort),
      );
    } catch (error) {
      throw error instanceof StoreUnavailable ? explainRefusal(error.cause, this.settings) : error;
    }
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const target = {
      ...this.keyOf(name),
      Body: bytes,
      // The store refuses bytes that arrive damaged.
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
      ContentType: TYPES[path.extname(name)] ?? 'application/octet-stream',
      CacheControl: FOR_A_YEAR,
    };
    const more = Math.ceil(bytes.length / BYTES_PER_MS);
    await this.call(
      ({ sdk, client }, abort) =>
        client.send(new sdk.PutObjectCommand(target), { ...abort, requestTimeout: ANSWER_MS + more }),
      CALL_MS + more,
    );
  }

  async read(name: string): Promise<Buffer | undefined> {
    return this.call(async ({ sdk, client }, abort) => {
      const { Body } = await client.send(new sdk.GetObjectCommand(this.keyOf(name)), abort);
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    }, READ_MS).catch(unlessMissing);
  }

  async has(name: string): Promise<boolean> {
    const object = await this.call(({ sdk, client }, abort) =>
      client.send(new sdk.HeadObjectCommand(this.keyOf(name)), abort),
    ).catch(unlessMissing);
    return object !== undefined;
  }

  async send(request: Request, response: Response, name: string): Promise<boolean> {
    if (this.sends >= MAX_SENDS) throw new StoreUnavailable(new Error('Too many pictures are being sent'));
    this.sends += 1;
    try {
      return await this.pass(request, response, name);
    } finally {
      this.sends -= 1;
    }
  }

  private async pass(request: Request, response: Response, name: string): Promise<boolean> {
    // A range of another version than the caller has would not fit: S3 has no If-Range.
    const Range = request.headers['if-range'] ? undefined : request.headers.range;
    const wanted = { ...this.keyOf(name), Range, IfNoneMatch: request.headers['if-none-match'] };
    let object: S3.GetObjectCommandOutput;
    try {
      object = await this.call(({ sdk, client }, abort) => client.send(new sdk.GetObjectCommand(wanted), abort));
    } catch (error) {
      const { cause } = error as Error;
      if (isNoSuchKey(cause)) return false;
      const status = statusOfS3(cause);
      if (status !== 304 && status !== 416) throw error;
      response.status(status).end();
      return true;
    }
    const body = object.Body as Readable;
    setHeaders(response, name, object);
    if (request.fresh || request.method === 'HEAD') {
      body.destroy();
      response.status(request.fresh ? 304 : response.statusCode).end();
      return true;
    }
    // Too late for another answer: a broken connection tells the caller that the picture is not whole.
    await pipeline(body, response, { signal: AbortSignal.timeout(SEND_MS) }).catch(() => response.destroy());
    return true;
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    const { bucket: Bucket, prefix } = this.settings;
    const Prefix = folder === '' ? prefix : `${prefix}${folder}/`;
    let token: string | undefined;
    do {
      const page = await this.call(({ sdk, client }, abort) =>
        client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token }), abort),
      );
      for (const { Key = '', Size = 0, LastModified = new Date(0), ETag = '' } of page.Contents ?? []) {
        // In multipart uploads, which this store never makes, the ETag is no MD5.
        const md5 = /^"?([0-9a-f]{32})"?$/.exec(ETag)?.[1];
        yield { name: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified, md5 };
      }
      token = page.NextContinuationToken;
    } while (token);
  }

  /** Deletes file by file: stores that know no newer checksum refuse a list, with which the SDK sends no Content-MD5. */
  async remove(names: readonly string[]): Promise<void> {
    const failures: unknown[] = [];
    await forEachAtOnce(names, MAX_DELETES, async (name) => {
      if (failures.length > 0) return;
      await this.call(({ sdk, client }, abort) => client.send(new sdk.DeleteObjectCommand(this.keyOf(name)), abort))
        .catch(unlessMissing)
        .catch((error: unknown) => failures.push(error));
    });
    // Only now: the caller may let others write files of these names, which a deletion under way would take.
    if (failures.length > 0) throw failures[0];
  }

  private keyOf(name: string) {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${name}` };
  }

  /** @throws StoreUnavailable whose cause is the SDK's error */
  private async call<T>(
    send: (s3: S3Access, options: { abortSignal: AbortSignal }) => Promise<T>,
    ms = CALL_MS,
  ): Promise<T> {
    const s3 = await (this.loading ??= loadS3(this.settings));
    try {
      return await send(s3, { abortSignal: AbortSignal.timeout(ms) });
    } catch (error) {
      throw new StoreUnavailable(error);
    }
  }
}

function setHeaders(response: Response, name: string, object: S3.GetObjectCommandOutput): void {
  response.status(object.ContentRange ? 206 : 200).type(path.extname(name));
  response.setHeader('Accept-Ranges', 'bytes');
  if (object.ContentLength !== undefined) response.setHeader('Content-Length', object.ContentLength);
  if (object.ContentRange) response.setHeader('Content-Range', object.ContentRange);
  if (object.ETag) response.setHeader('ETag', object.ETag);
  if (object.LastModified) response.setHeader('Last-Modified', object.LastModified.toUTCString());
}

/** Turns the answer that a file does not exist into undefined. */
function unlessMissing(error: unknown): undefined {
  if (!isNoSuchKey((error as Error).cause)) throw error;
}
