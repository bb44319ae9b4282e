import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A close frame with code 1012, "service restart" (RFC 6455, 5.5.1 and 7.4.2): the page comes again by itself. */
const RESTART = Buffer.from([0x88, 2, 1012 >> 8, 1012 & 0xff]);
/** Milliseconds that a browser gets to close its end. */
const GOODBYE_MS = 1_000;

/** The WebSockets that this server passes on. */
export class OpenSockets {
  private readonly open = new Set<Duplex & { bytesWritten?: number }>();

  constructor(server: Server) {
    server.prependListener('upgrade', (_request, socket) => {
      this.open.add(socket);
      socket.on('error', () => socket.destroy()); // also of what the backend still sends after the goodbye
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Sends all of them away. The frame is written between others in all likelihood; amid one that came in pieces it
   * breaks the connection, and the page comes again and fetches what it missed just the same.
   */
  async end(): Promise<void> {
    for (const socket of this.open) {
      if (socket.bytesWritten) socket.end(RESTART);
      else socket.destroy(); // not accepted yet
    }
    if (this.open.size > 0) await sleep(GOODBYE_MS);
    for (const socket of this.open) socket.destroy();
  }
}
