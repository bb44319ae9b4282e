import { parseQueryString } from '../../../src/platform/http/query.js';

test('the values of a repeated name are a list, in their order', () => {
  expect({ ...parseQueryString('a=1&b=&a=2&a=3&c=%C3%A1o+len') }).toEqual({ a: ['1', '2', '3'], b: '', c: 'áo len' });
});

test('all parameters are read, however many come before', () => {
  expect(parseQueryString(`${'&'.repeat(5_000)}${'x=1&'.repeat(2_000)}page=2`).page).toBe('2');
});

test('no name reaches a prototype, and no query has no parameters', () => {
  expect(Object.keys(parseQueryString('__proto__=1&constructor=2'))).toEqual(['__proto__', 'constructor']);
  expect(Object.keys(parseQueryString(undefined))).toEqual([]);
});
