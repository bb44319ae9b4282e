import type { EntityManager } from 'typeorm';
import { deletesOldRows } from '../retention/retention.sql.js';
import { daysBefore } from '../retention/retention.js';
import type { StoredResponse } from './stored-response.entity.js';
import { prepared } from '../database/connections/prepared.js';

/*
 * Stored responses of idempotency keys. By hand: on the path of every order and payment, one statement for a whole batch.
 */

const MAX_AGE = `interval '24 hours'`;

/** Deletes responses that no retry gets any more, also of users who never come back. */
export const STORED_RESPONSE_RETENTION = deletesOldRows({
  table: 'idempotency_keys',
  where: 'r.created_at <= $1',
  values: ({ now }) => [daysBefore(now, 1)],
});

interface StoredRow<T> {
  /** The position of its request in the batch, from 1. */
  nth: string;
  request_hash: string;
  body: T;
}

const READ_RESPONSES = prepared(
  'idempotency-read',
  `SELECT nth, request_hash, body FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS requested (user_id, key, nth)
   JOIN idempotency_keys USING (user_id, key) WHERE created_at > now() - ${MAX_AGE}`,
);

const DELETE_EXPIRED = prepared(
  'idempotency-delete',
  `DELETE FROM idempotency_keys WHERE user_id = ANY ($1::integer[]) AND created_at <= now() - ${MAX_AGE}`,
);

const INSERT_RESPONSES = prepared(
  'idempotency-insert',
  `INSERT INTO idempotency_keys (user_id, key, request_hash, body)
   SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::jsonb[])`,
);

/** Reads the responses of the last 24 hours for a batch of keys; requests without one are left out. */
export function readResponses<T extends object>(
  tx: EntityManager,
  requests: readonly { userId: number; key: string | null }[],
): Promise<StoredRow<T>[]> {
  return tx.query(READ_RESPONSES, [requests.map(({ userId }) => userId), requests.map(({ key }) => key)]);
}

/** Stores responses. First it deletes expired ones of these users, among them any old ones of the same keys. */
export async function writeResponses(
  tx: EntityManager,
  responses: readonly Omit<StoredResponse, 'createdAt'>[],
): Promise<void> {
  const users = responses.map(({ userId }) => userId);
  await tx.query(DELETE_EXPIRED, [users]);
  await tx.query(INSERT_RESPONSES, [
    users,
    responses.map(({ key }) => key),
    responses.map(({ requestHash }) => requestHash),
    responses.map(({ body }) => JSON.stringify(body)),
  ]);
}
