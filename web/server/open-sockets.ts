import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A close frame with code 1012, "service restart" (RFC 6455, 5.5.1 and 7.4.2): the page reconnects by itself. */
const RESTART = Buffer.from([0x88, 2, 1012 >> 8, 1012 & 0xff]);
/** Milliseconds for browsers to close their end. */
const GOODBYE_MS = 1_000;

/** The open WebSockets that this server proxies. */
export class OpenSockets {
  private readonly open = new Set<Duplex & { bytesWritten?: number }>();

  constructor(server: Server) {
    server.prependListener('upgrade', (_request, socket) => {
      this.open.add(socket);
      socket.on('error', () => socket.destroy()); // includes writes of the backend after the close frame
      socket.once('close', () => this.open.delete(socket));
    });
  }

  /**
   * Closes all sockets with a close frame. If the frame lands inside a fragmented one, the connection breaks; the page
   * reconnects and fetches what it missed either way.
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
