import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const servers: Server[] = [];
const sockets: Socket[] = [];

/** @returns the port, any free one */
export async function listen(server: Server): Promise<number> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

export function closeAll() {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** A connection on which a test says what it likes, and sees what comes back. */
export class RawSocket {
  /** Everything that came. */
  received = '';
  private readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    sockets.push(this.socket);
    this.socket.on('data', (chunk) => (this.received += chunk.toString())).on('error', () => {});
  }

  send(text: string): this {
    this.socket.write(text, 'latin1');
    return this;
  }

  /** Takes nothing of what it is sent. */
  stopReading(): this {
    this.socket.pause();
    return this;
  }

  /** Goes on reading until so many bytes have come. @throws if the other side closes it before */
  async read(bytes: number): Promise<void> {
    this.socket.resume();
    await until(() => this.received.length >= bytes || this.socket.destroyed);
    if (this.received.length < bytes) throw new Error(`Closed after ${this.received.length} bytes`);
  }

  leave() {
    this.socket.destroy();
  }

  /** @returns everything that came by the time that `pattern` had */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.received)) {
      if (this.socket.destroyed) throw new Error(`Closed after: ${this.received}`);
      await Promise.race([once(this.socket, 'data'), this.closed()]);
    }
    return this.received;
  }

  /** @returns everything that came until the other side closed it */
  async closed(): Promise<string> {
    if (!this.socket.destroyed) await new Promise((resolve) => this.socket.once('close', resolve));
    return this.received;
  }
}

/** Waits for a fact. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}
