import { loadChunk } from '~/lib/chunk';
import { whenIdle } from '~/routing/document/when-idle';
import type { NotedError } from './noted-error';

/** The share of page loads whose Web Vitals are reported. */
const VITALS_SHARE = 0.1;
/** Milliseconds after which a page that rests is measured: its own scripts, pictures and data come first. */
const PAUSE_MS = 5_000;
/** The errors that are kept; an error in a loop must not fill the memory. */
const MAX_NOTED = 50;

const noted: NotedError[] = [];

/** Every page loads this module, so what can wait is a script of its own. Where it cannot be loaded nothing is reported. */
const report = (isMeasured?: boolean) =>
  loadChunk(() => import('./report')).then(
    (script) => script.report(noted, isMeasured),
    () => {},
  );

/** Notes an error that nothing expected, for the report that is sent when the page is left. */
export function noteError(thrown: unknown): void {
  // Of other origins' scripts, and of an observer that is late, the browser says nothing more: there is nothing to report.
  if (thrown === null || thrown === undefined) return;
  if (noted.length < MAX_NOTED && noted.push([thrown, location.href]) === 1) void report();
}

/** Notes what no code catches, and measures a share of the page loads. Call it once, before hydration. */
export function watchPage(): void {
  for (const name of ['error', 'unhandledrejection'])
    window.addEventListener(name, (event) => {
      const unexpected = event as Partial<ErrorEvent & PromiseRejectionEvent>;
      noteError(unexpected.error ?? unexpected.reason);
    });
  if (Math.random() < VITALS_SHARE) whenIdle(() => setTimeout(report, PAUSE_MS, true));
}
