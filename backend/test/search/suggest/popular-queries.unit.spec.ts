import type { Pool } from 'pg';
import { readPopularQueries } from '../../../src/search/suggest/popular-queries.sql.js';
import { PopularQueries } from '../../../src/search/suggest/popular-queries.js';
import { passTime } from '../../support/clock.js';
import { until } from '../../support/until.js';

afterEach(() => jest.useRealTimers());

test('popular keywords are those of the last thirty days of the shop, which begin seven hours before those of UTC', async () => {
  jest.useFakeTimers({ now: new Date('2025-01-15T17:00:00Z') });
  const query = jest.fn((_sql: string, _values: unknown[]) => Promise.resolve({ rows: [] }));
  await readPopularQueries({ query } as unknown as Pool);
  // Days after this one, up to 16 January.
  expect(query.mock.lastCall?.[1][0]).toBe('2024-12-17');
});

test('a reading while keywords are checked again leaves none of them unchecked, and none is checked twice', async () => {
  const rows = ['áo', 'váy', 'mũ'].map((query, nth) => ({ query, searches: 9 - nth }));
  const firstOf = new Map(rows.map(({ query }, nth) => [query, nth]));
  const checked: string[] = [];
  const popular = new PopularQueries({ query: () => Promise.resolve({ rows }) } as unknown as Pool, (keyword) => {
    checked.push(keyword);
    return firstOf.get(keyword);
  });
  const known = () => popular.known().map(({ text }) => text);
  await until('all are known', () => known().length === 3);

  checked.length = 0;
  firstOf.delete('váy');
  popular.allChanged();
  passTime(4 * 60_000);
  expect(known()).toEqual(['áo', 'váy', 'mũ']); // Read again from now on.
  await until('the checks have ended', () => checked.includes('mũ'));
  expect(known()).toEqual(['áo', 'mũ']);
  expect(checked).toEqual(['áo', 'váy', 'mũ']);
});
