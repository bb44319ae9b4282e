import { requestIdOf } from '../../../src/platform/http/request-id.js';

const VALID = /^[\w-]{8,64}$/;

test('a valid id of a request is kept', () => {
  expect(requestIdOf({ headers: { 'x-request-id': 'a1b2c3d4-of_a_proxy' } })).toBe('a1b2c3d4-of_a_proxy');
});

test.each([
  ['none', undefined],
  ['a short one', 'abc'],
  ['a long one', 'a'.repeat(65)],
  ['one with a line break', 'abcdefgh\nlevel=50'],
  ['one with markup', '<b>abcdefgh</b>'],
])('%s is replaced by a new one', (_, requestId) => {
  const id = requestIdOf({ headers: { 'x-request-id': requestId } });
  expect(id).toMatch(VALID);
  expect(id).not.toBe(requestId);
});
