/** The kinds of pages, which are values of a metric's label; `web/app/routing/browser-report/page-kind.ts` finds a page's. */
export const PAGE_KINDS = [
  'home',
  'search',
  'product',
  'cart',
  'checkout',
  'order',
  'sign-in',
  'account',
  'text',
  'admin',
  'other',
] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

/** The errors that one load of a page reports. */
export const MAX_REPORTED_ERRORS = 5;
export const MAX_ERROR_MESSAGE = 200;
export const MAX_ERROR_FRAMES = 5;
/** Bytes of a report. */
export const MAX_REPORT_BYTES = 4_096;
/** A name of JavaScript, such as `TypeError`. */
export const ERROR_NAME = /^[A-Za-z]\w{0,39}$/;
/** A place in a script of the shop: `entry-1a2b.js:1:234`, never an address. */
export const ERROR_FRAME = /^[\w-][\w.-]{0,79}\.js:\d{1,9}:\d{1,9}$/;
/** Version and commit of the build that a page came with: `1.4.0 1a2b3c+changes`. */
export const RELEASE = /^[\w.+-]{1,40}( [\w.+-]{1,60})?$/;
