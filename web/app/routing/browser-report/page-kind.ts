import type { PageKind } from 'contract/administration/report-rules';

/** Patterns of the pages that shoppers open; what `PAGE_KINDS` names are the values of a metric's label. */
const PATTERNS: [pattern: RegExp, kind: PageKind][] = [
  [/^\/$/, 'home'],
  [/^\/search$/, 'search'],
  [/^\/products\/[^/]+$/, 'product'],
  [/^\/cart$/, 'cart'],
  [/^\/(shipping|payment|placeorder|confirmation)$/, 'checkout'],
  [/^\/orders\/[^/]+$/, 'order'],
  [/^\/(login|register|logout|forgot-password|reset-password)$/, 'sign-in'],
  [/^\/(profile|paybox|favorites|user\/chat)$/, 'account'],
  [/^\/(terms|privacy)$/, 'text'],
  [/^\/admin(\/|$)/, 'admin'],
];

/** @param pathname of a page @returns its kind, of a short fixed list; `other` for an unknown page */
export function pageKind(pathname: string): PageKind {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}
