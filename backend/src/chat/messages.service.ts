import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Principal } from '../common/access.js';
import { pictureUrl } from '../common/picture.js';
import { ShopError } from '../common/shop-error.js';
import type { ChatHistoryQuery, ChatMessage, ChatRoom } from '../contract/chat.js';
import { CHAT_PAGE, SUPPORT_USER_ID, TEXTS } from '../contract/rules.js';
import { codeOf } from '../db/transaction.js';
import { mayEnter, parseRoom, roomOf, sideOf, type Room, type Side } from './room.js';

/** A message as it travels between the processes of the shop. */
export interface StoredMessage {
  room: Room;
  /** 1, 2, 3 … in its room. */
  number: number;
  id: number;
  senderId: number;
  message: string;
  clientId: string | null;
  createdAt: Date;
}

/** What somebody says. */
export interface Saying {
  room: Room;
  senderId: number;
  message: string;
  clientId?: string;
}

/** Up to where each side of a room has read. */
export interface ReadMark {
  room: Room;
  side: Side;
  id: number;
}

const UNIQUE_VIOLATION = '23505';
/** As pg gives it: a bigint is a text. */
interface MessageRow {
  low_user_id: number;
  high_user_id: number;
  number: number;
  id: string;
  sender_id: number | null;
  message: string;
  client_id: string | null;
  created_at: Date;
}
const COLUMNS = 'low_user_id, high_user_id, number, id, sender_id, message, client_id, created_at';

/** How many missed messages are fetched at once: what a reader who keeps up can be given in one go. */
export const CATCH_UP = 100;

/** What was said, in PostgreSQL: one statement for each question. */
@Injectable()
export class MessagesService {
  constructor(@InjectDataSource() private readonly db: DataSource) {}

  /**
   * The room of a path, for somebody who may enter it.
   * @returns also the number of its last message, 0 while there is none
   * @throws ShopError 404 for what names no room or a user who does not exist, 403 for another's room
   */
  async enter(name: string, who: Principal): Promise<{ room: Room; last: number }> {
    const room = parseRoom(name);
    if (!room) throw ShopError.notFound();
    if (!mayEnter(room, who)) throw new ShopError(403, TEXTS.forbidden);
    const [found]: { users: number; last: number }[] = await this.db.query(
      `SELECT (SELECT count(*) FROM users WHERE id IN ($1, $2))::integer AS users,
         coalesce((SELECT messages FROM chat_rooms WHERE low_user_id = $1 AND high_user_id = $2), 0) AS last`,
      [room.low, room.high],
    );
    if (found?.users !== 2) throw ShopError.notFound();
    return { room, last: found.last };
  }

  /**
   * Stores a message. In each room messages get their ids under the lock of the room's row, which is held until they are
   * committed: whoever sees one sees all before it.
   * @returns the message, and whether it was stored earlier: its sender sent it again
   */
  async store(saying: Saying): Promise<StoredMessage & { isRepeated: boolean }> {
    const { room, senderId, message, clientId = null } = saying;
    try {
      // What ON CONFLICT sets is computed when the row is locked; what VALUES holds, before.
      const [row]: MessageRow[] = await this.db.query(
        `WITH room AS (
           INSERT INTO chat_rooms AS room (low_user_id, high_user_id, messages, last_message_id)
           VALUES ($1, $2, 1, nextval('chat_message_ids'))
           ON CONFLICT (low_user_id, high_user_id) DO UPDATE
             SET messages = room.messages + 1, last_message_id = nextval('chat_message_ids')
           RETURNING messages, last_message_id)
         INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message, client_id)
         SELECT last_message_id, $1, $2, messages, $3, $4, $5 FROM room
         RETURNING ${COLUMNS}`,
        [room.low, room.high, senderId, message, clientId],
      );
      if (!row) throw new Error('The message was not stored');
      return { ...storedMessage(row), isRepeated: false };
    } catch (error) {
      if (codeOf(error) !== UNIQUE_VIOLATION || clientId === null) throw error;
      return { ...(await this.earlier(saying)), isRepeated: true };
    }
  }

  /** @throws ShopError 409 when the sender used the id for a message of another room */
  private async earlier({ room, senderId, clientId }: Saying): Promise<StoredMessage> {
    const [row]: MessageRow[] = await this.db.query(
      `SELECT ${COLUMNS} FROM chat_messages
       WHERE sender_id = $1 AND client_id = $2 AND low_user_id = $3 AND high_user_id = $4`,
      [senderId, clientId, room.low, room.high],
    );
    if (!row) throw new ShopError(409, 'client_id này đã được dùng cho một tin nhắn khác');
    return storedMessage(row);
  }

  /**
   * A page of a room's messages, oldest first: the newest, those before an id, or the first after one. Who asks for the
   * newest has read them.
   */
  async history(name: string, who: Principal, { before, after }: ChatHistoryQuery): Promise<ChatMessage[]> {
    const { room } = await this.enter(name, who);
    const side = sideOf(room, who);
    // Marked first: what came after that is in the answer too, or still unread.
    if (side && before === undefined) await this.markAllRead(room, side);
    const rows: MessageRow[] = await this.db.query(
      `SELECT ${COLUMNS} FROM chat_messages
       WHERE low_user_id = $1 AND high_user_id = $2
         AND id < coalesce($3::bigint, 9223372036854775807) AND id > coalesce($4::bigint, 0)
       ORDER BY id ${after === undefined ? 'DESC' : ''} LIMIT ${CHAT_PAGE}`,
      [room.low, room.high, before ?? null, after ?? null],
    );
    const messages = rows.map((row) => messageView(storedMessage(row), who.id));
    return after === undefined ? messages.reverse() : messages;
  }

  /**
   * The shop's conversations, the latest first. A search finds every open account, also one that nobody has written with
   * yet: an administrator may begin.
   * @param search part of a user name, an e-mail, a name or a phone number
   * @returns a slice, and how many there are
   */
  async rooms(search: string, { skip, take }: { skip: number; take: number }): Promise<[ChatRoom[], number]> {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const room = `chat_rooms room ON room.low_user_id = ${SUPPORT_USER_ID} AND room.high_user_id = u.id`;
    const from = search
      ? `users u LEFT JOIN ${room} WHERE u.searched LIKE fold_vi($1) AND u.id <> ${SUPPORT_USER_ID}
           AND (room.high_user_id IS NOT NULL OR u.closed_at IS NULL)`
      : `users u JOIN ${room} WHERE $1 = '%%'`;
    const rows: RoomRow[] = await this.db.query(
      // The page first: unread messages are counted in its rooms only.
      `WITH page AS (
         SELECT u.id AS user_id, u.username, u.avatar_hash, room.last_message_id, room.low_read_id
         FROM ${from} ORDER BY room.last_message_id DESC NULLS LAST, u.id DESC LIMIT $2 OFFSET $3)
       SELECT page.user_id, page.username, page.avatar_hash, last.*,
         (SELECT count(*) FROM chat_messages m
          WHERE m.low_user_id = ${SUPPORT_USER_ID} AND m.high_user_id = page.user_id
            AND m.id > page.low_read_id AND m.sender_id = page.user_id)::integer AS unread
       FROM page LEFT JOIN chat_messages last ON last.id = page.last_message_id
       ORDER BY page.last_message_id DESC NULLS LAST, page.user_id DESC`,
      [like, take, skip],
    );
    const [total]: { count: number }[] = await this.db.query(`SELECT count(*)::integer AS count FROM ${from}`, [like]);
    return [rows.map(roomView), total?.count ?? 0];
  }

  /**
   * The first messages after the given numbers of some rooms, in each room in order.
   * @returns at most CATCH_UP of them: then there may be more
   */
  async missed(heard: { room: Room; last: number }[]): Promise<StoredMessage[]> {
    const rows: MessageRow[] = await this.db.query(
      `SELECT m.* FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS heard (low, high, last)
       CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM chat_messages
         WHERE low_user_id = low AND high_user_id = high AND number > last ORDER BY number LIMIT ${CATCH_UP}) m
       LIMIT ${CATCH_UP}`,
      [heard.map(({ room }) => room.low), heard.map(({ room }) => room.high), heard.map(({ last }) => last)],
    );
    return rows.map(storedMessage);
  }

  /** Moves read marks forward, never back. */
  async markRead(marks: ReadMark[]): Promise<void> {
    // Rows are locked in the order of their rooms, or two processes that mark the same ones might wait in a circle.
    await this.db.query(
      `WITH mark AS (
         SELECT low, high, max(id) FILTER (WHERE side = 'low') AS low_id, max(id) FILTER (WHERE side = 'high') AS high_id
         FROM unnest($1::integer[], $2::integer[], $3::text[], $4::bigint[]) AS mark (low, high, side, id)
         GROUP BY low, high),
       held AS (
         SELECT room.low_user_id, room.high_user_id, low_id, high_id
         FROM chat_rooms room JOIN mark ON low_user_id = low AND high_user_id = high
         ORDER BY room.low_user_id, room.high_user_id FOR UPDATE OF room)
       UPDATE chat_rooms room SET low_read_id = greatest(room.low_read_id, held.low_id),
         high_read_id = greatest(room.high_read_id, held.high_id)
       FROM held WHERE room.low_user_id = held.low_user_id AND room.high_user_id = held.high_user_id`,
      [
        marks.map(({ room }) => room.low),
        marks.map(({ room }) => room.high),
        marks.map(({ side }) => side),
        marks.map(({ id }) => id),
      ],
    );
  }

  /** Marks what there is as read by one side. */
  async markAllRead({ low, high }: Room, side: Side): Promise<void> {
    await this.db.query(
      `UPDATE chat_rooms SET ${side}_read_id = last_message_id
       WHERE low_user_id = $1 AND high_user_id = $2 AND ${side}_read_id < last_message_id`,
      [low, high],
    );
  }
}

function storedMessage(row: MessageRow): StoredMessage {
  return {
    room: roomOf(row.low_user_id, row.high_user_id),
    number: row.number,
    id: Number(row.id),
    senderId: row.sender_id ?? row.low_user_id,
    message: row.message,
    clientId: row.client_id,
    createdAt: row.created_at,
  };
}

/** @param reader who sees the `client_id` only of what they said themselves; left out, everyone does */
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

/** A user with their room's last message; without one, its columns are null. */
type RoomRow = { user_id: number; username: string; avatar_hash: string | null; unread: number } & (
  MessageRow | { [Column in keyof MessageRow]: null }
);

function roomView(row: RoomRow): ChatRoom {
  return {
    room: roomOf(SUPPORT_USER_ID, row.user_id).name,
    user: { id: row.user_id, username: row.username, avatar: pictureUrl(row.avatar_hash, 160) },
    last_message: row.id === null ? null : messageView(storedMessage(row), 0),
    unread: row.unread,
  };
}
