/** @jest-environment node */
import { CachedHosts } from '../../../server/pages/cached-hosts';

let hosts: CachedHosts;
beforeEach(() => {
  jest.useFakeTimers();
  hosts = new CachedHosts('may.example');
  for (const invented of ['a.example', 'b.example', 'c.example']) expect(hosts.accepts(invented)).toBe(true);
});

test('pages are cached under the public name, and under three others that come first', () => {
  expect(hosts.accepts('d.example')).toBe(false);
  expect(hosts.accepts('a.example')).toBe(true);
  expect(hosts.accepts('may.example')).toBe(true);
});

test('a name that is used takes the place of an invented one after ten minutes', () => {
  for (let visit = 0; visit < 2; visit += 1) expect(hosts.accepts('www.may.example')).toBe(false);
  jest.advanceTimersByTime(10 * 60_000);
  expect(hosts.accepts('www.may.example')).toBe(true);
  expect(hosts.accepts('c.example')).toBe(false);
});

test('a crowd of invented names does not keep out the one that is used most', () => {
  for (let nth = 0; nth < 1_000; nth += 1) hosts.accepts(nth % 10 ? `${nth}.example` : 'www.may.example');
  expect(hosts.accepts('www.may.example')).toBe(true);
  expect(hosts.accepts('999.example')).toBe(false);
});

test('places of names that nobody uses are free after ten minutes', () => {
  jest.advanceTimersByTime(10 * 60_000);
  hosts.accepts('www.may.example');
  jest.advanceTimersByTime(10 * 60_000);
  for (const name of ['www.may.example', '192.168.1.9:3000', 'shop.local']) expect(hosts.accepts(name)).toBe(true);
});
