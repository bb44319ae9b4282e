import type { StoredMessage } from '../messages.sql.js';
import { parseRoom } from '../room.js';

/** A stored message as processes publish it; null for a text that did not fit, which the receiver fetches. */
export type RelayEvent = Omit<StoredMessage, 'message'> & { message: string | null };

/** The callbacks of a relay. */
export interface RelayListener {
  /** Messages that any process has stored, this one included. */
  onEvents(events: RelayEvent[]): void;
  /** The relay has connected or reconnected: messages may have been missed. */
  restored(): void;
}

/**
 * Publishes stored messages to every process of the shop. It is fast and may lose events: the messages are in the database,
 * and a listener notices a gap in their numbers.
 */
export interface Relay {
  /** Starts to connect and reconnect; returns immediately. */
  start(listener: RelayListener): void;
  /** Never fails. */
  publish(message: StoredMessage): void;
  stop(): Promise<void>;
}

/** The channel of all relays. */
export const CHANNEL = 'chat_messages';

/** Encodes an event in at most `limit` bytes; leaves the text out if it does not fit. */
export function encodeRelayEvent(message: StoredMessage, limit = Infinity): string {
  const write = (text: string | null) => JSON.stringify({ ...message, room: message.room.name, message: text });
  const complete = write(message.message);
  return Buffer.byteLength(complete) <= limit ? complete : write(null);
}

/** Decodes a payload: a JSON array of encoded events. */
export function decodeRelayEvent(payload: string): RelayEvent[] {
  const events = JSON.parse(payload) as (Omit<RelayEvent, 'room' | 'createdAt'> & {
    room: string;
    createdAt: string;
  })[];
  return events.flatMap(({ room: name, createdAt, ...rest }) => {
    const room = parseRoom(name);
    return room ? [{ ...rest, room, createdAt: new Date(createdAt) }] : [];
  });
}

/**
 * Batches events while a send is in flight, so that a busy shop sends few large payloads.
 * @param send sends one payload; when it fails, its events are lost
 * @param limit the largest payload in bytes
 */
export function batchEvents(send: (payload: string) => Promise<unknown>, limit: number): (event: string) => void {
  const queue: string[] = [];
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    while (queue.length > 0) {
      let size = 2;
      const count = queue.findIndex((event) => (size += Buffer.byteLength(event) + 1) > limit + 1);
      const part = queue.splice(0, count === -1 ? queue.length : Math.max(count, 1));
      await send(`[${part.join(',')}]`).catch(() => undefined);
    }
    isSending = false;
  };
  return (event) => {
    queue.push(event);
    if (!isSending) void sendAll();
  };
}
