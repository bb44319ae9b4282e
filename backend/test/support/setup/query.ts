import pg from 'pg';

/** Works on a connection of its own to a database. */
export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs a statement on any database. @returns its rows */
export const query = <Row extends pg.QueryResultRow = Record<string, unknown>>(url: string, sql: string) =>
  connected(url, async (client) => (await client.query<Row>(sql)).rows);
