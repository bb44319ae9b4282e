import { z } from 'zod';
import { MAX_PAGE_SIZE, MAX_VND } from './rules.js';

/** A positive whole number that fits PostgreSQL's integer. */
export const Id = z.int('Mã không hợp lệ').min(1, 'Mã không hợp lệ').max(2_147_483_647, 'Mã không hợp lệ');

/** A whole number of đồng, never negative. */
export const Vnd = z
  .int({
    error: ({ input }) =>
      input === undefined || input === null ? 'Vui lòng nhập số tiền' : 'Số tiền phải là số nguyên',
  })
  .min(0, 'Số tiền không được âm')
  .max(MAX_VND, 'Số tiền quá lớn');

/** ISO 8601 in UTC, with milliseconds. */
export const Timestamp = z.iso.datetime();

/** A trimmed text that must not be empty. */
export const requiredText = (max: number, message = 'Trường này không được để trống') =>
  z.string(message).trim().min(1, message).max(max, `Tối đa ${max} ký tự`);

/** A trimmed text that may be empty. */
export const optionalText = (max: number) => z.string().trim().max(max, `Tối đa ${max} ký tự`);

/** What the link of a mail proves, without a sign-in: that its bearer reads the mailbox. */
export const MailLink = z.object({
  id: Id,
  token: z.string('Liên kết không hợp lệ').min(1, 'Liên kết không hợp lệ').max(100, 'Liên kết không hợp lệ'),
});
export type MailLink = z.infer<typeof MailLink>;

/** Replaces zero bytes, which validation refuses, in a text that is read and not stored. */
export const withoutZeroBytes = (text: string): string => text.replaceAll('\0', ' ');

/** The body of every error: the same sentence twice, and one list of sentences for each wrong field. */
export const ErrorBody = z
  .object({ detail: z.string(), error: z.string() })
  .catchall(z.unknown())
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Detail = z.object({ detail: z.string() }).meta({ id: 'Detail' });
export type Detail = z.infer<typeof Detail>;

/** For query parameters: a form sends an empty field too. */
const emptyAsOmitted = (value: unknown) => (value === '' ? undefined : value);

/** A query parameter of as many digits as a safe integer has. Empty means omitted. */
const numberOrNone = (valid: z.ZodInt) =>
  z.preprocess(
    emptyAsOmitted,
    z
      .string()
      .regex(/^\d{1,16}$/, 'Phải là số nguyên')
      .transform(Number)
      .pipe(valid)
      .optional(),
  );

/** A query parameter that is an id. Empty means omitted. */
export const idOrNone = numberOrNone(Id);

/** `?page=1&page_size=12`. Without `page` a list endpoint returns a bare array. */
export const PageQuery = z.object({
  page: numberOrNone(z.int().min(1, 'Trang bắt đầu từ 1')),
  page_size: numberOrNone(z.int().min(1, `Từ 1 đến ${MAX_PAGE_SIZE}`).max(MAX_PAGE_SIZE, `Từ 1 đến ${MAX_PAGE_SIZE}`)),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** `?search=`: matches any part of the searched fields, ignoring case and diacritics. Empty means no search. */
export const Search = z.string().trim().max(254, 'Tối đa 254 ký tự').optional();

/** A query parameter with one of several values. Empty means omitted. */
export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.preprocess(emptyAsOmitted, z.enum(words, 'Giá trị không hợp lệ').optional());

/** PostgreSQL has no year 0, and date arithmetic back from this day must not reach it either. */
const FIRST_DAY = '1000-01-01';
const noDay = 'Ngày không hợp lệ';
const dayOrNone = z.preprocess(
  emptyAsOmitted,
  z.iso
    .date({ error: noDay, abort: true })
    .refine((day) => day >= FIRST_DAY, noDay)
    .optional(),
);

/** `?from=2026-01-01&to=2026-01-31`: whole days in the shop's time zone, both inclusive, both optional. */
export const DayQuery = z.object({ from: dayOrNone, to: dayOrNone });
export type DayQuery = z.infer<typeof DayQuery>;

/** The envelope of a paged list. */
export const pageSchema = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.int(), page: z.int(), page_size: z.int(), results: z.array(row) });
export interface Page<T> {
  count: number;
  page: number;
  page_size: number;
  results: T[];
}

/** Parses the JSON of a multipart field. Returns invalid JSON unchanged, so that the schema rejects it. */
export function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
