import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Returns a function that hashes networks with a key: equal networks can be counted, but the database does not reveal a buyer's
 * location. It takes a network as `networkOf` returns it.
 */
export function networkHash(jwtSecret: string): (network: string) => string {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'may unpaid orders: network', 32));
  return (network) => createHmac('sha256', key).update(network).digest('base64url');
}
