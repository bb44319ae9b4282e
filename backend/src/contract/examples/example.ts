import type { ZodType, z } from 'zod';

/** What a body of a schema looks like, for the API page. */
export interface Example {
  schema: ZodType;
  value: unknown;
}

/** Pairs a schema with an example of it, as it stands on the wire. */
export const example = <S extends ZodType>(schema: S, value: z.input<S>): Example => ({ schema, value });
