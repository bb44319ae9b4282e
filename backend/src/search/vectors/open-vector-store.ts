import type { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { createOwnerDataSource } from '../../platform/database/data-source.js';
import type { Engine } from '../engines/engine.js';
import { PgVectorStore } from './pgvector-store.js';
import { ScanStore } from './vector-store.js';

/** Opens the configured store; an in-memory store, with the reason, when the database has no pgvector. */
export async function openVectorStore(
  db: DataSource,
  config: Pick<Config, 'vectors' | 'directDatabaseUrl'>,
  engine: Pick<Engine, 'name' | 'dimensions'>,
): Promise<PgVectorStore | ScanStore> {
  if (config.vectors === 'scan') return new ScanStore(engine.dimensions);
  try {
    const store = new PgVectorStore(db, engine);
    const owner = await createOwnerDataSource(config.directDatabaseUrl).initialize();
    await owner.transaction((tx) => store.prepare(tx)).finally(() => owner.destroy());
    return store;
  } catch (error) {
    return new ScanStore(engine.dimensions, `pgvector cannot be used: ${(error as Error).message}`);
  }
}
