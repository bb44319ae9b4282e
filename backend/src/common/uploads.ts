import {
  PayloadTooLargeException,
  UseInterceptors,
  mixin,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
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
