import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { recordAudit } from '../audit/audit.js';
import type { Actor, Principal } from '../platform/http/access.js';
import { pictureUrl } from '../media/picture-url.js';
import { ShopError } from '../platform/errors/shop-error.js';
import type { ChatHistoryQuery, ChatMessage, ChatRoom, ChatRoomsQuery } from '../contract/chat.js';
import { SUPPORT_USER_ID, TEXTS } from '../contract/rules.js';
import { inTransaction, isUniqueViolation } from '../platform/database/transaction.js';
import {
  findByClientId,
  insertMessage,
  readMissed,
  readPage,
  type NewMessage,
  type StoredMessage,
} from './messages.sql.js';
import {
  listRooms,
  markRoomRead,
  readRoom,
  settleRoom,
  updateReadMarks,
  type ReadMark,
  type RoomRow,
} from './rooms.sql.js';
import { mayEnter, parseRoom, roomOf, sideOf, type Room, type Side } from './room.js';

/** Stores and reads messages: one statement for each call. */
@Injectable()
export class MessagesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * Parses a room's name and checks that the caller may enter.
   * @returns the room and the number of its newest message, 0 for none
   * @throws ShopError 404 for an invalid name or an unknown user, 403 for a room of others
   */
  async enter(name: string, who: Principal): Promise<{ room: Room; last: number }> {
    const room = parseRoom(name);
    if (!room) throw ShopError.notFound();
    if (!mayEnter(room, who)) throw new ShopError(403, TEXTS.forbidden);
    const { users, last } = await readRoom(this.db, room);
    if (users !== 2) throw ShopError.notFound();
    return { room, last };
  }

  /**
   * Stores a message.
   * @returns the message; `isRepeated` when the sender has sent it before
   * @throws ShopError 409 when the sender used the client id for a message of another room
   */
  async store(newMessage: NewMessage): Promise<StoredMessage & { isRepeated: boolean }> {
    try {
      return { ...(await insertMessage(this.db, newMessage)), isRepeated: false };
    } catch (error) {
      if (!isUniqueViolation(error) || newMessage.clientId === undefined) throw error;
      const earlier = await findByClientId(this.db, newMessage);
      if (!earlier) throw new ShopError(409, 'client_id này đã được dùng cho một tin nhắn khác');
      return { ...earlier, isRepeated: true };
    }
  }

  /**
   * Returns a page of a room's messages, oldest first: the newest, those before an id, or the first after one. Reading the
   * newest marks the room as read.
   */
  async history(name: string, who: Principal, { before, after }: ChatHistoryQuery): Promise<ChatMessage[]> {
    const { room } = await this.enter(name, who);
    const side = sideOf(room, who);
    // Marked before reading: a message that arrives in between stays unread.
    if (side && before === undefined) await this.markAllRead(room, side);
    const page = await readPage(this.db, room, { before, after });
    const messages = page.map((message) => messageView(message, who.id));
    return after === undefined ? messages.reverse() : messages;
  }

  /**
   * Lists the shop's rooms, latest message first. A search also finds open accounts without messages, so that an
   * administrator can write first.
   * @returns a slice and the total number
   */
  async rooms(query: ChatRoomsQuery, slice: { skip: number; take: number }): Promise<[ChatRoom[], number]> {
    const [rows, total] = await listRooms(this.db, query, slice);
    return [rows.map(roomView), total];
  }

  /**
   * Settles a conversation of the shop that needs no answer: until its shopper writes again, it counts as answered.
   * @param messageId the last message that the administrator saw
   * @throws ShopError 404 for a room that the shop does not have
   */
  settle(actor: Actor, name: string, messageId: number): Promise<void> {
    return inTransaction(this.db, async (tx) => {
      const room = parseRoom(name);
      const username = room?.low === SUPPORT_USER_ID ? await settleRoom(tx, room, messageId) : undefined;
      if (room === null || username === undefined) throw ShopError.notFound();
      const about = { subject: 'user', id: room.high, name: username } as const;
      await recordAudit(tx, actor, { action: 'update', ...about, after: { chat_settled: true } });
    });
  }

  /**
   * Reads the messages after a given number of each room, in order within a room.
   * @returns at most `CATCH_UP_LIMIT` messages; at that number there may be more
   */
  readMissed(rooms: { room: Room; last: number }[]): Promise<StoredMessage[]> {
    return readMissed(this.db, rooms);
  }

  /** Moves read marks forward, never back. */
  markRead(marks: ReadMark[]): Promise<void> {
    return updateReadMarks(this.db, marks);
  }

  /** Marks all messages of a room as read by one side. */
  markAllRead(room: Room, side: Side): Promise<void> {
    return markRoomRead(this.db, room, side);
  }
}

/** The contract's view. @param reader sees `client_id` on their own messages only; by default it is included */
export function messageView(
  { id, message, senderId, clientId, createdAt }: StoredMessage,
  reader = senderId,
): ChatMessage {
  return {
    id,
    message,
    sender_id: senderId,
    created_at: createdAt.toISOString(),
    ...(clientId !== null && reader === senderId && { client_id: clientId }),
  };
}

function roomView({ userId, username, avatarHash, unread, isUnanswered, last }: RoomRow): ChatRoom {
  return {
    room: roomOf(SUPPORT_USER_ID, userId).name,
    user: { id: userId, username, avatar: pictureUrl(avatarHash, 160) },
    last_message: last && messageView(last, 0),
    unread,
    is_unanswered: isUnanswered,
  };
}
