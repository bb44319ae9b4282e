import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * True for a caller who may read the metrics: with METRICS_TOKEN one who sends `Authorization: Bearer TOKEN`, without it one on
 * the same machine. The address is the connection's own, so that no header can forge it.
 */
export function mayReadMetrics({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return LOOPBACK.test(socket.remoteAddress ?? '');
  const sent = /^Bearer (.{1,500})$/.exec(headers.authorization ?? '')?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

/** Hashes of equal length, which `timingSafeEqual` needs. */
const digest = (text: string) => createHash('sha256').update(text).digest();
