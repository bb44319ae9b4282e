import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { MessagesService, messageView } from '../messages.service.js';
import { CATCH_UP_LIMIT, type StoredMessage } from '../messages.sql.js';
import type { RelayEvent, Relay } from './relay.js';
import type { Room, Side } from '../room.js';
import { repeatedLine } from '../../platform/errors/repeated-line.js';

export const RELAY = Symbol('RELAY');

/** A connection to a room. */
export interface Listener {
  /** Null for an observer. */
  side: Side | null;
  /** @param text a message in the contract's JSON */
  send(text: string): void;
}

interface LiveRoom {
  room: Room;
  listeners: Set<Listener>;
  /** The number of the last message sent to the listeners. */
  last: number;
  /** Messages that arrived ahead of their turn, by number. */
  early: Map<number, StoredMessage>;
}

/** Messages of two processes may arrive out of order; after this time a missing one counts as lost. */
const TIMEOUT_MS = 100;
/** How often missed messages are fetched anyway: a process may end between storing and publishing one. */
const POLL_MS = 1_000;
const MARK_DELAY_MS = 200;

/**
 * The rooms with connections in this process. Each listener gets every message of its room once and in order, even when the
 * relay loses, repeats or reorders them: a message is delivered when it is the next one, and gaps are filled from the
 * database.
 */
@Injectable()
export class LiveRooms implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Chat');
  private readonly logUnfetched = repeatedLine((error: Error) =>
    this.logger.warn(`Missed messages were not fetched: ${error.message}`),
  );
  private readonly rooms = new Map<string, LiveRoom>();
  private readonly marks = new Map<string, { room: Room; side: Side; id: number }>();
  private gapTimer: NodeJS.Timeout | undefined;
  private pollTimer: NodeJS.Timeout | undefined;
  private markTimer: NodeJS.Timeout | undefined;
  private isFetching = false;
  private isRequested = false;
  private isStopped = false;

  constructor(
    @Inject(RELAY) private readonly relay: Relay,
    private readonly messages: MessagesService,
  ) {}

  onApplicationBootstrap(): void {
    this.relay.start({ onEvents: (events) => this.onEvents(events), restored: () => this.fetch() });
    this.pollTimer = setInterval(() => this.fetch(), POLL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.pollTimer);
    clearTimeout(this.gapTimer);
    clearTimeout(this.markTimer);
    await this.relay.stop();
    await this.mark();
  }

  /** Adds a listener. @param last the number of the room's newest message at the check; delivery starts after it */
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

  /** Delivers a message that this process stored, here and in the other processes. */
  publish(message: StoredMessage): void {
    this.relay.publish(message);
    this.onEvents([message]);
  }

  /** Marks a room as read for a side that has just connected. Failures are logged only. */
  markAllRead(room: Room, side: Side): void {
    this.messages.markAllRead(room, side).catch((error: Error) => this.notMarked(error));
  }

  private onEvents(events: RelayEvent[]): void {
    for (const { message, ...rest } of events) {
      const live = this.rooms.get(rest.room.name);
      if (!live || rest.number <= live.last) continue;
      if (message === null) this.fetch();
      else this.accept(live, { ...rest, message });
      if (live.early.size > 0) this.gapTimer ??= setTimeout(() => this.fetch(), TIMEOUT_MS);
    }
  }

  private accept(live: LiveRoom, message: StoredMessage): void {
    live.early.set(message.number, message);
    for (let next; (next = live.early.get(live.last + 1));) {
      live.early.delete(next.number);
      this.deliver(live, next);
    }
  }

  private deliver(live: LiveRoom, message: StoredMessage): void {
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

  /** Fetches and delivers missed messages. A call during a fetch makes it run once more. */
  private fetch(): void {
    this.isRequested = true;
    if (this.isFetching || this.isStopped || this.rooms.size === 0) return;
    this.isFetching = true;
    // The next poll fetches them.
    this.fetchAll().catch(this.logUnfetched);
  }

  private async fetchAll(): Promise<void> {
    try {
      for (let lastCount = 0; this.isRequested || lastCount === CATCH_UP_LIMIT;) {
        this.isRequested = false;
        clearTimeout(this.gapTimer);
        this.gapTimer = undefined;
        const missed = await this.messages.readMissed([...this.rooms.values()]);
        lastCount = missed.length;
        for (const message of missed) this.onEvents([message]);
      }
    } finally {
      this.isFetching = false;
    }
  }

  private markSoon(room: Room, side: Side, id: number): void {
    this.marks.set(`${room.name} ${side}`, { room, side, id });
    this.markTimer ??= setTimeout(() => void this.mark(), MARK_DELAY_MS);
  }

  private async mark(): Promise<void> {
    const marks = [...this.marks.values()];
    this.marks.clear();
    this.markTimer = undefined;
    if (marks.length === 0) return;
    await this.messages.markRead(marks).catch((error: Error) => this.notMarked(error));
  }

  private notMarked(error: Error): void {
    this.logger.warn(`Messages were not marked as read: ${error.message}`);
  }
}
