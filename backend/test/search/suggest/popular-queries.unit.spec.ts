import type { Pool } from 'pg';
import { readPopularQueries } from '../../../src/search/suggest/popular-queries.sql.js';

afterEach(() => jest.useRealTimers());

test('popular keywords are those of the last thirty days of the shop, which begin seven hours before those of UTC', async () => {
  jest.useFakeTimers({ now: new Date('2025-01-15T17:00:00Z') });
  const query = jest.fn((_sql: string, _values: unknown[]) => Promise.resolve({ rows: [] }));
  await readPopularQueries({ query } as unknown as Pool);
  // Days after this one, up to 16 January.
  expect(query.mock.lastCall?.[1][0]).toBe('2024-12-17');
});
