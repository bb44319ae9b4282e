// @ts-check
import pg from 'pg';
import { signToken } from '../support/sign-token.mjs';

/** Two users in each room, each with one socket and one message a second: well below the chat's limits. */
export const LISTENERS = 2;

/**
 * Users who are signed in, in rooms of two.
 *
 * @param {string} databaseUrl
 * @param {number} count
 * @param {string} secret that the backend signs tokens with
 * @returns {Promise<import('./chat-load.mjs').Task['seats']>}
 */
export async function seat(databaseUrl, count, secret) {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  // Nobody signs in with a password here: 1,000 hashes would take longer than the measuring.
  const { rows } = await db.query(
    `WITH made AS (
       INSERT INTO users (username, username_key, email, email_key, password_hash)
       SELECT name, name, name || '@example.com', name || '@example.com', ''
       FROM (SELECT 'talker' || n AS name FROM generate_series(1, $1::integer) n) names
       ON CONFLICT (username_key) DO UPDATE SET username = excluded.username RETURNING id)
     INSERT INTO logins (user_id) SELECT id FROM made RETURNING id, user_id`,
    [count],
  );
  await db.query('ANALYZE');
  await db.end();
  const logins = /** @type {{ id: string, user_id: number }[]} */ (rows).toSorted((a, b) => a.user_id - b.user_id);
  return logins.map(({ id, user_id: userId }, at) => {
    const first = at - (at % LISTENERS);
    const room = [logins[first]?.user_id, logins[first + 1]?.user_id].join('_');
    return { room, userId, token: accessToken(id, secret) };
  });
}

/**
 * @param {string} login
 * @param {string} secret
 */
function accessToken(login, secret) {
  const iat = Math.floor(Date.now() / 1_000);
  return signToken({ login, aud: 'access', iat, exp: iat + 3_600 }, secret);
}
