import type { Request } from 'express';
import type { Readable } from 'node:stream';
import type { ShopError } from '../../platform/errors/shop-error.js';
import { PicturesBusy } from '../decoding/decoding.js';
import type { UploadPass } from './upload-gate.js';

/** A file of a multipart body. */
export interface Upload {
  buffer: Buffer;
}

/** An uploaded file that is examined and not stored. */
export interface PassingUpload extends Upload {
  /** Why it was not read: too many others were in progress. Its content is then empty. */
  refusal?: ShopError;
  /** Clears its memory and passes it to the next upload. The file must not be used afterwards. */
  release: () => void;
}

/** The admitted call of a request with pictures, or the refusal when there was no room. */
export const passes = new WeakMap<Request, UploadPass | PicturesBusy>();

/** The initial buffer for a file of unknown length. */
const FIRST_BYTES = 64 * 1024;

/**
 * Multer storage that receives a file into a single buffer. Multer's own collects the chunks and joins them at the end, which
 * takes twice the memory.
 */
export class SingleBufferStorage {
  /** @param maxBytes the size at which multer cuts a file off */
  constructor(
    private readonly maxBytes: number,
    private readonly maxFiles = 1,
  ) {}

  _handleFile(request: Request, { stream }: { stream: Readable }, done: Received): void {
    this.reserve(request).then(
      () => this.receive(request, stream, done),
      (error: Error) => this.refuse(error, stream, done),
    );
  }

  /** Drains a rejected file, because the text fields may come after it. */
  protected refuse(error: Error, stream: Readable, done: Received): void {
    stream.resume();
    done(error);
  }

  /** Reserves memory for all files of a call at once, so that calls never block each other; the maximum without a length. */
  private async reserve(request: Request): Promise<void> {
    const pass = passes.get(request);
    if (pass instanceof PicturesBusy) throw pass;
    const maxRequest = this.maxBytes * this.maxFiles;
    await pass?.reserve(Math.min(Number(request.headers['content-length'] ?? maxRequest), maxRequest));
  }

  private receive(request: Request, stream: Readable, done: Received): void {
    // A body is larger than its file. If the header claims too much, the memory that is never written to costs nothing.
    const declared = Number(request.headers['content-length'] ?? FIRST_BYTES);
    let content = this.allocate(Math.min(declared, this.maxBytes));
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      if (size + chunk.length > content.length) content = enlarged(content, size + chunk.length);
      size += chunk.copy(content, size);
    });
    stream.on('end', () => done(null, { buffer: content.subarray(0, size), size }));
  }

  _removeFile(_request: Request, file: Partial<Upload>, done: (error: null) => void): void {
    delete file.buffer;
    done(null);
  }

  /** Allocates memory for a file, with an ArrayBuffer of its own. */
  protected allocate(bytes: number): Buffer<ArrayBuffer> {
    return Buffer.allocUnsafeSlow(bytes);
  }
}

type Received = (error: Error | null, file?: Upload & { size: number; refusal?: Error }) => void;

/** The maximum number of free buffers in the pool. */
const MAX_FREE = 4;

/**
 * Storage that reuses its buffers. V8 counts buffers outside its heap: allocating one for each photo of 5 MB triggers a full
 * garbage collection with every third photo, which delays all requests; with reuse, with every twelfth.
 */
export class PooledBufferStorage extends SingleBufferStorage {
  private readonly free: Buffer<ArrayBuffer>[] = [];

  /** @param bytes the size of a buffer, and the maximum size of a file */
  constructor(private readonly bytes: number) {
    super(bytes);
  }

  /** Clears a file's memory and returns it to the pool. The file must not be used afterwards. */
  release({ buffer }: Upload): void {
    buffer.fill(0);
    if (this.free.length < MAX_FREE) this.free.push(Buffer.from(buffer.buffer as ArrayBuffer));
  }

  /** Keeps the refusal in the file: the text fields may be enough for a response. */
  protected override refuse(error: Error, stream: Readable, done: Received): void {
    stream.resume().on('end', () => done(null, { buffer: Buffer.alloc(0), size: 0, refusal: error }));
  }

  protected override allocate(): Buffer<ArrayBuffer> {
    return this.free.pop() ?? super.allocate(this.bytes);
  }
}

/** Copies bytes into a buffer of at least this size. */
function enlarged(bytes: Buffer<ArrayBuffer>, minBytes: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(Math.max(minBytes, bytes.length * 2));
  bytes.copy(more);
  return more;
}
