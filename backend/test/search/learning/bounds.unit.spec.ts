import type { DataSource } from 'typeorm';
import { PendingStats } from '../../../src/search/learning/pending-stats.js';
import type { CatalogReads } from '../../../src/catalog/reads/catalog-reads.js';
import { Config } from '../../../src/platform/config/config.js';
import { RateLimits } from '../../../src/platform/rate-limits/rate-limits.js';
import { SearchRecorder } from '../../../src/search/learning/search-recorder.js';
import { SeenEvents } from '../../../src/search/learning/seen-events.js';

const SECRET = 'a secret that only the tests sign with';

test('an event is new once a day, and has the same key in every process', () => {
  const [events, other] = [new SeenEvents(SECRET), new SeenEvents(SECRET)];
  const facts = ['click', '1.2.3.4', 'áo', 7] as const;
  const key = events.add('2026-01-01', ...facts);
  expect(key).toMatch(/^[\w-]{8}$/);
  expect(events.add('2026-01-01', ...facts)).toBeNull();
  expect(other.add('2026-01-01', ...facts)).toBe(key);
  const keys = [events.add('2026-01-01', 'click', '1.2.3.4', 'áo', 8), events.add('2026-01-02', ...facts)];
  expect(new Set([key, ...keys, new SeenEvents('another secret').add('2026-01-01', ...facts)]).size).toBe(4);
});

test('when no more events can be remembered, none is counted until the next day', () => {
  const events = new SeenEvents(SECRET, 100);
  for (let nth = 0; nth < 100; nth++) events.add('2026-01-01', nth);
  expect(events.add('2026-01-01', 'new')).toBeNull();
  expect(events.add('2026-01-02', 'new')).not.toBeNull();
});

test('a network beyond its limit takes no room of those that count', async () => {
  const remembered = jest.spyOn(SeenEvents.prototype, 'add');
  const forgotten = jest.spyOn(SeenEvents.prototype, 'forget');
  const config = Config.from({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://shop@127.0.0.1/shop',
    JWT_SECRET: SECRET,
  });
  const db = { transaction: () => Promise.resolve() } as unknown as DataSource;
  const recorder = new SearchRecorder(db, {} as CatalogReads, new RateLimits(config), config);
  const report = (nth: number) =>
    recorder.record({ type: 'search', keyword: `từ ${nth}`, found: true }, { network: '203.0.113.1', userId: null });
  const reports = await Promise.allSettled(Array.from({ length: 600 }, (_, nth) => report(nth)));
  expect(reports.filter(({ status }) => status === 'rejected')).toHaveLength(100);
  const keys = new Set(remembered.mock.results.map(({ value }) => value as string));
  for (const [, key] of forgotten.mock.calls) keys.delete(key);
  expect(keys.size).toBe(500);
  await recorder.flush();
});

test('a flood of queries and products fills no memory', () => {
  const pending = new PendingStats('2026-01-01');
  for (let nth = 0; nth < 20_000; nth++) {
    pending.search(`từ ${nth}`, true);
    pending.choose(`từ ${nth}`, nth, 'clicks');
  }
  pending.search('từ 0', false);
  expect([pending.queries.length, pending.products.length]).toEqual([2_000, 5_000]);
  expect(pending.queries[0]).toEqual({ query: 'từ 0', searches: 2, empty: 1 });
});
