import {
  Inject,
  PayloadTooLargeException,
  UseInterceptors,
  applyDecorators,
  mixin,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { FileFieldsInterceptor, FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { finalize } from 'rxjs';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';
import { pictureTooLarge } from '../picture.js';
import { RECEIVE_MS, UploadGate, type UploadPass } from './upload-gate.js';
import type { Principal } from '../../platform/http/access.js';
import { DescribesFiles } from '../../platform/http/openapi.js';
import { customerNetwork, networkOf } from '../../platform/rate-limits/networks.js';
import { ShopError } from '../../platform/errors/shop-error.js';

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
const passes = new WeakMap<Request, UploadPass | PicturesBusy>();

/** The initial buffer for a file of unknown length. */
const FIRST_BYTES = 64 * 1024;

/**
 * Multer storage that receives a file into a single buffer. Multer's own collects the chunks and joins them at the end, which
 * takes twice the memory.
 */
class SingleBufferStorage {
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
    const most = this.maxBytes * this.maxFiles;
    await pass?.reserve(Math.min(Number(request.headers['content-length'] ?? most), most));
  }

  private receive(request: Request, stream: Readable, done: Received): void {
    // A body is enlarged than its file. Memory that is never written to costs nothing, should the header claim too much.
    const declared = Number(request.headers['content-length'] ?? FIRST_BYTES);
    let content = this.allocate(Math.min(declared, this.maxBytes));
    let size = 0;
    const slow = setTimeout(() => {
      stream.removeAllListeners('data').removeAllListeners('end').resume();
      done(new ShopError(408, 'Ảnh gửi lên quá chậm. Vui lòng thử lại.'));
    }, RECEIVE_MS * this.maxFiles);
    stream.on('data', (chunk: Buffer) => {
      if (size + chunk.length > content.length) content = enlarged(content, size + chunk.length);
      size += chunk.copy(content, size);
    });
    const stop = () => clearTimeout(slow);
    stream.on('end', () => {
      stop();
      request.off('close', stop);
      done(null, { buffer: content.subarray(0, size), size });
    });
    request.once('close', stop);
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
class PooledBufferStorage extends SingleBufferStorage {
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
function enlarged(bytes: Buffer<ArrayBuffer>, least: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(Math.max(least, bytes.length * 2));
  bytes.copy(more);
  return more;
}

/** Limits of the text fields beside a file. */
const LIMITS = { fields: 30, fieldSize: 100 * 1024, fieldNameSize: 100 };

/**
 * Accepts a multipart body with at most one picture, held in memory: `@UploadedFile()` injects it, `@Body({ schema })` the text
 * fields. A body of another type passes unchanged, without a picture.
 *
 * @param field the picture's field name; a file under another name is a 400
 * @param maxBytes a larger file is a 413, whatever its content
 */
export function TakesPicture(field: string, maxBytes: number) {
  const receiver = receiverOf(field, maxBytes, new SingleBufferStorage(maxBytes));
  return applyDecorators(UseInterceptors(mixin(receiver)), DescribesFiles({ [field]: 1 }));
}

function receiverOf(field: string, maxBytes: number, storage: SingleBufferStorage) {
  const Receiver = FileInterceptor(field, { storage, limits: { ...LIMITS, files: 1, fileSize: maxBytes } });
  class PictureReceiver extends Receiver {
    @Inject(UploadGate) protected readonly gate: UploadGate;

    override intercept(context: ExecutionContext, next: CallHandler) {
      return receive(this.gate, context, laneOf, maxBytes, () => super.intercept(context, next));
    }
  }
  return PictureReceiver;
}

type Answer = Awaited<ReturnType<NestInterceptor['intercept']>>;

/** The lane of an uploader. */
const laneOf = ({ user }: { user?: Principal }): DecodeLane => (user?.isAdmin ? 'admin' : 'user');

/** @param lane without one, returns the refusal instead of throwing it: the text fields may be enough for a response */
function enter(gate: UploadGate, lane: DecodeLane | undefined, address: string): UploadPass | PicturesBusy {
  try {
    return gate.enter(lane ?? 'visitor', address);
  } catch (refusal) {
    if (lane || !(refusal instanceof PicturesBusy)) throw refusal;
    return refusal;
  }
}

/**
 * Reads the body of a call with pictures when it is admitted, and ends its admission with the call.
 *
 * @param lane null for a visitor's call, which continues without its picture when there is no room
 * @throws ShopError 429 when there is no room, 413 for a file that is too large
 */
async function receive(
  gate: UploadGate,
  context: ExecutionContext,
  lane: ((request: { user?: Principal }) => DecodeLane) | null,
  maxBytes: number,
  read: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const request = context.switchToHttp().getRequest<Request & { user?: Principal }>();
  if (!request.is('multipart')) return read();
  const pass = enter(gate, lane?.(request), customerNetwork(networkOf(request.ip ?? '')));
  passes.set(request, pass);
  const leave = () => !(pass instanceof PicturesBusy) && pass.leave();
  try {
    return (await read()).pipe(finalize(leave));
  } catch (error) {
    leave();
    throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes) : error;
  }
}

/**
 * Accepts a picture like `TakesPicture`, for public calls that examine it without storing it: `@UploadedFile()` injects a
 * `PassingUpload`. On release, or when the handler has answered, its memory is cleared and reused.
 */
export function TakesPassingPicture(field: string, maxBytes: number) {
  const storage = new PooledBufferStorage(maxBytes);
  const Receiver = FileInterceptor(field, { storage, limits: { ...LIMITS, files: 1, fileSize: maxBytes } });
  class PassingReceiver extends Receiver {
    @Inject(UploadGate) private readonly gate: UploadGate;

    override intercept(context: ExecutionContext, next: CallHandler) {
      return receive(this.gate, context, null, maxBytes, () => this.pass(context, next));
    }

    private async pass(context: ExecutionContext, next: CallHandler): Promise<Answer> {
      const answer = await super.intercept(context, next);
      const request = context.switchToHttp().getRequest<Request & { file?: PassingUpload }>();
      const { file } = request;
      if (!file) return answer;
      let isReleased = false;
      file.release = () => {
        if (isReleased || file.refusal) return;
        isReleased = true;
        storage.release(file);
        const pass = passes.get(request);
        if (pass && !(pass instanceof PicturesBusy)) pass.free();
      };
      return answer.pipe(finalize(file.release));
    }
  }
  return applyDecorators(UseInterceptors(mixin(PassingReceiver)), DescribesFiles({ [field]: 1 }));
}

/** Form fields that are parsed from text. */
interface FormFields {
  numbers?: string[];
  flags?: string[];
  /** The maximum size of one text field, in bytes. */
  maxTextBytes?: number;
}

/**
 * Accepts a multipart body with several pictures, held in memory: `@UploadedFiles()` injects them by field name,
 * `@Body({ schema })` the text fields. Numbers and flags, which multipart can only send as text, are parsed, empty ones to null;
 * a value that cannot be parsed is left for the schema to reject. A body of another type passes unchanged.
 *
 * @param most the maximum number of pictures by field name; one more is a 400
 * @param maxBytes a larger file is a 413, whatever its content
 */
export function TakesPictures(most: Record<string, number>, maxBytes: number, fields: FormFields = {}) {
  const names = Object.entries(most).map(([name, maxCount]) => ({ name, maxCount }));
  const files = names.reduce((sum, { maxCount }) => sum + maxCount, 0);
  const Receiver = FileFieldsInterceptor(names, {
    storage: new SingleBufferStorage(maxBytes, files),
    limits: { ...LIMITS, fieldSize: fields.maxTextBytes ?? LIMITS.fieldSize, files, fileSize: maxBytes },
  });
  class PicturesReceiver extends Receiver {
    @Inject(UploadGate) private readonly gate: UploadGate;

    override intercept(context: ExecutionContext, next: CallHandler) {
      const request = context.switchToHttp().getRequest<Request>();
      const reading: CallHandler = {
        handle() {
          if (request.is('multipart/form-data')) readFields(request.body as Record<string, unknown>, fields);
          return next.handle();
        },
      };
      return receive(this.gate, context, laneOf, maxBytes, () => super.intercept(context, reading));
    }
  }
  return applyDecorators(UseInterceptors(mixin(PicturesReceiver)), DescribesFiles(most));
}

const FLAGS = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function readFields(body: Record<string, unknown>, { numbers = [], flags = [] }: FormFields): void {
  for (const name of [...numbers, ...flags]) if (body[name] === '') body[name] = null;
  for (const name of numbers) {
    const given = body[name];
    if (typeof given === 'string' && /^-?\d{1,16}$/.test(given.trim())) body[name] = Number(given);
  }
  for (const name of flags) body[name] = FLAGS.get(body[name]) ?? body[name];
}

/** A file of a multipart body, written to the folder that the module's `MulterModule` configures. */
export interface FileUpload {
  /** Its file name in that folder. */
  filename: string;
  path: string;
  /** The sender's file name. */
  originalname: string;
  size: number;
}

/**
 * Accepts a multipart body with at most one file, streamed to the disk: `@UploadedFile()` injects it.
 * @param maxBytes a larger file is a 413, and is deleted
 */
export function TakesFile(field: string, maxBytes: number) {
  const Receiver = FileInterceptor(field, { limits: { ...LIMITS, files: 1, fileSize: maxBytes } });
  class FileReceiver extends Receiver {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      try {
        return await super.intercept(context, next);
      } catch (error) {
        throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes) : error;
      }
    }
  }
  return applyDecorators(UseInterceptors(mixin(FileReceiver)), DescribesFiles({ [field]: 1 }));
}
