// @ts-check
import pg from 'pg';

/**
 * @param {string} url of a database
 * @param {string} sql one statement
 */
export async function runSql(url, sql) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
