import {
  Injectable,
  Param,
  StandardSchemaValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
} from '@nestjs/common';
import { z, type ZodType } from 'zod';
import { ShopError, type FieldErrors } from '../errors/shop-error.js';
import { currentCall } from '../overload/call.js';
import { defaultSentence } from './default-sentence.js';

z.config({ localeError: defaultSentence });

const MAX_ID = 2_147_483_647;
/** The most errors that an answer names: a long list can have one for each of its items. */
const MAX_ISSUES = 50;

/**
 * Reads a missing body as an empty object, so that each missing field is named.
 *
 * Refuses zero bytes in what a schema accepts. JSON and URLs may hold them, PostgreSQL's texts may not: the statements of a whole
 * batch of orders would fail, and each order would run again alone. A schema whose text is never stored replaces them, see `withoutZeroBytes`.
 */
class ShopValidationPipe extends StandardSchemaValidationPipe {
  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const isMissingBody = value === undefined && metadata.type === 'body' && metadata.schema;
    const valid = await super.transform(isMissingBody ? (emptyBody() as T) : value, metadata);
    const issues = metadata.schema ? [...zeroBytesIn(valid)] : [];
    if (issues.length > 0) throw this.exceptionFactory(issues);
    return valid;
  }
}

/** Returns the object that a call without a body stands for. @throws ShopError 415 when there is one, of a type that nothing read */
function emptyBody(): object {
  const { 'transfer-encoding': encoding, 'content-length': length = 0 } = currentCall()?.request.headers ?? {};
  if (encoding !== undefined || Number(length) > 0)
    throw new ShopError(415, 'Kiểu nội dung không được hỗ trợ. Vui lòng gửi JSON.');
  return {};
}

/** @returns an issue for each text with a zero byte in JSON-like data */
function* zeroBytesIn(value: unknown, path: string[] = []): Generator<{ path: string[]; message: string }> {
  if (typeof value === 'string') {
    if (value.includes('\0')) yield { path, message: 'Không được chứa ký tự rỗng' };
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* zeroBytesIn(part, [...path, name]);
  }
}

/**
 * Validates each `@Body({ schema })` and `@Query({ schema })` against its contract schema, strips unknown fields, and
 * answers 400 with a sentence for each invalid field, of the first 50.
 */
export function validationPipe(): StandardSchemaValidationPipe {
  return new ShopValidationPipe({
    exceptionFactory: (issues) => {
      const fields: FieldErrors = {};
      for (const { path = [], message } of issues.slice(0, MAX_ISSUES)) {
        const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
        (fields[field] ??= []).push(message);
      }
      return ShopError.fields(fields);
    },
  });
}

const PIPE = validationPipe();

/** Validates a query as `@Query({ schema })` does. @throws ShopError 400 with a sentence for each invalid field */
export const validQuery = <T>(schema: ZodType<T>, query: unknown): Promise<T> =>
  PIPE.transform(query, { type: 'query', schema }) as Promise<T>;

/** Parses a UUID in a path; answers 404 for anything else. */
@Injectable()
export class PathUuid implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!z.uuid().safeParse(value).success) throw ShopError.notFound();
    return value;
  }
}

@Injectable()
class ParsePathId implements PipeTransform<string, number> {
  transform(value: string): number {
    return parsePathId(value);
  }
}

/** The id in a path: a positive integer that fits the column. Anything else is answered with 404. */
export const PathId = (name = 'id') => Param(name, ParsePathId);

/** Parses an id in a path as `PathId` does. @param missing the sentence of the 404 @throws ShopError 404 */
export function parsePathId(value: string, missing?: string): number {
  const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
  if (id < 1 || id > MAX_ID) throw ShopError.notFound(missing);
  return id;
}
