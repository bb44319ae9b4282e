import { Logger } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { BrowserReport } from '../../src/contract/administration/browser-reports.js';
import { PAGE_KINDS } from '../../src/contract/administration/report-rules.js';
import { ErrorBody } from '../../src/contract/common.js';
import {
  BrowserReports,
  MAX_LOGGED_A_MINUTE,
  MAX_REPORTS_A_MINUTE,
} from '../../src/monitoring/browser/browser-reports.service.js';
import { MinuteBudget } from '../../src/monitoring/browser/minute-budget.js';
import { answer, openShop, visitor } from '../support/client.js';
import { scrape, valueOf } from './scrape.js';

const failure = (message = 'x is not a function') => ({
  page: 'cart' as const,
  name: 'TypeError',
  message,
  frames: ['a1b2c3d4.js:1:2345'],
});
const report = (rest: object = {}): BrowserReport => ({ release: '1.0.0 1a2b3c', page: 'product', ...rest });

const send = (body: object, address = '203.0.113.1') =>
  visitor().post('/api/browser-reports/', body, { 'X-Forwarded-For': address });
/** The lines of the log about errors of browsers. */
function logged() {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  return () => warn.mock.calls.filter(([, text]) => text === 'Browser error').map(([facts]) => facts as object);
}

describe('a report of a browser', () => {
  openShop({ RATE_LIMIT: 'off' });

  test('puts its Web Vitals into histograms by kind of page', async () => {
    const vitals = { lcp: 1_900, inp: 120, ttfb: 300, cls: 0.07 };
    expect((await send(report({ vitals }))).status).toBe(204);
    const text = await scrape();
    expect(text).toContain('may_web_vitals_seconds_sum{vital="lcp",page="product"} 1.9');
    expect(text).toContain('may_web_vitals_seconds_bucket{le="2.5",vital="lcp",page="product"} 1');
    expect(text).toContain('may_web_vitals_seconds_bucket{le="1.8",vital="lcp",page="product"} 0');
    expect(text).toContain('may_web_vitals_seconds_sum{vital="ttfb",page="product"} 0.3');
    expect(text).toContain('may_web_vitals_shift_bucket{le="0.1",page="product"} 1');
  });

  test('counts each error by the kind of its page, and logs it with the build of the page', async () => {
    const lines = logged();
    const before = await valueOf('may_browser_errors_total{page="cart"}');
    expect((await send(report({ errors: [failure()] }))).status).toBe(204);
    expect(await valueOf('may_browser_errors_total{page="cart"}')).toBe(before + 1);
    const { page, ...error } = failure();
    expect(lines()).toEqual([{ page, release: '1.0.0 1a2b3c', error }]);
  });

  test('is logged without the id of its request, which would lead to the address of the visitor', async () => {
    const ids: unknown[] = [];
    const note = () => ids.push(new PinoLogger({}).logger.bindings().requestId);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(note);
    const within = jest.spyOn(BrowserReports.prototype, 'record').mockImplementationOnce(note);
    await send(report());
    within.mockRestore();
    expect(ids).toEqual([expect.any(String)]); // a request has one
    await send(report({ errors: [failure()] }));
    expect(ids.slice(1)).toEqual([undefined]);
  });

  test('makes no label of an unknown kind of page, nor of an unknown field', async () => {
    for (const page of ['/products/5?email=an@example.com', 'x'.repeat(500), '', 5, null, ['home'], undefined]) {
      const body = { ...report({ vitals: { lcp: 1, fcp: 2, 'a"b': 3 }, errors: [{ ...failure(), page }] }), page };
      expect([page, (await send(body)).status]).toEqual([page, 204]);
    }
    const text = await scrape();
    const labels = (name: string) =>
      new Set(
        [...text.matchAll(new RegExp(`^may_(?:web|browser_errors)\\S*[{,]${name}="([^"]*)"`, 'gm'))].map((m) => m[1]),
      );
    expect([...labels('page')].sort()).toEqual([...PAGE_KINDS].sort());
    expect([...labels('vital')].sort()).toEqual(['inp', 'lcp', 'ttfb']);
    expect(text).not.toMatch(/example\.com|xxxx|fcp/);
  });

  test.each<[string, object]>([
    ['without a build', { ...report(), release: undefined }],
    ['with a build that is no version', report({ release: '1.0\n{"level":50}' })],
    ['with six errors', report({ errors: Array.from({ length: 6 }, () => failure()) })],
    ['with a message of 201 characters', report({ errors: [failure('x'.repeat(201))] })],
    ['with six frames', report({ errors: [{ ...failure(), frames: Array.from({ length: 6 }, () => 'a.js:1:1') }] })],
    ['with a frame that is an address', report({ errors: [{ ...failure(), frames: ['https://x.vn/a.js:1:1'] }] })],
    ['with a name that is a sentence', report({ errors: [{ ...failure(), name: 'An said\nno' }] })],
    ['with a time that is no number', report({ vitals: { lcp: '5' } })],
    ['with a negative time', report({ vitals: { inp: -1 } })],
    ['with an endless time', report({ vitals: { ttfb: 1e300 } })],
    ['with a shift that is too large', report({ vitals: { cls: 1_001 } })],
    ['that is a list', []],
  ])('%s is refused, and counts nothing', async (_what, body) => {
    const lines = logged();
    const before = await scrape().then((text) => text.match(/^may_(web|browser).*$/gm));
    answer(await send(body), ErrorBody, 400);
    expect(await scrape().then((text) => text.match(/^may_(web|browser).*$/gm))).toEqual(before);
    expect(lines()).toEqual([]);
  });

  test('of more than 4 KB is refused', async () => {
    answer(await send(report({ padding: 'x'.repeat(4_096) })), ErrorBody, 413);
  });

  test('cannot break a line of the log', async () => {
    const lines = logged();
    await send(report({ errors: [failure('one\r\ntwo\u001b[31m\u2028three\u202efour\u0000')] }));
    expect(lines()).toMatchObject([{ error: { message: 'one  two [31m three four ' } }]);
  });

  test('is logged twenty times a minute at most, and counted always', async () => {
    const lines = logged();
    const before = await valueOf('may_browser_errors_total{page="cart"}');
    for (let nth = 0; nth < 8; nth++) await send(report({ errors: Array.from({ length: 5 }, () => failure()) }));
    expect(await valueOf('may_browser_errors_total{page="cart"}')).toBe(before + 40);
    expect(lines().length).toBeGreaterThan(0);
    expect(lines().length).toBeLessThanOrEqual(MAX_LOGGED_A_MINUTE);
  });

  test('is dropped without an error when the process had enough of them', async () => {
    const before = await valueOf('may_browser_reports_total{result="taken"}');
    for (let sent = 0; sent <= MAX_REPORTS_A_MINUTE; sent += 50) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, nth) => send(report(), `203.0.113.${(sent + nth) % 250}`)),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    }
    const taken = (await valueOf('may_browser_reports_total{result="taken"}')) - before;
    expect(taken).toBeLessThanOrEqual(MAX_REPORTS_A_MINUTE);
    expect(await valueOf('may_browser_reports_total{result="dropped"}')).toBeGreaterThan(0);
  });
});

test('a budget of a minute is full again after the minute, and when the clock was set back', () => {
  let now = 1_000_000;
  const budget = new MinuteBudget(2, () => now);
  const takes = () => [budget.consume(), budget.consume(), budget.consume()];
  expect(takes()).toEqual([true, true, false]);
  now += 59_999;
  expect(budget.consume()).toBe(false);
  now += 1;
  expect(takes()).toEqual([true, true, false]);
  now -= 3_600_000;
  expect(takes()).toEqual([true, true, false]);
});
