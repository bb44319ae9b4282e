import { Logger, type INestApplicationContext } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { STATUS_CODES, createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import { ShopError } from '../common/shop-error.js';
import { watchdog } from '../common/watchdog.js';
import { TEXTS } from '../contract/rules.js';
import { AdmissionService, type Admission } from './admission.service.js';

/** A request that was let in. */
export type AdmittedRequest = IncomingMessage & { admission: Admission };

const GOODBYE_MS = 1_000;
/** "Service restart" (IANA's registry of RFC 6455's close codes): come again, but not all at the same moment. */
const SERVICE_RESTART = 1012;
const ROOM = ':room';

/**
 * Nest's sockets for gateways whose path ends in `:room`. Who may not enter is told so as an HTTP answer, before the connection
 * becomes a socket. Frames are the gateway's own to read: they are not Nest's `{ event, data }`.
 */
export class RoomSocketsAdapter extends WsAdapter {
  private readonly chatLogger = new Logger('Chat');
  private readonly upgrades = new Map<Server, (...request: [IncomingMessage, Duplex, Buffer]) => void>();
  private readonly admission: AdmissionService;

  constructor(app: INestApplicationContext) {
    super(app);
    this.admission = app.get(AdmissionService);
  }

  override bindMessageHandlers(): void {
    // See above.
  }

  /** A page that sends nonsense is no error of the shop; `ws` has closed its socket by then. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('connection', (socket) => socket.on('error', () => undefined));
    return server.on('error', (error) => this.chatLogger.error(error));
  }

  protected override ensureHttpServerExists(port: number, httpServer: Server = createServer()): Server | undefined {
    if (this.httpServersRegistry.has(port)) return undefined;
    this.httpServersRegistry.set(port, httpServer);
    const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      // Before anything is waited for: a socket that breaks without a listener would end the process.
      socket.on('error', () => socket.destroy());
      if (watchdog.sheds('write')) {
        watchdog.countRefused('write');
        return refuse(socket, new ShopError(503, TEXTS.unavailable));
      }
      this.upgrade((this.wsServersRegistry.get(port) ?? []) as WebSocketServer[], request, socket, head).catch(
        (error: unknown) => refuse(socket, this.reasonOf(error)),
      );
    };
    httpServer.on('upgrade', onUpgrade);
    this.upgrades.set(httpServer, onUpgrade);
    return httpServer;
  }

  /** Says goodbye before the connections are cut. */
  override async close(server: WebSocketServer): Promise<void> {
    const gone = [...server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of server.clients) socket.close(SERVICE_RESTART);
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => (timer = setTimeout(resolve, GOODBYE_MS)));
    await Promise.race([Promise.all(gone), patience]);
    clearTimeout(timer);
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
      const admission = await this.admission.admit(request, room);
      if (socket.destroyed) return;
      Object.assign(request, { admission });
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

/** What stands in a path where the pattern says `:room`, with or without a slash behind it; null for other paths. */
function roomIn(path: string, pattern: string): string | null {
  const prefix = pattern.slice(0, -ROOM.length);
  if (!pattern.endsWith(ROOM) || !path.startsWith(prefix)) return null;
  const rest = path.slice(prefix.length).replace(/\/$/, '');
  return rest === '' || rest.includes('/') ? null : rest;
}

/** The contract's error, by hand: there is no response object for a request that wanted a socket. */
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
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
