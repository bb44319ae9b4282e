import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/config/trusted-proxies.js';
import { Callers } from './callers';
import { LIMITS, type Limits } from './limits';

/**
 * An HTTP server that slow and silent connections cannot fill: heads and whole requests must come in time, idle
 * connections are closed, and so are those whose reader does not take what it was sent.
 *
 * @param trusts the proxies in front of the shop; every other peer is a visitor, who may open only so many connections
 */
export function createGuardedServer(trusts: Trusts, limits: Limits = LIMITS): Server {
  const server = createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headBytes,
    connectionsCheckingInterval: limits.sweepMs,
  });
  server.maxConnections = limits.connections;
  // A connection that no answer is under way on makes room for a new one.
  server.on('drop', () => server.closeIdleConnections());

  const peers = new Callers(limits.ofOne);
  const readers = new Map<Socket, Unread | undefined>();
  let isWarned = false;

  server.on('connection', (socket: Socket) => {
    readers.set(socket, undefined);
    socket.once('close', () => readers.delete(socket));
    if (trusts(socket.remoteAddress ?? '', 0)) return;
    const peer = networkOf(socket.remoteAddress ?? '');
    if (peers.take(peer, 'connections')) return void socket.once('close', () => peers.give(peer, 'connections'));
    socket.destroy();
    if (isWarned) return;
    isWarned = true;
    console.warn(
      `${peer} has ${limits.ofOne.connections} connections open and gets no more. If it is a proxy in front of the shop, say so with TRUST_PROXY.`,
    );
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, before] of readers) {
      const unread = unreadOf(socket, before, now, limits);
      if (unread === 'late') socket.destroy();
      else if (unread !== before) readers.set(socket, unread);
    }
  }, limits.sweepMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** What a reader has to have taken until when: bytes since its connection was opened, and a time. */
interface Unread {
  bytes: number;
  until: number;
}

/** What was written and not taken is given a time; when that is over, either it has been taken or the reader is late. */
function unreadOf(
  socket: Socket,
  before: Unread | undefined,
  now: number,
  limits: Limits,
): Unread | undefined | 'late' {
  const waiting = socket.writableLength;
  if (waiting === 0) return undefined;
  if (before && now < before.until) return before;
  const written = socket.bytesWritten;
  if (before && written - waiting < before.bytes) return 'late';
  return { bytes: written, until: now + limits.graceMs + (waiting / limits.slowestBytesPerSecond) * 1_000 };
}
