import type { IncomingMessage } from 'node:http';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { REQUEST_ID_HEADER, requestIdOf } from '../../../backend/src/platform/http/request-id';
import { isForwarded } from './client-address';

const ids = new WeakMap<IncomingMessage, string>();

/**
 * Gives a request its id: the one that a trusted proxy sends, otherwise a new one. A visitor's own is replaced, so that nobody
 * can disguise a request as another one in the logs.
 */
export function takeRequestId(request: IncomingMessage, trusts: Trusts): string {
  const id = requestIdOf(isForwarded(request, trusts) ? request : { headers: {} });
  ids.set(request, id);
  request.headers[REQUEST_ID_HEADER] = id;
  return id;
}

/** The id that `takeRequestId` gave; undefined before. */
export const idOfRequest = (request: IncomingMessage): string | undefined => ids.get(request);
