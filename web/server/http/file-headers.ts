import type { IncomingMessage } from 'node:http';
import { securityHeaders } from './security-headers';

/** The policy of responses that are not pages: opened directly, they run only this origin's files (the API's page). */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every response except pages, which have their own policy. */
export const fileHeaders = (request: IncomingMessage): (readonly [name: string, value: string])[] => [
  ...securityHeaders(request),
  ['Content-Security-Policy', POLICY],
];
