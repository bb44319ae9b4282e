import type { DataSource } from 'typeorm';
import { accountClosed, openAccountsForReference } from '../auth/users/user.locks.js';
import { CHAT_PAGE, SUPPORT_USER_ID } from '../contract/rules.js';
import { roomOf, type Room } from './room.js';

/*
 * Messages. By hand: a message is stored by one statement under its room's lock, reads of many rooms are one statement, and a
 * process exchanges rows with others as they are.
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

/** A row as pg returns it: a bigint is a string. */
export interface MessageRow {
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

/** How many missed messages one query fetches. */
export const CATCH_UP_LIMIT = 100;

/**
 * Inserts a message. Messages of a room get their ids under the lock of the room's row, which lasts until the commit: a
 * reader who sees one message sees all before it. The accounts are locked first, as their deletion does: a message that comes
 * with it or after it would create the room again. The support account cannot be closed, so that rooms do not share its lock.
 * @throws ShopError 401 when an account of the room, or the sender's, is closed
 */
export async function insertMessage(db: DataSource, newMessage: NewMessage): Promise<StoredMessage> {
  const { room, senderId, message, clientId = null } = newMessage;
  const accounts = new Set([room.low, room.high, senderId]);
  accounts.delete(SUPPORT_USER_ID);
  // ON CONFLICT computes its values under the row's lock; those of the SELECT are computed before it.
  const [row]: MessageRow[] = await db.query(
    `WITH open AS (${openAccountsForReference('$6::integer[]')}),
     room AS (
       INSERT INTO chat_rooms AS room (low_user_id, high_user_id, message_count, last_message_id)
       SELECT $1, $2, 1, nextval('chat_message_ids') WHERE (SELECT count(*) FROM open) = cardinality($6)
       ON CONFLICT (low_user_id, high_user_id) DO UPDATE
         SET message_count = room.message_count + 1, last_message_id = nextval('chat_message_ids')
       RETURNING message_count, last_message_id)
     INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message, client_id)
     SELECT last_message_id, $1, $2, message_count, $3, $4, $5 FROM room
     RETURNING ${COLUMNS}`,
    [room.low, room.high, senderId, message, clientId, [...accounts]],
  );
  if (!row) throw accountClosed();
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

/** Reads the messages after a given number of each room, in order within a room, at most `CATCH_UP_LIMIT`. */
export async function readMissed(
  db: DataSource,
  rooms: readonly { room: Room; last: number }[],
): Promise<StoredMessage[]> {
  const rows: MessageRow[] = await db.query(
    `SELECT m.* FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS heard (low, high, last)
     CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM chat_messages
       WHERE low_user_id = low AND high_user_id = high AND number > last ORDER BY number LIMIT ${CATCH_UP_LIMIT}) m
     LIMIT ${CATCH_UP_LIMIT}`,
    [rooms.map(({ room }) => room.low), rooms.map(({ room }) => room.high), rooms.map(({ last }) => last)],
  );
  return rows.map(storedMessage);
}

export function storedMessage(row: MessageRow): StoredMessage {
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
