import { summaryOf, withoutValues } from '../../../src/platform/tracing/sql-text.js';

test.each([
  [`SELECT * FROM users WHERE email = 'mai@example.com'`, 'SELECT * FROM users WHERE email = ?'],
  [`SELECT 'it''s', E'a\\'b', 12, -3.5 FROM t1`, 'SELECT ?, ?, ?, -? FROM t1'],
  ['UPDATE users SET name = $1 WHERE id = $2', 'UPDATE users SET name = $1 WHERE id = $2'],
  ['SELECT $$Nguyen Van A$$, $x$B$x$', 'SELECT ?, ?'],
  [`SELECT "o'clock", 'Mai' -- of Mai's\n FROM a /* 'b' */ WHERE c`, `SELECT "o'clock", ? FROM a WHERE c`],
  [`SELECT '-- no comment', 'x'`, 'SELECT ?, ?'],
])('%s loses its values and comments', (sql, text) => {
  expect(withoutValues(sql)).toBe(text);
});

test('a long statement is cut', () => {
  expect(withoutValues(`SELECT ${'a, '.repeat(1_000)} b`)).toHaveLength(1_000);
});

test.each([
  ['select "id" from "orders" where x', 'SELECT orders'],
  ['INSERT INTO mails (a) VALUES ($1)', 'INSERT mails'],
  ['WITH x AS (SELECT 1 FROM brands) SELECT 1', 'WITH brands'],
  ['COMMIT', 'COMMIT'],
])('%s is named %s', (sql, summary) => {
  expect(summaryOf(sql)).toBe(summary);
});
