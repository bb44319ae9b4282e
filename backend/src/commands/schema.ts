import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Config } from '../platform/config/config.js';
import { createOwnerDataSource } from '../platform/database/data-source.js';
import { migrate } from '../platform/database/migrations.js';
import { projectFolder } from '../platform/threads/built-file.js';
import { describeSchema } from './schema/describe-schema.js';

// `npm run schema`: migrates the database and writes backend/schema.sql from it.
try {
  const config = Config.ofProcess();
  const db = await createOwnerDataSource(config.directDatabaseUrl).initialize();
  const sql = await migrate(db)
    .then(() => describeSchema(db))
    .finally(() => db.destroy());
  const file = path.join(projectFolder(), 'backend/schema.sql');
  await writeFile(file, sql);
  console.log(`Written: ${file}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
