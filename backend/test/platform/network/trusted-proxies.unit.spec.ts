import { clientAddress, parseTrustProxy, trustOf } from '../../../src/platform/network/trusted-proxies.js';

test.each([
  ['0', 0],
  ['2', 2],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.1.2.3, 2001:db8::/32', ['10.1.2.3', '2001:db8::/32']],
])('%s is taken as a count or as networks', (text, expected) => {
  expect(parseTrustProxy(text)).toEqual(expected);
});

test.each([
  'true',
  'yes',
  '-1',
  '33',
  '1.5',
  'loopback',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '2001:db8::/129',
  '10.0.0.0/8,',
  '10.0.0.0/8 172.16.0.0/12',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8,0.0.0.0/0',
  'fe80::1%eth0',
])('%s is neither a count nor a list of networks', (text) => {
  expect(parseTrustProxy(text)).toBeUndefined();
});

const PROXY = '10.0.0.1';
const VISITOR = '203.0.113.7';

test.each([
  ['without proxies the header is a claim', '0', VISITOR, '198.51.100.1', VISITOR],
  ['one proxy is believed once', '1', PROXY, `198.51.100.1, ${VISITOR}`, VISITOR],
  ['two proxies are believed in turn', '2', PROXY, `198.51.100.1, ${VISITOR}, 10.0.0.2`, VISITOR],
  ['fewer addresses than proxies give the farthest', '3', PROXY, VISITOR, VISITOR],
  ['a machine outside the networks is not believed', '10.0.0.0/8', VISITOR, '198.51.100.1', VISITOR],
  ['a machine inside the networks is believed', '10.0.0.0/8', PROXY, `198.51.100.1, ${VISITOR}`, VISITOR],
  [
    'all machines inside the networks are passed over',
    '10.0.0.0/8',
    PROXY,
    `198.51.100.1,${VISITOR},10.0.0.3, 10.0.0.2`,
    VISITOR,
  ],
  ['IPv4 written as IPv6 is the same machine', '10.0.0.0/8', `::ffff:${PROXY}`, `::ffff:${VISITOR}`, VISITOR],
  ['networks of IPv6 are networks too', '2001:db8::/32', '2001:db8::1', '2a00::5', '2a00::5'],
  ['ports are no part of an address', '1', PROXY, `${VISITOR}:4711`, VISITOR],
  ['nor are they of an IPv6 address', '1', PROXY, '[2a00::5]:4711', '2a00::5'],
  ['what is no address ends the way', '2', PROXY, '198.51.100.1, unknown', PROXY],
  ['an empty header says nothing', '1', PROXY, '', PROXY],
  ['no header says nothing', '1', PROXY, undefined, PROXY],
  ['a connection that is gone has no address', '1', undefined, undefined, ''],
])('%s', (_rule, setting, peer, forwardedFor, expected) => {
  expect(clientAddress(peer, forwardedFor, trustOf(parseTrustProxy(setting)!))).toBe(expected);
});
