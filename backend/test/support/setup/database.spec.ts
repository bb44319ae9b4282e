import { testDatabase } from './database.js';
import { query } from './query.js';

test('every test file finds a migrated database without the rows of the one before it', async () => {
  const first = await testDatabase();
  await query(first, `INSERT INTO brands (title) VALUES ('Mây')`);

  const second = await testDatabase();

  expect(await query(second, 'SELECT * FROM brands')).toEqual([]);
  expect(await query(second, 'SELECT * FROM migrations')).not.toEqual([]);
});
