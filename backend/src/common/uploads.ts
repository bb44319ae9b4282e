import {
  PayloadTooLargeException,
  UseInterceptors,
  mixin,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { FileFieldsInterceptor, FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import { pictureTooLarge } from '../media/picture.js';

/** A file of a multipart body. */
export interface Upload {
  buffer: Buffer;
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
  const Receiver = FileInterceptor(field, { limits: { ...LIMITS, files: 1, fileSize: maxBytes } });
  class PictureReceiver extends Receiver {
    override async intercept(context: ExecutionContext, next: CallHandler) {
      try {
        return await super.intercept(context, next);
      } catch (error) {
        throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes) : error;
      }
    }
  }
  return UseInterceptors(mixin(PictureReceiver));
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
  const Receiver = FileFieldsInterceptor(names, { limits: { ...LIMITS, files, fileSize: maxBytes } });
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
