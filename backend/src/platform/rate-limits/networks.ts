import { isIPv6 } from 'node:net';

/**
 * The addresses of one household or server: a single IPv4 address, or the first 64 bits of an IPv6 one, of which
 * whoever has one has them all.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::').map((part) => (part ? part.split(':') : []));
  const zeros = tail ? Array<string>(8 - head.length - tail.length).fill('0') : [];
  const groups = [...head, ...zeros, ...(tail ?? [])].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** How many times what one network may have its site may have: of nothing that has a bound for all it is more than half. */
export const SITE_FACTOR = 4;

/**
 * The first 48 bits of an IPv6 address: up to 65,536 networks, which one customer of a provider may have, or many of one
 * mobile carrier. Limits hold for it too, else a customer with a site had all of them as often as it has networks.
 *
 * @param network as `networkOf` tells it
 * @returns undefined for an IPv4 address, and for what is no network
 */
export function siteOf(network: string): string | undefined {
  return network.endsWith('::/64') ? `${network.split(':', 3).join(':')}::/48` : undefined;
}

/** The most that one customer may have: the site of an IPv6 network, else the network. For shares of what there is once. */
export const customerNetwork = (network: string): string => siteOf(network) ?? network;
