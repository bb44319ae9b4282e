import {
  Inject,
  PayloadTooLargeException,
  UseInterceptors,
  applyDecorators,
  mixin,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { FileFieldsInterceptor, FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import { finalize } from 'rxjs';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';
import { pictureTooLarge } from '../picture.js';
import { readFields, type FormFields } from './form-fields.js';
import { receiveUpload, type UploadAnswer } from './receive-upload.js';
import { UploadGate } from './upload-gate.js';
import { PooledBufferStorage, SingleBufferStorage, passes, type PassingUpload } from './upload-storage.js';
import type { Principal } from '../../platform/http/access.js';
import { DescribesFiles } from '../../platform/openapi/openapi.js';

/** Limits of the text fields beside a file. */
const LIMITS = { fields: 30, fieldSize: 100 * 1024, fieldNameSize: 100 };

/** The limits of a body with at most this number of pictures. Parses one part more than allowed, to name its field in the error. */
const limitsOf = (files: number, maxBytes: number) => ({ ...LIMITS, files: files + 1, fileSize: maxBytes });

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
  const Receiver = FileInterceptor(field, { storage, limits: limitsOf(1, maxBytes) });
  class PictureReceiver extends Receiver {
    @Inject(UploadGate) protected readonly gate: UploadGate;

    override intercept(context: ExecutionContext, next: CallHandler) {
      return receiveUpload(this.gate, context, laneOf, { [field]: 1 }, maxBytes, () => super.intercept(context, next));
    }
  }
  return PictureReceiver;
}

/** The lane of an uploader. */
const laneOf = ({ user }: { user?: Principal }): DecodeLane => (user?.isAdmin ? 'admin' : 'user');

/**
 * Accepts a picture like `TakesPicture`, for public calls that examine it without storing it: `@UploadedFile()` injects a
 * `PassingUpload`. On release, or when the handler has answered, its memory is cleared and reused.
 */
export function TakesPassingPicture(field: string, maxBytes: number) {
  const storage = new PooledBufferStorage(maxBytes);
  const Receiver = FileInterceptor(field, { storage, limits: limitsOf(1, maxBytes) });
  class PassingReceiver extends Receiver {
    @Inject(UploadGate) private readonly gate: UploadGate;

    override intercept(context: ExecutionContext, next: CallHandler) {
      return receiveUpload(this.gate, context, null, { [field]: 1 }, maxBytes, () => this.pass(context, next));
    }

    private async pass(context: ExecutionContext, next: CallHandler): Promise<UploadAnswer> {
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

/**
 * Accepts a multipart body with several pictures, held in memory: `@UploadedFiles()` injects them by field name,
 * `@Body({ schema })` the text fields. Numbers and flags, which multipart can only send as text, are parsed, empty ones to null;
 * a value that cannot be parsed is left for the schema to reject. A body of another type passes unchanged.
 *
 * @param maxCounts the maximum number of pictures by field name; one more is a 400
 * @param maxBytes a larger file is a 413, whatever its content
 */
export function TakesPictures(maxCounts: Record<string, number>, maxBytes: number, fields: FormFields = {}) {
  const names = Object.entries(maxCounts).map(([name, maxCount]) => ({ name, maxCount }));
  const files = names.reduce((sum, { maxCount }) => sum + maxCount, 0);
  const Receiver = FileFieldsInterceptor(names, {
    storage: new SingleBufferStorage(maxBytes, files),
    limits: { ...limitsOf(files, maxBytes), fieldSize: fields.maxTextBytes ?? LIMITS.fieldSize },
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
      return receiveUpload(this.gate, context, laneOf, maxCounts, maxBytes, () => super.intercept(context, reading));
    }
  }
  return applyDecorators(UseInterceptors(mixin(PicturesReceiver)), DescribesFiles(maxCounts));
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
        throw error instanceof PayloadTooLargeException ? pictureTooLarge(maxBytes, field) : error;
      }
    }
  }
  return applyDecorators(UseInterceptors(mixin(FileReceiver)), DescribesFiles({ [field]: 1 }));
}
