import type { BrowserError, BrowserReport } from 'contract/administration/browser-reports';
import { MAX_REPORT_BYTES, MAX_REPORTED_ERRORS } from 'contract/administration/report-rules';
import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';
import { asksForPrivacy } from '~/lib/asks-for-privacy';
import { pageKind } from './page-kind';
import { cleanError, pathOf } from './clean-error';
import type { NotedError } from './noted-error';

/** Set by the build, see backend/launch/build/build-info.mjs; missing where the sources run unbuilt. */
declare const MAY_BUILD: { version: string; commit: string } | undefined;

const PATH = '/api/browser-reports/';
const RELEASE = typeof MAY_BUILD === 'undefined' ? 'sources' : `${MAY_BUILD.version} ${MAY_BUILD.commit}`;

type Vitals = NonNullable<BrowserReport['vitals']>;

let noted: readonly NotedError[] = [];
/** The errors that were sent, as JSON. */
const sent = new Set<string>();
/** What is measured; undefined once it is sent. */
let vitals: Vitals | undefined;

/**
 * Reports errors when the page is left.
 * @param errors the list that later ones are added to
 * @param isMeasured whether Web Vitals are reported too, once, when the page is left for the first time
 */
export function report(errors: readonly NotedError[], isMeasured = false): void {
  noted = errors;
  if (isMeasured && !asksForPrivacy()) measure();
  // A function that is added twice listens once, after those of web-vitals. On a phone, `visibilitychange` may be the last event.
  window.addEventListener('visibilitychange', sendHidden);
  window.addEventListener('pagehide', send);
}

function measure(): void {
  const measured: Vitals = (vitals = {});
  const milliseconds = ({ value }: Metric) => Math.min(Math.max(Math.round(value), 0), 600_000);
  const latest = { reportAllChanges: true };
  onLCP((metric) => (measured.lcp = milliseconds(metric)), latest);
  onINP((metric) => (measured.inp = milliseconds(metric)), latest);
  onTTFB((metric) => (measured.ttfb = milliseconds(metric)));
  onCLS(({ value }) => (measured.cls = Math.min(Math.round(value * 10_000) / 10_000, 1_000)), latest);
}

const sendHidden = () => document.visibilityState === 'hidden' && send();

/** Sends what was not sent yet. */
function send(): void {
  if (asksForPrivacy()) return;
  const errors = newErrors();
  const measured = vitals && Object.keys(vitals).length > 0 ? vitals : undefined;
  if (!measured && errors.length === 0) return;
  vitals = undefined;
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  // The vitals are those of the document, which later navigations keep.
  const page = pageKind(pathOf(opened?.name || location.href));
  const text = (): string =>
    JSON.stringify({ release: RELEASE, page, vitals: measured, errors } satisfies BrowserReport);
  while (text().length > MAX_REPORT_BYTES) errors.pop(); // one character is one byte: the texts are ASCII
  navigator.sendBeacon?.(PATH, new Blob([text()], { type: 'application/json' }));
}

/** The noted errors that were not sent yet, each once, and only as many as a page may send. */
function newErrors(): BrowserError[] {
  return noted.flatMap((each) => {
    const error = cleanError(each);
    const text = JSON.stringify(error);
    if (!error || sent.has(text) || sent.size >= MAX_REPORTED_ERRORS) return [];
    sent.add(text);
    return [error];
  });
}
