import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CATCH_UP, MessagesService, messageView, type StoredMessage } from './messages.service.js';
import type { News, Relay } from './relay.js';
import type { Room, Side } from './room.js';

export const RELAY = Symbol('RELAY');

/** Somebody who is connected to a room. */
export interface Listener {
  /** Null for whoever only looks on. */
  side: Side | null;
  /** @param text a message as the contract writes it */
  send(text: string): void;
}

interface LiveRoom {
  room: Room;
  listeners: Set<Listener>;
  /** The number of the last message that the listeners were given. */
  last: number;
  /** Those that came before their turn, by number. */
  early: Map<number, StoredMessage>;
}

/** Messages of two processes may overtake each other on their way; after this time one is taken to be lost. */
const PATIENCE_MS = 100;
/** How often missed messages are looked for without a reason: a process may end between storing and telling. */
const LOOK_MS = 1_000;
const MARK_MS = 200;

/**
 * The rooms that somebody is connected to in this process. Each listener gets every message of its room once and in
 * order, whatever the relay loses, repeats or mixes up: a message is passed on when it is the next one, and what is missing is
 * fetched from the database.
 */
@Injectable()
export class LiveRooms implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Chat');
  private readonly rooms = new Map<string, LiveRoom>();
  private readonly marks = new Map<string, { room: Room; side: Side; id: number }>();
  private patience: NodeJS.Timeout | undefined;
  private look: NodeJS.Timeout | undefined;
  private marking: NodeJS.Timeout | undefined;
  private isFetching = false;
  private isWanted = false;
  private isStopped = false;

  constructor(
    @Inject(RELAY) private readonly relay: Relay,
    private readonly messages: MessagesService,
  ) {}

  onApplicationBootstrap(): void {
    this.relay.start({ heard: (news) => this.heard(news), restored: () => this.fetch() });
    this.look = setInterval(() => this.fetch(), LOOK_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.look);
    clearTimeout(this.patience);
    clearTimeout(this.marking);
    await this.relay.stop();
    await this.mark();
  }

  /** @param last the number of the room's last message a moment ago; from there on the listener gets everything */
  join(room: Room, listener: Listener, last: number): void {
    let live = this.rooms.get(room.name);
    if (!live) this.rooms.set(room.name, (live = { room, listeners: new Set(), last, early: new Map() }));
    live.listeners.add(listener);
  }

  leave(room: Room, listener: Listener): void {
    const live = this.rooms.get(room.name);
    live?.listeners.delete(listener);
    if (live?.listeners.size === 0) this.rooms.delete(room.name);
  }

  /** Passes on what this process has stored, here and to the other processes. */
  tell(message: StoredMessage): void {
    this.relay.publish(message);
    this.heard([message]);
  }

  /** For whoever comes in: what was said before is before their eyes. */
  markAllRead(room: Room, side: Side): void {
    this.messages.markAllRead(room, side).catch((error: Error) => this.notMarked(error));
  }

  private heard(news: News[]): void {
    for (const { message, ...rest } of news) {
      const live = this.rooms.get(rest.room.name);
      if (!live || rest.number <= live.last) continue;
      if (message === null) this.fetch();
      else this.accept(live, { ...rest, message });
      if (live.early.size > 0) this.patience ??= setTimeout(() => this.fetch(), PATIENCE_MS);
    }
  }

  private accept(live: LiveRoom, message: StoredMessage): void {
    live.early.set(message.number, message);
    for (let next; (next = live.early.get(live.last + 1));) {
      live.early.delete(next.number);
      this.give(live, next);
    }
  }

  private give(live: LiveRoom, message: StoredMessage): void {
    live.last = message.number;
    const text = JSON.stringify(messageView(message));
    const author: Side = message.senderId === live.room.high ? 'high' : 'low';
    let isRead = false;
    for (const listener of live.listeners) {
      listener.send(text);
      isRead ||= listener.side !== null && listener.side !== author;
    }
    if (isRead) this.markSoon(live.room, author === 'high' ? 'low' : 'high', message.id);
  }

  /** Gives what the database has and the listeners have not. Asked for while it is at it, it looks once more. */
  private fetch(): void {
    this.isWanted = true;
    if (this.isFetching || this.isStopped || this.rooms.size === 0) return;
    this.isFetching = true;
    // The next look finds them.
    this.fetchAll().catch((error: Error) => this.logger.warn(`Missed messages were not fetched: ${error.message}`));
  }

  private async fetchAll(): Promise<void> {
    try {
      for (let found = 0; this.isWanted || found === CATCH_UP;) {
        this.isWanted = false;
        clearTimeout(this.patience);
        this.patience = undefined;
        const missed = await this.messages.missed([...this.rooms.values()]);
        found = missed.length;
        for (const message of missed) this.heard([message]);
      }
    } finally {
      this.isFetching = false;
    }
  }

  private markSoon(room: Room, side: Side, id: number): void {
    this.marks.set(`${room.name} ${side}`, { room, side, id });
    this.marking ??= setTimeout(() => void this.mark(), MARK_MS);
  }

  private async mark(): Promise<void> {
    const marks = [...this.marks.values()];
    this.marks.clear();
    this.marking = undefined;
    if (marks.length === 0) return;
    await this.messages.markRead(marks).catch((error: Error) => this.notMarked(error));
  }

  private notMarked(error: Error): void {
    this.logger.warn(`Messages were not marked as read: ${error.message}`);
  }
}
