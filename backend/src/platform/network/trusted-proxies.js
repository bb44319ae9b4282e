// @ts-check
import { BlockList, isIP } from 'node:net';

/**
 * The proxies whose forwarded headers are trusted: their number in front of the shop (0: none), or their networks
 * (`10.0.0.0/8`, `2001:db8::1`). Express takes both as its `trust proxy`.
 *
 * @typedef {number | string[]} TrustProxy
 */

/**
 * Returns whether a machine is a trusted proxy.
 *
 * @callback Trusts
 * @param {string} address of the machine
 * @param {number} hop 0 for the one that opened the connection, 1 for the one before it …
 * @returns {boolean}
 */

/** A higher number of proxies is a mistake. */
const MAX_PROXIES = 32;

/**
 * @param {string} text a number, or networks and addresses separated by commas
 * @returns {TrustProxy | undefined} undefined when it is neither, or a network is the whole internet (`0.0.0.0/0`):
 *   then every visitor would be believed
 */
export function parseTrustProxy(text) {
  if (/^\d+$/.test(text)) return Number(text) <= MAX_PROXIES ? Number(text) : undefined;
  const networks = text.split(',').map((network) => network.trim());
  return networks.every((network) => partsOf(network)) ? networks : undefined;
}

/**
 * @param {TrustProxy} trustProxy
 * @returns {Trusts}
 */
export function trustOf(trustProxy) {
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  const list = new BlockList();
  for (const network of trustProxy) {
    const { address, prefix, family } = partsOf(network) ?? {};
    if (address) list.addSubnet(address, /** @type {number} */ (prefix), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
}

/**
 * Returns the visitor's address: the first one, seen from the connection, that belongs to no trusted proxy. Addresses further
 * left in X-Forwarded-For are the visitor's own claim.
 *
 * @param {string | undefined} peer the other end of the connection, `socket.remoteAddress`
 * @param {string | undefined} forwardedFor the header X-Forwarded-For as it arrived
 * @param {Trusts} trusts
 * @returns {string} an IP address, IPv4 ones never written as IPv6; '' when the connection is already gone
 */
export function clientAddress(peer, forwardedFor, trusts) {
  let address = plainAddress(peer ?? '');
  let rest = forwardedFor ?? '';
  for (let hop = 0; rest !== '' && trusts(address, hop); hop += 1) {
    const comma = rest.lastIndexOf(',');
    const before = plainAddress(rest.slice(comma + 1));
    // A proxy that sends "unknown" does not know its client.
    if (isIP(before) === 0) break;
    address = before;
    rest = comma < 0 ? '' : rest.slice(0, comma);
  }
  return address;
}

/**
 * @param {string} text an address as proxies write it, perhaps with a port or the name of an interface
 * @returns {string} the address alone
 */
function plainAddress(text) {
  const trimmed = text.trim();
  const bare = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
}

/**
 * @param {string} network
 * @returns {{ address: string, prefix: number, family: 'ipv4' | 'ipv6' } | undefined} undefined when it is none
 */
function partsOf(network) {
  const [address = '', length, ...more] = network.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  if (version === 0 || address.includes('%') || more.length > 0) return undefined;
  const prefix = length === undefined ? longest : /^[1-9]\d{0,2}$/.test(length) ? Number(length) : NaN;
  return prefix <= longest ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : undefined;
}
