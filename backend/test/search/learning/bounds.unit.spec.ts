import { PendingStats } from '../../../src/search/learning/pending-stats.js';
import { SeenEvents } from '../../../src/search/learning/seen-events.js';

test('an event is seen once a day', () => {
  const seen = new SeenEvents();
  const facts = ['click', '1.2.3.4', 'áo', 7] as const;
  expect(seen.has('2026-01-01', ...facts)).toBe(false);
  seen.add('2026-01-01', ...facts);
  expect(seen.has('2026-01-01', ...facts)).toBe(true);
  expect(seen.has('2026-01-01', 'click', '1.2.3.4', 'áo', 8)).toBe(false);
  expect(seen.has('2026-01-02', ...facts)).toBe(false);
});

test('when no more events can be remembered, none is counted until the next day', () => {
  const seen = new SeenEvents(100);
  for (let nth = 0; nth < 100; nth++) seen.add('2026-01-01', nth);
  expect(seen.has('2026-01-01', 'new')).toBe(true);
  expect(seen.has('2026-01-02', 'new')).toBe(false);
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
