import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeSchema } from '../../../src/commands/schema/describe-schema.js';
import { openShop, shop } from '../../support/client.js';

openShop();

const FILE = path.join(import.meta.dirname, '../../../schema.sql');

test('backend/schema.sql is the schema of a migrated database', async () => {
  const actual = await describeSchema(shop().db);
  // After a migration, `npm run build` and then `npm run schema` write it.
  expect(actual).toBe(readFileSync(FILE, 'utf8'));
});
