import type { StoredMessage } from './messages.service.js';
import { parseRoom } from './room.js';

/** What another process is told of a stored message; without a text, which did not fit, it has to be fetched. */
export type News = Omit<StoredMessage, 'message'> & { message: string | null };

/** What a relay reports. */
export interface RelayListener {
  /** Messages that some process stored, this one's own among them. */
  heard(news: News[]): void;
  /** Messages may have been missed: the relay is connected for the first time, or again. */
  restored(): void;
}

/**
 * Carries news of stored messages to every process of the shop. It is quick and may lose them: nothing is said for the first
 * time over a relay, and whoever listens can tell by a message's number that another is missing.
 */
export interface Relay {
  /** Connects, and keeps connecting; returns without waiting for it. */
  start(listener: RelayListener): void;
  /** Never fails. */
  publish(message: StoredMessage): void;
  stop(): Promise<void>;
}

/** Under which relays speak. */
export const CHANNEL = 'chat_messages';

/** Not more than the limit of bytes, the texts left out if it takes that. */
export function encodeNews(message: StoredMessage, limit = Infinity): string {
  const write = (text: string | null) => JSON.stringify({ ...message, room: message.room.name, message: text });
  const whole = write(message.message);
  return Buffer.byteLength(whole) <= limit ? whole : write(null);
}

/** @param payload several encoded news, joined as an array */
export function decodeNews(payload: string): News[] {
  const found = JSON.parse(payload) as (Omit<News, 'room' | 'createdAt'> & { room: string; createdAt: string })[];
  return found.flatMap(({ room: name, createdAt, ...rest }) => {
    const room = parseRoom(name);
    return room ? [{ ...rest, room, createdAt: new Date(createdAt) }] : [];
  });
}

/**
 * Gathers news while some are under way, so that a busy shop sends few large ones.
 * @param send one payload; when it fails, those news are lost
 * @param limit bytes of a payload
 */
export function gather(send: (payload: string) => Promise<unknown>, limit: number): (news: string) => void {
  const waiting: string[] = [];
  let isSending = false;
  const sendAll = async () => {
    isSending = true;
    while (waiting.length > 0) {
      let size = 2;
      const count = waiting.findIndex((news) => (size += Buffer.byteLength(news) + 1) > limit + 1);
      const part = waiting.splice(0, count === -1 ? waiting.length : Math.max(count, 1));
      await send(`[${part.join(',')}]`).catch(() => undefined);
    }
    isSending = false;
  };
  return (news) => {
    waiting.push(news);
    if (!isSending) void sendAll();
  };
}
