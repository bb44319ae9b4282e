import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import type { Trusts } from '../../../backend/src/platform/network/trusted-proxies.js';
import { REQUEST_ID_HEADER } from '../../../backend/src/platform/http/request-id';
import { visitorNetwork } from '../http/client-address';
import { refuseSocket } from '../http/refuse';
import { TRACE_HEADERS } from '../http/trace-request';
import type { Callers } from '../limits/callers';
import type { Limits } from '../limits/limits';
import { forwardedHeaders } from './proxied-headers';

/** @returns a listener that proxies a WebSocket, within the limits of its address and of all */
export function createSocketProxy(backendUrl: string, trusts: Trusts, limits: Limits, callers: Callers) {
  let sockets = 0;
  const proxy = createProxyServer({ target: backendUrl });
  proxy.on('error', (_error, _request, response) => response?.destroy());
  // Refused by the backend: a client that keeps its end open would keep its place among the sockets, without a token.
  proxy.on('proxyReqWs', (upgrade, _request, socket) => {
    upgrade.once('response', () => socket.once('finish', () => socket.destroy()));
  });
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const address = visitorNetwork(request, trusts);
    if (sockets >= limits.sockets) return refuseSocket(socket, 503);
    if (!callers.acquire(address, 'sockets')) return refuseSocket(socket, 429);
    sockets += 1;
    socket.once('close', () => {
      sockets -= 1;
      callers.release(address, 'sockets');
    });
    Object.assign(request.headers, forwardedHeaders(request, trusts));
    // No span covers a socket, and it has no request id of its own.
    for (const name of ['forwarded', REQUEST_ID_HEADER, ...TRACE_HEADERS]) delete request.headers[name];
    const options = { upgradeTimeout: limits.handshakeMs };
    proxy.ws(request, socket as Socket, options, head).catch(() => socket.destroy());
  };
}
