import { PendingStats } from '../../../src/search/learning/pending-stats.js';
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
