import type { Failure } from '~/api/http/client';

/** The attributes that tie an input to a field of a record. */
export type BoundField<T> = (key: keyof T & string) => {
  name: string;
  defaultValue: string | number | undefined;
  error: readonly string[] | undefined;
};

/** What the fields of a form are made with. */
export interface BoundForm<T> {
  /** The messages of the last failure by field name. */
  errors: Failure['fields'];
  /** Ties an input to a field of the record, by the same name. */
  field: BoundField<T>;
}

/**
 * Ties the inputs of a form to a record: `field('code')` is the input's name, its value at first, and the messages of the last
 * failure.
 * @param record what the form changes; null for a new one
 * @param prefix before each key in the names of the form, such as `shipping.`
 */
export const bindFields =
  <T extends object>(errors: Failure['fields'], record: T | null, prefix = ''): BoundField<T> =>
  (key) => ({
    name: prefix + key,
    defaultValue: (record?.[key] as string | number | null | undefined) ?? undefined,
    error: errors[prefix + key],
  });
