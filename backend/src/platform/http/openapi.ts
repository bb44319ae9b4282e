import { SetMetadata } from '@nestjs/common';
import type { ZodType } from 'zod';

/** Metadata key of `Answers`. */
export const ANSWERS = 'answers';

export interface DocumentedAnswer {
  schema: ZodType;
  status: number;
  isArray: boolean;
}

/** Documents a route's response with its contract schema; `many` for a bare array of it. */
export const Answers = (schema: ZodType, { status = 200, many = false } = {}) =>
  SetMetadata(ANSWERS, { schema, status, isArray: many } satisfies DocumentedAnswer);

/** Metadata key of `OptionalBody`. */
export const OPTIONAL_BODY = 'optional-body';

/** Documents that a route's body is optional. */
export const OptionalBody = () => SetMetadata(OPTIONAL_BODY, true);

/** Metadata key of `DescribesFiles`. */
export const FILES = 'files';

/** Documents the files of a route's multipart body: their maximum number by field name. */
export const DescribesFiles = (most: Record<string, number>) => SetMetadata(FILES, most);
