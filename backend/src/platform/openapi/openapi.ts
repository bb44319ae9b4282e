import { SetMetadata } from '@nestjs/common';
import type { ZodType } from 'zod';
import type { ApiTag } from './api-tags.js';

/** Metadata key of `Summary`. */
export const SUMMARIES = 'summaries';

/**
 * Says in one line what a route does, and for whom where that is not plain. The API page shows it as the call's title.
 * @param texts third person, at most 70 characters, unique; a route with several paths has one for each
 */
export const Summary = (...texts: [string, ...string[]]) => SetMetadata(SUMMARIES, texts);

/** Metadata key of `TaggedAs`. */
export const TAG = 'tag';

/** Groups the routes of a controller in the document. */
export const TaggedAs = (tag: ApiTag) => SetMetadata(TAG, tag);

/** Metadata key of `Answers`. */
export const ANSWERS = 'answers';

export interface DocumentedAnswer {
  schema: ZodType;
  status: number;
  isArray: boolean;
  /** The status when the call has nothing new to make, besides `status`. */
  again?: number;
}

interface AnswerOptions {
  status?: number;
  /** For a bare array of the schema. */
  many?: boolean;
  /** The status of a call that repeats an earlier one. */
  again?: number;
}

/** Documents a route's response with its contract schema. */
export const Answers = (schema: ZodType, { status = 200, many = false, again }: AnswerOptions = {}) =>
  SetMetadata(ANSWERS, { schema, status, isArray: many, again } satisfies DocumentedAnswer);

/** Metadata key of `Refuses`. */
export const REFUSALS = 'refusals';

/**
 * Documents refusals of a route that a caller would not expect from its shapes. All others are the document's `default` response.
 * @param reasons by status
 */
export const Refuses = (reasons: Record<number, string>) => SetMetadata(REFUSALS, reasons);

/** Metadata key of `AnswersFile`. */
export const ANSWERED_FILE = 'answered-file';

/** Documents that a route answers a file. @param type its media type, such as `text/csv` */
export const AnswersFile = (type: string) => SetMetadata(ANSWERED_FILE, type);

/** Metadata key of `Redirects`. */
export const REDIRECTS = 'redirects';

/** Documents that a route redirects the browser. */
export const Redirects = () => SetMetadata(REDIRECTS, true);

/** Metadata key of `OptionalBody`. */
export const OPTIONAL_BODY = 'optional-body';

/** Documents that a route's body is optional. */
export const OptionalBody = () => SetMetadata(OPTIONAL_BODY, true);

/** Metadata key of `DescribesFiles`. */
export const FILES = 'files';

/** Documents the files of a route's multipart body: their maximum number by field name. */
export const DescribesFiles = (maxCounts: Record<string, number>) => SetMetadata(FILES, maxCounts);
