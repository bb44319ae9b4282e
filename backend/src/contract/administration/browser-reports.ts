import { z } from 'zod';
import { withoutZeroBytes } from '../common.js';
import {
  ERROR_FRAME,
  ERROR_NAME,
  MAX_ERROR_FRAMES,
  MAX_ERROR_MESSAGE,
  MAX_REPORTED_ERRORS,
  PAGE_KINDS,
  RELEASE,
} from './report-rules.js';

/** An unknown kind, of a newer or older build, counts as `other`. */
const pageKind = z.enum(PAGE_KINDS).catch('other');

/** An error that a page's script did not expect, without addresses, numbers or what somebody typed. */
export const BrowserError = z
  .object({
    page: pageKind,
    name: z.string().regex(ERROR_NAME, 'Tên lỗi không hợp lệ'),
    message: z.string().max(MAX_ERROR_MESSAGE, `Tối đa ${MAX_ERROR_MESSAGE} ký tự`).overwrite(withoutZeroBytes),
    /** The innermost first. */
    frames: z.array(z.string().regex(ERROR_FRAME, 'Vị trí không hợp lệ')).max(MAX_ERROR_FRAMES),
  })
  .meta({ id: 'BrowserError' });
export type BrowserError = z.infer<typeof BrowserError>;

const milliseconds = z.int().min(0).max(600_000).optional();

/** The Web Vitals of one load of a page: times in milliseconds, the layout shift in its own unit. */
const Vitals = z.object({
  lcp: milliseconds,
  inp: milliseconds,
  ttfb: milliseconds,
  cls: z.number().min(0).max(1_000).optional(),
});

/** What a browser reports of one load of a page when it is left. */
export const BrowserReport = z
  .object({
    release: z.string().regex(RELEASE, 'Phiên bản không hợp lệ'),
    page: pageKind,
    vitals: Vitals.optional(),
    errors: z.array(BrowserError).max(MAX_REPORTED_ERRORS).optional(),
  })
  .meta({ id: 'BrowserReport' });
export type BrowserReport = z.infer<typeof BrowserReport>;
