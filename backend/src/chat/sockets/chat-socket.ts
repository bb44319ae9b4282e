import { WebSocket } from 'ws';
import type { Principal } from '../../platform/http/access.js';
import type { Listener } from './live-rooms.js';
import { sideOf, type Room, type Side } from '../room.js';

/** The largest send buffer of a slow reader. Its socket is then cut, and the page fetches what it missed. */
const MAX_BACKLOG = 1024 * 1024;

/** One connection of one user to one room. */
export class ChatSocket implements Listener {
  /** True when the peer has answered the last ping. */
  isAlive = true;

  constructor(
    private readonly socket: WebSocket,
    /** The principal as of the last check of its login. */
    public who: Principal,
    readonly room: Room,
  ) {
    socket.on('pong', () => (this.isAlive = true));
  }

  get side(): Side | null {
    return sideOf(this.room, this.who);
  }

  send(text: string): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (this.socket.bufferedAmount > MAX_BACKLOG) this.socket.terminate();
    else this.socket.send(text);
  }

  /** Pings the peer, or cuts the connection when the last ping was not answered. */
  ping(): void {
    if (!this.isAlive) return this.socket.terminate();
    this.isAlive = false;
    this.socket.ping();
  }

  close(code: number): void {
    this.socket.close(code);
  }
}
