import { DataSource } from 'typeorm';
import { User } from '../auth/users/user.entity.js';
import type { Config } from '../platform/config/config.js';
import { MediaStore } from '../media/media-store.js';
import { Account } from '../ledger/account.entity.js';
import { dataSourceOptions } from '../platform/database/data-source.js';
import { seedDemo } from './seed-demo.js';

/**
 * Seeds the shop of these settings, whose database is migrated and reachable. The worker makes the pictures' other widths
 * when it next checks for pending pictures.
 * @returns false without any change when the shop already has products
 */
export async function seedShop(config: Config): Promise<boolean> {
  const source = new DataSource({ ...dataSourceOptions(config.databaseUrl), entities: [User, Account] });
  await source.initialize();
  try {
    return await seedDemo(source, MediaStore.of(config));
  } finally {
    await source.destroy();
  }
}
