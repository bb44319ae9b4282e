import { Injectable, StandardSchemaValidationPipe, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';
import { ShopError, type FieldErrors } from './shop-error.js';

/** What a schema has no sentence of its own for is told in Vietnamese, too. */
z.config(z.locales.vi());

const LARGEST_ID = 2_147_483_647;

/**
 * Checks each `@Body({ schema })` and `@Query({ schema })` against its schema of the contract, strips what the schema
 * does not name, and answers 400 with a sentence for each wrong field.
 */
export function validationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const fields: FieldErrors = {};
      for (const { path = [], message } of issues) {
        const field = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
        (fields[field] ??= []).push(message);
      }
      return ShopError.fields(fields);
    },
  });
}

/** A UUID in a path; anything else is the name of nothing (404). */
@Injectable()
export class PathUuid implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!z.uuid().safeParse(value).success) throw ShopError.notFound();
    return value;
  }
}

/** An id in a path: a positive integer that fits the column, else there is nothing there (404). */
@Injectable()
export class PathId implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[1-9]\d{0,9}$/.test(value) ? Number(value) : 0;
    if (id < 1 || id > LARGEST_ID) throw ShopError.notFound();
    return id;
  }
}
