import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeQueuedResponses } from '../../../backend/src/platform/http/server/close-queued-responses';
import { networkOf } from '../../../backend/src/platform/rate-limits/networks';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { logWarning } from '../http/log';
import { Callers } from './callers';
import { LIMITS, type Limits } from './limits';

/**
 * An HTTP server that slow and silent connections cannot exhaust: it times out heads and requests, and closes idle
 * connections and those whose client does not read.
 *
 * @param trusts the trusted proxies; every other peer is a visitor with a limit of connections
 */
export function createGuardedServer(trusts: Trusts, limits: Limits = LIMITS): Server {
  const server = createServer({
    headersTimeout: limits.headMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headBytes,
    connectionsCheckingInterval: limits.sweepMs,
  });
  closeQueuedResponses(server);
  const peers = new Callers(limits);
  const readers = new Map<Socket, Unread | undefined>();
  let isWarned = false;

  server.on('connection', (socket: Socket) => {
    // Not `maxConnections`, which counts only the connections that the server has accepted itself, see `acceptMore`.
    if (readers.size >= limits.connections) {
      server.closeIdleConnections(); // makes room for the next connection
      return void socket.destroy();
    }
    readers.set(socket, undefined);
    socket.once('close', () => readers.delete(socket));
    if (trusts(socket.remoteAddress ?? '', 0)) return;
    const peer = networkOf(socket.remoteAddress ?? '');
    if (peers.acquire(peer, 'connections')) return void socket.once('close', () => peers.release(peer, 'connections'));
    socket.destroy();
    if (isWarned) return;
    isWarned = true;
    logWarning(
      `${peer} has ${limits.perAddress.connections} connections open and gets no more. If it is a proxy in front of the shop, say so with TRUST_PROXY.`,
    );
  });

  const timer = setInterval(() => {
    const now = performance.now();
    for (const [socket, before] of readers) {
      const unread = checkReader(socket, before, now, limits);
      if (unread === 'late') socket.destroy();
      else if (unread !== before) readers.set(socket, unread);
    }
  }, limits.sweepMs).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

/** A deadline for reading: the bytes, counted from the opening of the connection, that the client must have read. */
interface Unread {
  bytes: number;
  until: number;
}

/** Sets a deadline for the unread bytes. When it passes, they are read or the client is too slow. */
function checkReader(
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
