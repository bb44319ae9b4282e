import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import { clientAddress, type Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { isHost } from './request-fault';

/** The visitor's IP address, taken from X-Forwarded-For behind a trusted proxy. */
export const visitorOf = ({ headers, socket }: IncomingMessage, trusts: Trusts): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trusts);

/** The visitor's network, the unit of rate limits. */
export const visitorNetwork = (request: IncomingMessage, trusts: Trusts): string =>
  networkOf(visitorOf(request, trusts));

/** Whether a request's X-Forwarded headers come from a trusted proxy. */
export const isForwarded = ({ socket }: IncomingMessage, trusts: Trusts): boolean =>
  trusts(socket.remoteAddress ?? '', 0);

/**
 * The shop's public origin in the visitor's browser. A trusted proxy tells it in X-Forwarded headers; many pass on what a visitor sent there,
 * so a value that no site can have is ignored. Of a list the first one counts.
 */
export function publicOrigin(request: IncomingMessage, trusts: Trusts): { protocol: string; host: string } {
  const { headers } = request;
  const first = (name: string) => headers[name]?.toString().split(',', 1)[0]!.trim();
  const [protocol, host] = isForwarded(request, trusts) ? [first('x-forwarded-proto'), first('x-forwarded-host')] : [];
  return {
    protocol: protocol?.toLowerCase() === 'https' ? 'https' : 'http',
    host: host && isHost(host) ? host : (headers.host ?? 'localhost'),
  };
}
