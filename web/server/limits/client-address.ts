import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import { clientAddress, type Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';

/** The address of the visitor who sends a request. */
export const visitorOf = ({ headers, socket }: IncomingMessage, trusts: Trusts): string =>
  clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), trusts);

/** The same as a network, for limits. */
export const visitorNetwork = (request: IncomingMessage, trusts: Trusts): string =>
  networkOf(visitorOf(request, trusts));

/** Whether what a request's X-Forwarded headers say is a proxy's word, and no visitor's claim. */
export const isForwarded = ({ socket }: IncomingMessage, trusts: Trusts): boolean =>
  trusts(socket.remoteAddress ?? '', 0);
