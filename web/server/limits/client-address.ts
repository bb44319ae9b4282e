import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import { clientAddress, type Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';

/** The visitor's IP address, taken from X-Forwarded-For behind a trusted proxy. */
export const visitorOf = ({ headers, socket }: IncomingMessage, trusts: Trusts): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trusts);

/** The visitor's network, the unit of rate limits. */
export const visitorNetwork = (request: IncomingMessage, trusts: Trusts): string =>
  networkOf(visitorOf(request, trusts));

/** Whether a request's X-Forwarded headers come from a trusted proxy. */
export const isForwarded = ({ socket }: IncomingMessage, trusts: Trusts): boolean =>
  trusts(socket.remoteAddress ?? '', 0);
