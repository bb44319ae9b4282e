import type { DataSource, EntityManager } from 'typeorm';
import { Conditions } from '../platform/database/conditions.js';
import type { ChatRoomsQuery } from '../contract/chat.js';
import { SUPPORT_USER_ID } from '../contract/rules.js';
import type { Room, Side } from './room.js';
import { type StoredMessage, type MessageRow, storedMessage } from './messages.sql.js';

/*
 * Rooms. By hand: a page of rooms is read with its last and its unread messages, and read marks move only forward, many in one
 * statement.
 */

/** The newest message that a side of a room has read. */
export interface ReadMark {
  room: Room;
  side: Side;
  id: number;
}

/** A user with their room's last message, if there is one. */
export interface RoomRow {
  userId: number;
  username: string;
  avatarHash: string | null;
  unread: number;
  isUnanswered: boolean;
  last: StoredMessage | null;
}

/** Reads how many of a room's two users exist, and the number of its newest message, 0 for none. */
export async function readRoom(db: DataSource, { low, high }: Room): Promise<{ users: number; last: number }> {
  const [row]: [{ users: number; last: number }] = await db.query(
    `SELECT (SELECT count(*) FROM users WHERE id IN ($1, $2))::integer AS users,
       coalesce((SELECT message_count FROM chat_rooms WHERE low_user_id = $1 AND high_user_id = $2), 0) AS last`,
    [low, high],
  );
  return row;
}

/** Whether the last message of a `room` is the shopper's and not settled, as the dashboard counts them. */
export const IS_UNANSWERED = `room.last_message_id > room.settled_id AND EXISTS (
  SELECT FROM chat_messages last WHERE last.id = room.last_message_id AND last.sender_id = room.high_user_id)`;

/** Lists rooms of the shop, latest message first, and their number. See `MessagesService.rooms`. */
export async function listRooms(
  db: DataSource,
  { search = '', unanswered }: ChatRoomsQuery,
  { skip, take }: { skip: number; take: number },
): Promise<[RoomRow[], number]> {
  const room = `chat_rooms room ON room.low_user_id = ${SUPPORT_USER_ID} AND room.high_user_id = u.id`;
  const from = `users u ${search ? 'LEFT ' : ''}JOIN ${room}`;
  const where = new Conditions().account('u.search_text', search);
  if (search) where.that(`u.id <> ${SUPPORT_USER_ID}`).that('(room.high_user_id IS NOT NULL OR u.closed_at IS NULL)');
  if (unanswered) where.that(IS_UNANSWERED);
  // Only a search finds users without a room. The index has the order of rooms alone.
  const newestFirst = `DESC ${search ? 'NULLS LAST' : ''}`;
  type Row = {
    user_id: number;
    username: string;
    avatar_hash: string | null;
    unread: number;
    is_unanswered: boolean;
  } & (MessageRow | { [Column in keyof MessageRow]: null });
  const rows: Row[] = await db.query(
    // The page is cut first, so that unread messages are counted in its rooms only.
    `WITH page AS (
       SELECT u.id AS user_id, u.username, u.avatar_hash, room.last_message_id, room.low_read_id, room.settled_id
       FROM ${from} ${where.sql} ORDER BY room.last_message_id ${newestFirst}, u.id DESC LIMIT ${take} OFFSET ${skip})
     SELECT page.user_id, page.username, page.avatar_hash, last.*,
       (SELECT count(*) FROM chat_messages m
        WHERE m.low_user_id = ${SUPPORT_USER_ID} AND m.high_user_id = page.user_id
          AND m.id > page.low_read_id AND m.sender_id = page.user_id)::integer AS unread,
       coalesce(last.id > page.settled_id AND last.sender_id = page.user_id, false) AS is_unanswered
     FROM page LEFT JOIN chat_messages last ON last.id = page.last_message_id
     ORDER BY page.last_message_id ${newestFirst}, page.user_id DESC`,
    where.values,
  );
  const rooms = rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    avatarHash: row.avatar_hash,
    unread: row.unread,
    isUnanswered: row.is_unanswered,
    last: row.id === null ? null : storedMessage(row),
  }));
  return [rooms, await where.count(db, from)];
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

/**
 * Settles a room up to a message; never back, and never beyond its last one.
 * @returns the shopper's name; undefined for a room that does not exist
 */
export async function settleRoom(
  tx: EntityManager,
  { low, high }: Room,
  messageId: number,
): Promise<string | undefined> {
  const [[row]]: [{ username: string }[], number] = await tx.query(
    `UPDATE chat_rooms room SET settled_id = greatest(room.settled_id, least($3::bigint, room.last_message_id))
     FROM users u WHERE room.low_user_id = $1 AND room.high_user_id = $2 AND u.id = $2 RETURNING u.username`,
    [low, high, messageId],
  );
  return row?.username;
}
