import type { DataSource } from 'typeorm';
import { CHAT_PAGE, SUPPORT_USER_ID } from '../contract/rules.js';
import { roomOf, type Room, type Side } from './room.js';

/*
 * Rooms and messages. By hand: a message is stored by one statement under its room's lock, reads of many rooms are one
 * statement, and a process exchanges rows with others as they are.
 */

/** A stored message, as processes exchange it. */
export interface StoredMessage {
  room: Room;
  /** Counts 1, 2, 3 … in its room. */
  number: number;
  id: number;
  senderId: number;
  message: string;
  clientId: string | null;
  createdAt: Date;
}

/** A message to store. */
export interface NewMessage {
  room: Room;
  senderId: number;
  message: string;
  clientId?: string;
}

/** The newest message that a side of a room has read. */
export interface ReadMark {
  room: Room;
  side: Side;
  id: number;
}

/** A row as pg returns it: a bigint is a string. */
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

/** A user with their room's last message, if there is one. */
export interface RoomRow {
  userId: number;
  username: string;
  avatarHash: string | null;
  unread: number;
  last: StoredMessage | null;
}

const COLUMNS = 'low_user_id, high_user_id, number, id, sender_id, message, client_id, created_at';

/** How many missed messages one query fetches. */
export const CATCH_UP_LIMIT = 100;

/** Reads how many of a room's two users exist, and the number of its newest message, 0 for none. */
export async function readRoom(db: DataSource, { low, high }: Room): Promise<{ users: number; last: number }> {
  const [row]: [{ users: number; last: number }] = await db.query(
    `SELECT (SELECT count(*) FROM users WHERE id IN ($1, $2))::integer AS users,
       coalesce((SELECT message_count FROM chat_rooms WHERE low_user_id = $1 AND high_user_id = $2), 0) AS last`,
    [low, high],
  );
  return row;
}

/**
 * Inserts a message. Messages of a room get their ids under the lock of the room's row, which lasts until the commit: a
 * reader who sees one message sees all before it.
 */
export async function insertMessage(db: DataSource, newMessage: NewMessage): Promise<StoredMessage> {
  const { room, senderId, message, clientId = null } = newMessage;
  // ON CONFLICT computes its values under the row's lock; VALUES are computed before it.
  const [row]: MessageRow[] = await db.query(
    `WITH room AS (
       INSERT INTO chat_rooms AS room (low_user_id, high_user_id, message_count, last_message_id)
       VALUES ($1, $2, 1, nextval('chat_message_ids'))
       ON CONFLICT (low_user_id, high_user_id) DO UPDATE
         SET message_count = room.message_count + 1, last_message_id = nextval('chat_message_ids')
       RETURNING message_count, last_message_id)
     INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message, client_id)
     SELECT last_message_id, $1, $2, message_count, $3, $4, $5 FROM room
     RETURNING ${COLUMNS}`,
    [room.low, room.high, senderId, message, clientId],
  );
  if (!row) throw new Error('The message was not stored');
  return storedMessage(row);
}

/** Finds the message that a sender stored in a room under a client id. */
export async function findByClientId(
  db: DataSource,
  { room, senderId, clientId }: NewMessage,
): Promise<StoredMessage | undefined> {
  const [row]: MessageRow[] = await db.query(
    `SELECT ${COLUMNS} FROM chat_messages
     WHERE sender_id = $1 AND client_id = $2 AND low_user_id = $3 AND high_user_id = $4`,
    [senderId, clientId, room.low, room.high],
  );
  return row && storedMessage(row);
}

/** Reads a page of a room's messages: newest first, or with `after` the first ones after that id, oldest first. */
export async function readPage(
  db: DataSource,
  { low, high }: Room,
  { before, after }: { before?: number; after?: number },
): Promise<StoredMessage[]> {
  const rows: MessageRow[] = await db.query(
    `SELECT ${COLUMNS} FROM chat_messages
     WHERE low_user_id = $1 AND high_user_id = $2
       AND id < coalesce($3::bigint, 9223372036854775807) AND id > coalesce($4::bigint, 0)
     ORDER BY id ${after === undefined ? 'DESC' : ''} LIMIT ${CHAT_PAGE}`,
    [low, high, before ?? null, after ?? null],
  );
  return rows.map(storedMessage);
}

/** Lists rooms of the shop, latest message first, and their number. See `MessagesService.rooms`. */
export async function listRooms(
  db: DataSource,
  search: string,
  { skip, take }: { skip: number; take: number },
): Promise<[RoomRow[], number]> {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const room = `chat_rooms room ON room.low_user_id = ${SUPPORT_USER_ID} AND room.high_user_id = u.id`;
  const from = search
    ? `users u LEFT JOIN ${room} WHERE u.search_text LIKE fold_vi($1) AND u.id <> ${SUPPORT_USER_ID}
         AND (room.high_user_id IS NOT NULL OR u.closed_at IS NULL)`
    : `users u JOIN ${room} WHERE $1 = '%%'`;
  type Row = { user_id: number; username: string; avatar_hash: string | null; unread: number } & (
    MessageRow | { [Column in keyof MessageRow]: null }
  );
  const rows: Row[] = await db.query(
    // The page is cut first, so that unread messages are counted in its rooms only.
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
  const [total]: { count: number }[] = await db.query(`SELECT count(*)::integer AS count FROM ${from}`, [like]);
  const rooms = rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    avatarHash: row.avatar_hash,
    unread: row.unread,
    last: row.id === null ? null : storedMessage(row),
  }));
  return [rooms, total?.count ?? 0];
}

/** Reads the messages after a given number of each room, in order within a room, at most `CATCH_UP_LIMIT`. */
export async function readMissed(
  db: DataSource,
  heard: readonly { room: Room; last: number }[],
): Promise<StoredMessage[]> {
  const rows: MessageRow[] = await db.query(
    `SELECT m.* FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS heard (low, high, last)
     CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM chat_messages
       WHERE low_user_id = low AND high_user_id = high AND number > last ORDER BY number LIMIT ${CATCH_UP_LIMIT}) m
     LIMIT ${CATCH_UP_LIMIT}`,
    [heard.map(({ room }) => room.low), heard.map(({ room }) => room.high), heard.map(({ last }) => last)],
  );
  return rows.map(storedMessage);
}

/** Moves read marks forward, never back. */
export async function updateReadMarks(db: DataSource, marks: readonly ReadMark[]): Promise<void> {
  // Rows are locked in one order, so that two processes that mark the same rooms do not deadlock.
  await db.query(
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

/** Marks all messages of a room as read by one side. */
export async function markRoomRead(db: DataSource, { low, high }: Room, side: Side): Promise<void> {
  await db.query(
    `UPDATE chat_rooms SET ${side}_read_id = last_message_id
     WHERE low_user_id = $1 AND high_user_id = $2 AND ${side}_read_id < last_message_id`,
    [low, high],
  );
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
