import pg from 'pg';
import { testDatabase } from './database.js';

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('every test file finds a migrated database without the rows of the one before it', async () => {
  const first = await testDatabase();
  await ask(first, `INSERT INTO brands (title) VALUES ('Mây')`);

  const second = await testDatabase();

  expect(await ask(second, 'SELECT * FROM brands')).toEqual([]);
  expect(await ask(second, 'SELECT * FROM migrations')).not.toEqual([]);
});
