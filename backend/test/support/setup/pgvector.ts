import { execFileSync } from 'node:child_process';

/** Begins the titles of tests that need it, and says why they are skipped. */
export const withPgVector = () =>
  hasPgVector ? 'with pgvector:' : 'with pgvector: skipped, this PostgreSQL does not have the extension:';

/** Whether the server of these tests has pgvector: asked before they run, since a skipped test says so from the start. */
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
