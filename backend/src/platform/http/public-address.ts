import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks without public addresses (https://www.iana.org/assignments/iana-ipv4-special-registry, …ipv6…). */
const SPECIAL = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  SPECIAL.addSubnet(net, bits, 'ipv4');
}
/** Of IPv6, only 2000::/3 is allocated; these parts of it embed other addresses or are for documentation. */
const GLOBAL = new BlockList();
GLOBAL.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  SPECIAL.addSubnet(net, bits, 'ipv6');
}

/** True for an address that is globally routable. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !SPECIAL.check(address, 'ipv4');
  const [bare = ''] = address.split('%');
  return GLOBAL.check(bare, 'ipv6') && !SPECIAL.check(bare, 'ipv6');
}

/** True for a URL whose host is an IP address that is not public. Such a host is never looked up by name. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPublic(literal);
}

/**
 * Makes a look-up for a connection, which looks a name up as Node does, and rejects it when any of its addresses is not public. The
 * connection itself uses it, so a name that resolves differently the next time (DNS rebinding) gains nothing.
 * @param refusal the error for such an address
 */
export const publicLookup =
  (refusal: () => Error): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? refusal(), '', 0);
      if (!addresses.every(({ address }) => isPublic(address))) return callback(refusal(), '', 0);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
