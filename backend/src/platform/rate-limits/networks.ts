import { isIPv6 } from 'node:net';

/**
 * Returns the network of one household or server: a single IPv4 address, or the first 64 bits of an IPv6 address, all of
 * whose addresses one subscriber of a provider has.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** A site may have this multiple of what a network may have. It is never more than half of a global limit. */
export const SITE_FACTOR = 4;

/**
 * Returns the first 48 bits of an IPv6 address: up to 65,536 networks, which may belong to one subscriber of a provider, or to
 * many of a mobile carrier. Limits apply to it too; otherwise a caller with a site would have them once for each network.
 *
 * @param network as `networkOf` returns it
 * @returns undefined for an IPv4 address, and for anything that is not a network
 */
export function siteOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : undefined;
}

/** The largest network that may be one caller's: the site of an IPv6 network, otherwise the network. For shares of a global limit. */
export const callerNetwork = (network: string): string => siteOf(network) ?? network;

/**
 * Whether a network is this machine's own, by its loopback addresses. Outside production such a caller is a developer or a test, and
 * free of limits that are meant for strangers. Behind a proxy on the same machine everybody looks like that, so ask
 * `RateLimits.exempts` or the web server's `Callers`, which exempt nobody in production.
 *
 * @param network as `networkOf` returns it
 */
export const isOwnMachine = (network: string): boolean =>
  /^127(\.\d{1,3}){3}$/.test(network) || network === OWN_IPV6_NETWORK;

const OWN_IPV6_NETWORK = networkOf('::1');
