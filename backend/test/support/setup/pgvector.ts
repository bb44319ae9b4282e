import { execFileSync } from 'node:child_process';

/** Prefix for the titles of tests that need pgvector; states why they are skipped. */
export const withPgVector = () =>
  hasPgVector ? 'with pgvector:' : 'with pgvector: skipped, this PostgreSQL does not have the extension:';

/** True when the test server has pgvector: checked before the tests run, because skipped tests are declared up front. */
export const hasPgVector =
  execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import pg from 'pg';
     const client = new pg.Client(process.env.MAY_TEST_SERVER);
     await client.connect();
     const { rowCount } = await client.query("SELECT FROM pg_available_extensions WHERE name = 'vector'");
     console.log(rowCount);
     await client.end();`,
  ])
    .toString()
    .trim() === '1';
