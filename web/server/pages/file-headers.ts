import type { IncomingMessage } from 'node:http';
import { securityHeaders } from './security-headers';

/** For answers that are no page: opened by themselves they run nothing but this origin's files (the API's own page). */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers that go on every answer of this server but pages, which have a policy of their own. */
export const fileHeaders = (request: IncomingMessage): (readonly [name: string, value: string])[] => [
  ...securityHeaders(request),
  ['Content-Security-Policy', POLICY],
];
