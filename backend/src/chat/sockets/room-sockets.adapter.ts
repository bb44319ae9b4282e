import { Logger, type INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { STATUS_CODES, createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { ShopError } from '../../platform/errors/shop-error.js';
import { waitAtMost } from '../../platform/promises/wait-at-most.js';
import { watchdog } from '../../platform/overload/watchdog.js';
import { CHAT_CLOSE, TEXTS } from '../../contract/rules.js';
import { ChatAuthService, type ChatAuth } from './chat-auth.service.js';

/** An authorized upgrade request. */
export type AuthorizedRequest = IncomingMessage & { auth: ChatAuth };

const CLOSE_TIMEOUT_MS = 1_000;
const ROOM = ':room';

/**
 * Nest's WebSocket adapter for gateways whose path ends in `:room`. It authorizes before the upgrade, so that a refusal is
 * an HTTP response. The gateway reads frames itself: they are not Nest's `{ event, data }`.
 */
export class RoomSocketsAdapter extends WsAdapter {
  private readonly chatLogger = new Logger('Chat');
  private readonly upgrades = new Map<Server, (...request: [IncomingMessage, Duplex, Buffer]) => void>();
  private readonly auth: ChatAuthService;

  constructor(app: INestApplicationContext) {
    super(app);
    this.auth = app.get(ChatAuthService);
  }

  override bindMessageHandlers(): void {
    // The gateway reads frames itself.
  }

  /** Ignores protocol errors of clients, whose sockets `ws` has closed by then; logs errors of the server. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('connection', (socket) => socket.on('error', () => undefined));
    return server.on('error', (error) => this.chatLogger.error(error));
  }

  protected override ensureHttpServerExists(port: number, httpServer: Server = createServer()): Server | undefined {
    if (this.httpServersRegistry.has(port)) return undefined;
    this.httpServersRegistry.set(port, httpServer);
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Registered before the first await: a socket error without a listener would end the process.
      socket.on('error', () => socket.destroy());
      if (watchdog.sheds('write')) return refuse(socket, new ShopError(503, TEXTS.unavailable));
      this.upgrade((this.wsServersRegistry.get(port) ?? []) as WebSocketServer[], request, socket, head).catch(
        (error: unknown) => refuse(socket, this.reasonOf(error)),
      );
    };
    httpServer.on('upgrade', onUpgrade);
    this.upgrades.set(httpServer, onUpgrade);
    return httpServer;
  }

  /** Sends close frames and waits briefly for the clients before it cuts the connections. */
  override async close(server: WebSocketServer): Promise<void> {
    const closed = [...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of server.clients) socket.close(CHAT_CLOSE.restart);
    await waitAtMost(CLOSE_TIMEOUT_MS, Promise.all(closed));
    await super.close(server);
  }

  override async dispose(): Promise<void> {
    for (const [server, listener] of this.upgrades) server.off('upgrade', listener);
    await super.dispose();
  }

  private async upgrade(servers: WebSocketServer[], request: IncomingMessage, socket: Duplex, head: Buffer) {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    for (const server of servers) {
      const room = roomIn(path, server.path);
      if (room === null) continue;
      const auth = await this.auth.authorize(request, room);
      if (socket.destroyed) return;
      Object.assign(request, { auth });
      server.handleUpgrade(request, socket, head, (opened: WebSocket) => server.emit('connection', opened, request));
      return;
    }
    throw ShopError.notFound();
  }

  private reasonOf(error: unknown): ShopError {
    if (error instanceof ShopError) return error;
    this.chatLogger.error({ err: error }, 'A socket was not opened');
    return new ShopError(503, TEXTS.unavailable);
  }
}

/** Extracts the part of a path that `:room` matches, with or without a trailing slash; null for other paths. */
function roomIn(path: string, pattern: string): string | null {
  const prefix = pattern.slice(0, -ROOM.length);
  if (!pattern.endsWith(ROOM) || !path.startsWith(prefix)) return null;
  const rest = path.slice(prefix.length).replace(/\/$/, '');
  return rest === '' || rest.includes('/') ? null : rest;
}

/** Writes the contract's error by hand, because an upgrade request has no response object, and closes the connection whatever its peer does. */
function refuse(socket: Duplex, { status, message }: ShopError): void {
  const body = JSON.stringify({ detail: message, error: message });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 503 ? ['Retry-After: 5'] : []),
    ...(status === 401 ? ['WWW-Authenticate: JWT'] : []),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
