import {
  PayloadTooLargeException,
  UseInterceptors,
  mixin,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { FileFieldsInterceptor, FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Readable } from 'node:stream';
import { finalize } from 'rxjs';
import { pictureTooLarge } from '../media/picture.js';

/** A file of a multipart body. */
export interface Upload {
  buffer: Buffer;
}

/** Where a file of unknown length begins. */
const FIRST_BYTES = 64 * 1024;

/**
 * Keeps a file of a multipart body in one piece of memory from its first byte on. Multer keeps the pieces as they come and joins
 * them at the end, which takes twice the memory.
 */
class InOnePiece {
  /** @param maxBytes to which multer cuts a file off */
  constructor(private readonly maxBytes: number) {}

  _handleFile(
    request: Request,
    { stream }: { stream: Readable },
    done: (error: Error | null, file?: Upload & { size: number }) => void,
  ): void {
    // A body is longer than its file. Memory that is not written to costs nothing, should it say too much.
    const said = Number(request.headers['content-length'] ?? FIRST_BYTES);
    let kept = this.place(Math.min(said, this.maxBytes));
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      if (size + chunk.length > kept.length) kept = longer(kept, size + chunk.length);
      size += chunk.copy(kept, size);
    });
    stream.on('end', () => done(null, { buffer: kept.subarray(0, size), size }));
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

/** So many places wait for the next file. */
const MOST_FREE = 4;

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
    if (this.free.length < MOST_FREE) this.free.push(Buffer.from(buffer.buffer as ArrayBuffer));
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
  return class PictureReceiver extends Receiver {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      try {
        return await super.intercept(context, next);
      } catch (error) {
        throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes) : error;
      }
    }
  };
}

/**
 * Takes a picture as `TakesPicture` does, for calls that look at it and do not keep it: when the handler has answered, its memory
 * is blanked and given on to the next one.
 */
export function TakesPassingPicture(field: string, maxBytes: number) {
  const storage = new InUsedPlaces(maxBytes);
  class PassingReceiver extends receiverOf(field, maxBytes, storage) {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      const answer = await super.intercept(context, next);
      const { file } = context.switchToHttp().getRequest<{ file?: Upload }>();
      return file ? answer.pipe(finalize(() => storage.release(file))) : answer;
    }
  }
  return UseInterceptors(mixin(PassingReceiver));
}

/** What of a form's texts is not a text. */
interface FormFields {
  numbers?: string[];
  flags?: string[];
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
    storage: new InOnePiece(maxBytes),
    limits: { ...LIMITS, files, fileSize: maxBytes },
  });
  class PicturesReceiver extends Receiver {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      const request = context.switchToHttp().getRequest<Request>();
      const reading: CallHandler = {
        handle() {
          if (request.is('multipart/form-data')) readFields(request.body as Record<string, unknown>, fields);
          return next.handle();
        },
      };
      try {
        return await super.intercept(context, reading);
      } catch (error) {
        throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes) : error;
      }
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
