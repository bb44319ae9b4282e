import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import { clientAddress, type Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';

/** A valid Host header: a name, an IPv4 or bracketed IPv6 address, and a port. */
const HOST = /^[a-z0-9.\-_]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/i;
/** Whether a text can be the host of a URL: of a valid header, `1.2.3.4.5` and `a:99999` can't. */
export const isHost = (text: string): boolean => HOST.test(text) && URL.canParse(`http://${text}`);

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
