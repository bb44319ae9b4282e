import {
  Inject,
  PayloadTooLargeException,
  UseInterceptors,
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
import { customerNetwork, networkOf } from '../../platform/rate-limits/networks.js';
import { ShopError } from '../../platform/errors/shop-error.js';

/** A file of a multipart body. */
export interface Upload {
  buffer: Buffer;
}

/** A file that is looked at and not kept. */
export interface PassingUpload extends Upload {
  /** Why it was not read: too many others were there. Its content is then empty. */
  refusal?: ShopError;
  /** Gives its memory to the next one, blank. Nobody may look at it any more. */
  release: () => void;
}

/** A call with pictures, and what it holds of its lane; a refusal where there was no room for it. */
const passes = new WeakMap<Request, UploadPass | PicturesBusy>();

/** Where a file of unknown length begins. */
const FIRST_BYTES = 64 * 1024;

/**
 * Keeps a file of a multipart body in one piece of memory from its first byte on. Multer keeps the pieces as they come and joins
 * them at the end, which takes twice the memory.
 */
class InOnePiece {
  /** @param maxBytes to which multer cuts a file off */
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

  /** Reads a rejected file to its end, because the texts beside it may come after it. */
  protected refuse(error: Error, stream: Readable, done: Received): void {
    stream.resume();
    done(error);
  }

  /** Memory for all files of a call at once, so that no two calls wait for each other's. What has no length may be as long as it may. */
  private async reserve(request: Request): Promise<void> {
    const pass = passes.get(request);
    if (pass instanceof PicturesBusy) throw pass;
    const most = this.maxBytes * this.maxFiles;
    await pass?.reserve(Math.min(Number(request.headers['content-length'] ?? most), most));
  }

  private receive(request: Request, stream: Readable, done: Received): void {
    // A body is longer than its file. Memory that is not written to costs nothing, should it say too much.
    const said = Number(request.headers['content-length'] ?? FIRST_BYTES);
    let kept = this.place(Math.min(said, this.maxBytes));
    let size = 0;
    const slow = setTimeout(() => {
      stream.removeAllListeners('data').removeAllListeners('end').resume();
      done(new ShopError(408, 'Ảnh gửi lên quá chậm. Vui lòng thử lại.'));
    }, RECEIVE_MS * this.maxFiles);
    stream.on('data', (chunk: Buffer) => {
      if (size + chunk.length > kept.length) kept = longer(kept, size + chunk.length);
      size += chunk.copy(kept, size);
    });
    const stop = () => clearTimeout(slow);
    stream.on('end', () => {
      stop();
      request.off('close', stop);
      done(null, { buffer: kept.subarray(0, size), size });
    });
    request.once('close', stop);
  }

  _removeFile(_request: Request, file: Partial<Upload>, done: (error: null) => void): void {
    delete file.buffer;
    done(null);
  }

  /** Memory for a file, with an ArrayBuffer of its own. */
  protected place(bytes: number): Buffer<ArrayBuffer> {
    return Buffer.allocUnsafeSlow(bytes);
  }
}

type Received = (error: Error | null, file?: Upload & { size: number; refusal?: Error }) => void;

/** So many places wait for the next file. */
const MAX_FREE = 4;

/**
 * Lays one file after another in the same memory. V8 counts what buffers hold outside its heap: with new ones for each photo of
 * 5 MB it goes through the whole heap for every third, and holds up everybody's requests; so it does for every twelfth.
 */
class InUsedPlaces extends InOnePiece {
  private readonly free: Buffer<ArrayBuffer>[] = [];

  /** @param bytes what a place has room for, and the most that a file has */
  constructor(private readonly bytes: number) {
    super(bytes);
  }

  /** Gives a file's memory on, blank. Nobody may look at it any more. */
  release({ buffer }: Upload): void {
    buffer.fill(0);
    if (this.free.length < MAX_FREE) this.free.push(Buffer.from(buffer.buffer as ArrayBuffer));
  }

  /** Whoever sent it may be answered by what stands beside it. */
  protected override refuse(error: Error, stream: Readable, done: Received): void {
    stream.resume().on('end', () => done(null, { buffer: Buffer.alloc(0), size: 0, refusal: error }));
  }

  protected override place(): Buffer<ArrayBuffer> {
    return this.free.pop() ?? super.place(this.bytes);
  }
}

/** The same bytes with at least this much room. */
function longer(bytes: Buffer<ArrayBuffer>, least: number): Buffer<ArrayBuffer> {
  const more = Buffer.allocUnsafeSlow(Math.max(least, bytes.length * 2));
  bytes.copy(more);
  return more;
}

/** Of the texts that stand beside a file. */
const LIMITS = { fields: 30, fieldSize: 100 * 1024, fieldNameSize: 100 };

/**
 * Takes a multipart body with at most one picture, kept in memory: `@UploadedFile()` gives it, `@Body({ schema })` the
 * texts beside it. A body of another type passes untouched, and has no picture.
 *
 * @param field the name under which the picture comes; one under another name is a 400
 * @param maxBytes a larger one is a 413, whatever it is
 */
export function TakesPicture(field: string, maxBytes: number) {
  return UseInterceptors(mixin(receiverOf(field, maxBytes, new InOnePiece(maxBytes))));
}

function receiverOf(field: string, maxBytes: number, storage: InOnePiece) {
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

/** Whose line an upload stands in. */
const laneOf = ({ user }: { user?: Principal }): DecodeLane => (user?.isAdmin ? 'admin' : 'user');

/** @returns a refusal rather than a pass where there is no lane: what stands beside the picture may be enough */
function enter(gate: UploadGate, lane: DecodeLane | undefined, address: string): UploadPass | PicturesBusy {
  try {
    return gate.enter(lane ?? 'visitor', address);
  } catch (refusal) {
    if (lane || !(refusal instanceof PicturesBusy)) throw refusal;
    return refusal;
  }
}

/**
 * Reads the body of a call with pictures when there is room for it, and lets the next one in when the call is over.
 *
 * @param lane without it the call is a visitor's, and goes on when there is no room for its picture
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
 * Takes a picture as `TakesPicture` does, for calls open to everyone that look at it and do not keep it: `@UploadedFile()` gives a
 * `PassingUpload`. When it is released, or the handler has answered, its memory is blanked and given on to the next one.
 */
export function TakesPassingPicture(field: string, maxBytes: number) {
  const storage = new InUsedPlaces(maxBytes);
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
  return UseInterceptors(mixin(PassingReceiver));
}

/** Form fields that are not texts. */
interface FormFields {
  numbers?: string[];
  flags?: string[];
  /** The most bytes of one text. */
  maxTextBytes?: number;
}

/**
 * Takes a multipart body with several pictures, kept in memory: `@UploadedFiles()` gives them by name, `@Body({ schema })`
 * the texts beside them. A number or a flag, which can only come as a text there, is read as what it is, and an empty one
 * as null; one that cannot be read is left for the schema to refuse. A body of another type passes untouched.
 *
 * @param most how many pictures may come under each name; one more is a 400
 * @param maxBytes a larger one is a 413, whatever it is
 */
export function TakesPictures(most: Record<string, number>, maxBytes: number, fields: FormFields = {}) {
  const names = Object.entries(most).map(([name, maxCount]) => ({ name, maxCount }));
  const files = names.reduce((sum, { maxCount }) => sum + maxCount, 0);
  const Receiver = FileFieldsInterceptor(names, {
    storage: new InOnePiece(maxBytes, files),
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
  return UseInterceptors(mixin(PicturesReceiver));
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

/** A file of a multipart body that was written to the disk, into the folder that the module's `MulterModule` names. */
export interface FileUpload {
  /** Its own name there. */
  filename: string;
  path: string;
  /** As whoever sent it called it. */
  originalname: string;
  size: number;
}

/**
 * Takes a multipart body with at most one file, written to the disk as it comes: `@UploadedFile()` gives it.
 * @param maxBytes a larger one is a 413, and is not kept
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
  return UseInterceptors(mixin(FileReceiver));
}
