import type { DataSource } from 'typeorm';
import { ensureAdmin } from '../auth/admin/first-admin.js';
import type { Config } from '../platform/config/config.js';
import { ensureApplicationRole } from '../platform/database/application-role.js';
import { connectDatabase, createOwnerDataSource } from '../platform/database/data-source.js';
import { laterMigration, migrate } from '../platform/database/migrations.js';
import { refuseDemoPasswords, warnOfDemoPassword } from '../demo/demo-passwords.js';
import { hasProducts } from '../demo/has-products.js';
import { keepWebAssets } from '../web-assets/keep-web-assets.js';

/**
 * Prepares the database for the application: migrates it, stores this release's scripts and styles for the web servers of others, and adds
 * the first administrator and, if the settings ask for it and the shop is empty, the demo.
 * @throws Error with one sentence when the database cannot be reached, or when production would use the demo's administrator or
 * could rewrite append-only records
 */
export async function prepareDatabase(config: Config): Promise<void> {
  const source = await connectDatabase(createOwnerDataSource(config.directDatabaseUrl));
  let wantsDemo: boolean;
  try {
    await migrate(source);
    await warnOfLaterRelease(source);
    await guardRecords(source, config);
    await keepWebAssets(source);
    await ensureAdmin(source, config.admin);
    if (config.isProduction) await refuseDemoPasswords(source);
    else if (config.openedBy) await warnOfDemoPassword(source, config.openedBy);
    wantsDemo = config.seed === 'demo' && !(await hasProducts(source.manager));
  } finally {
    await source.destroy();
  }
  if (wantsDemo) {
    console.log('Adding the demo shop …');
    // Imported lazily: no other start needs it.
    const { seedShop } = await import('../demo/seed-shop.js');
    await seedShop(config);
  }
}

/** During a deploy, processes of this release start beside the next one's database; at any other time that is a mistake. */
async function warnOfLaterRelease(source: DataSource): Promise<void> {
  const later = await laterMigration(source);
  if (later) console.error(`The database is of a later release (${later}): use this one only until the deploy ends.`);
}

async function guardRecords(source: DataSource, { directDatabaseUrl, isProduction }: Config): Promise<void> {
  if (await ensureApplicationRole(source)) return;
  const user = new URL(directDatabaseUrl).username;
  const lack = `The role may_app is missing, and the database user may not create it: run CREATE ROLE may_app; GRANT may_app TO "${user}"; as a superuser, and start again.`;
  if (isProduction) throw new Error(lack);
  console.warn(lack);
}
