// @ts-check
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { runSql } from './run-sql.mjs';

/** Stops the shop that global-setup.mjs started, and deletes its folder and database. */
export default async function stopShop() {
  if (!globalThis.e2eShop) return;
  const { launcher, dataDir } = globalThis.e2eShop;
  if (launcher.exitCode === null) {
    launcher.kill('SIGTERM');
    await once(launcher, 'exit');
  }
  rmSync(dataDir, { recursive: true, force: true });
  const server = process.env.DATABASE_URL;
  if (server) await runSql(server, `DROP DATABASE IF EXISTS may_e2e_${process.pid} WITH (FORCE)`);
}
