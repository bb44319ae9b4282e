import { WebSocket } from 'ws';
import type { Principal } from '../common/access.js';
import type { Listener } from './live-rooms.js';
import { sideOf, type Room, type Side } from './room.js';

/** Bytes that may wait for a slow reader; a page that comes back fetches what it missed. */
const LARGEST_BACKLOG = 1024 * 1024;

/** One connection of one user to one room. */
export class ChatSocket implements Listener {
  /** Whether it has answered since it was last pinged. */
  isAlive = true;

  constructor(
    private readonly socket: WebSocket,
    /** Who it is, as of the last look. */
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
    if (this.socket.bufferedAmount > LARGEST_BACKLOG) this.socket.terminate();
    else this.socket.send(text);
  }

  /** Asks whether anybody is still there, and gives up on who has not answered the last time. */
  ping(): void {
    if (!this.isAlive) return this.socket.terminate();
    this.isAlive = false;
    this.socket.ping();
  }

  close(code: number): void {
    this.socket.close(code);
  }
}
