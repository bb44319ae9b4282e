import type { z } from 'zod';

/**
 * What a caller reads of an invalid value whose schema says nothing of its own. The sentences of zod's locale name the types of
 * JavaScript and regular expressions.
 */
export function defaultSentence(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'Trường này không được để trống';
  if (issue.code === 'too_big') return `Tối đa ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === 'too_small') return `Tối thiểu ${issue.minimum}${unitOf(issue.origin)}`;
  return 'Giá trị không hợp lệ';
}

/** The unit of a bound; none for numbers. */
function unitOf(origin: string): string {
  if (origin === 'string') return ' ký tự';
  return origin === 'array' || origin === 'set' ? ' mục' : '';
}
