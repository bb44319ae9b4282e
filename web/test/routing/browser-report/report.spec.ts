import { BrowserReport } from 'contract/administration/browser-reports';
import { MAX_REPORT_BYTES } from 'contract/administration/report-rules';
import type { Metric } from 'web-vitals';

type Report = (metric: Pick<Metric, 'value'>) => void;
const measured: Record<string, Report> = {};
jest.mock('web-vitals', () =>
  Object.fromEntries(
    ['LCP', 'INP', 'CLS', 'TTFB'].map((name) => [`on${name}`, (report: Report) => (measured[name] = report)]),
  ),
);

const beacon = jest.fn<boolean, [string, Blob]>(() => true);
const wants = (name: 'doNotTrack' | 'globalPrivacyControl', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });
let listeners: [string, EventListener][] = [];

beforeEach(() => {
  jest.resetModules();
  jest.useFakeTimers();
  beacon.mockClear();
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true });
  for (const name of Object.keys(measured)) delete measured[name];
  const add = window.addEventListener.bind(window);
  jest.spyOn(window, 'addEventListener').mockImplementation((name: string, listener: unknown, options?: unknown) => {
    listeners.push([name, listener as EventListener]);
    add(name, listener as EventListener, options as AddEventListenerOptions);
  });
});
afterEach(() => {
  for (const [name, listener] of listeners) window.removeEventListener(name, listener);
  listeners = [];
  wants('doNotTrack', null);
  wants('globalPrivacyControl', undefined);
  hides('visible');
});

/** A page that has just begun. @param luck under 0.1 for one that is measured */
async function open(luck = 0.5) {
  jest.spyOn(Math, 'random').mockReturnValue(luck);
  (await import('~/routing/browser-report/watch')).watchPage();
}
/** Waits for the script that is loaded on demand. */
const settle = () => jest.advanceTimersByTimeAsync(10_000);
const hides = (state: 'hidden' | 'visible') =>
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
async function leave(): Promise<BrowserReport[]> {
  await settle();
  hides('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  window.dispatchEvent(new Event('pagehide'));
  const bodies = await Promise.all(beacon.mock.calls.map(([, blob]) => textOf(blob)));
  return bodies.map((text) => BrowserReport.parse(JSON.parse(text)));
}
/** jsdom's blobs have no `text()`. */
const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
const failure = (message: string) =>
  Object.assign(new TypeError(message), { stack: `TypeError\n at f (${location.origin}/assets/a.js:1:2)` });
const throwOnPage = (error: unknown) => window.dispatchEvent(new ErrorEvent('error', { error }));
const reject = (reason: unknown) => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));

test('errors that say nothing leave the room to those that do', async () => {
  await open();
  for (let nth = 0; nth < 60; nth += 1) throwOnPage(null);
  throwOnPage(failure('late'));
  expect(await leave()).toMatchObject([{ errors: [{ message: 'late' }] }]);
});

test('an error that nothing catches is reported once, when the page is left', async () => {
  await open();
  throwOnPage(failure('x is not a function'));
  throwOnPage(failure('x is not a function'));
  await settle();
  expect(beacon).not.toHaveBeenCalled();
  expect(await leave()).toEqual([
    {
      release: 'sources',
      page: 'home',
      errors: [{ page: 'home', name: 'TypeError', message: 'x is not a function', frames: ['a.js:1:2'] }],
    },
  ]);
  expect(beacon.mock.calls[0]).toEqual([
    '/api/browser-reports/',
    expect.objectContaining({ type: 'application/json' }),
  ]);
});

test('a rejection that nothing handles is reported, and one that comes after the first report with the next', async () => {
  await open();
  reject(failure('first'));
  await leave();
  hides('visible');
  reject(failure('second'));
  const sent = await leave();
  expect(sent.map(({ errors }) => errors?.map(({ message }) => message))).toEqual([['first'], ['second']]);
});

test('a page reports five errors at most, and 4 KB', async () => {
  await open();
  for (let nth = 0; nth < 80; nth++) throwOnPage(failure(`${'\\'.repeat(180)}${'abcdefghij'[nth % 10]!.repeat(nth)}`));
  const sent = await leave();
  expect(sent).toHaveLength(1);
  expect(sent[0]!.errors).toHaveLength(5);
  expect(beacon.mock.calls[0]![1].size).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  hides('visible');
  throwOnPage(failure('one more'));
  expect(await leave()).toHaveLength(1);
});

test.each<['doNotTrack' | 'globalPrivacyControl', unknown]>([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('nothing is reported or measured with %s', async (name, value) => {
  wants(name, value);
  await open(0.05);
  throwOnPage(failure('no'));
  expect(await leave()).toEqual([]);
  expect(measured).toEqual({});
});

test('a tenth of the page loads reports Web Vitals, once', async () => {
  await open(0.0999);
  await settle();
  measured.LCP!({ value: 1_234.56 });
  measured.LCP!({ value: 2_345.67 });
  measured.CLS!({ value: 0.012_345 });
  measured.TTFB!({ value: -3 });
  expect(await leave()).toEqual([
    { release: 'sources', page: 'home', vitals: { lcp: 2_346, cls: 0.0123, ttfb: 0 }, errors: [] },
  ]);
  hides('visible');
  measured.INP!({ value: 50 });
  expect(await leave()).toHaveLength(1);
});

test('the other page loads load and measure nothing', async () => {
  await open(0.1);
  expect(await leave()).toEqual([]);
  expect(measured).toEqual({});
});
