import { preferredEncoding } from '../../../src/platform/http/content-encoding.js';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br; q=0, gzip ; q=0.1', 'gzip'],
  ['br;q=0.000', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  ['identity;q=1, gzip;q=0.5', 'identity'],
  ['identity;q=0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=much, gzip', 'gzip'],
  ['brotli, gzipped', 'identity'],
])('of Accept-Encoding: %s, %s is sent', (accepted, encoding) => {
  expect(preferredEncoding({ 'accept-encoding': accepted })).toBe(encoding);
});
