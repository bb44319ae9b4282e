import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** How long a name server may take for the first of two attempts, in milliseconds; the second takes longer. */
const ANSWER_MS = 2_000;
/** Names of this machine, which no name server need know (RFC 6761, 6.3). */
const LOCAL = /^(.+\.)?localhost\.?$/i;

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

/** What asks the name servers. */
interface NameServers {
  resolve4(hostname: string): Promise<string[]>;
  resolve6(hostname: string): Promise<string[]>;
}

/** Each look-up reads the machine's name servers again, as they may change while a process runs. */
const systemNameServers = (): NameServers => new Resolver({ timeout: ANSWER_MS, tries: 2 });

/**
 * Makes a look-up for a connection, which rejects a name when any of its addresses is not public. The connection itself uses it, so a name
 * that resolves differently the next time (DNS rebinding) gains nothing.
 *
 * It asks the name servers itself. Node's own look-up takes one of four threads, which files and hashes need too, for as long as a name
 * server is silent. Names in /etc/hosts are not found.
 * @param refusal the error for such an address
 */
export const publicLookup =
  (refusal: () => Error, openNameServers = systemNameServers): LookupFunction =>
  (hostname, options, callback) => {
    addressesOf(hostname, openNameServers()).then(
      (all) => {
        const addresses = all.filter(({ family }) => !options.family || family === familyOf(options.family));
        const [first] = addresses;
        if (!first || !all.every(({ address }) => isPublic(address))) callback(refusal(), '', 0);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };

const familyOf = (family: number | 'IPv4' | 'IPv6') => (family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : family);

/** @throws Error with the `code` of the name server, when there is neither an IPv4 nor an IPv6 address */
async function addressesOf(hostname: string, servers: NameServers): Promise<LookupAddress[]> {
  if (LOCAL.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
  const [four, six] = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}
