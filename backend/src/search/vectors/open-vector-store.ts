import type { DataSource } from 'typeorm';
import type { Config } from '../../platform/config/config.js';
import { createOwnerDataSource } from '../../platform/database/data-source.js';
import type { Engine } from '../engines/engine.js';
import { PgVectorStore } from './pgvector-store.js';

/** Opens the store of an engine's vectors in the database. @throws when the database has no pgvector that can be used */
export async function openVectorStore(
  db: DataSource,
  { directDatabaseUrl }: Pick<Config, 'directDatabaseUrl'>,
  engine: Pick<Engine, 'name' | 'dimensions'>,
): Promise<PgVectorStore> {
  const store = new PgVectorStore(db, engine);
  const owner = await createOwnerDataSource(directDatabaseUrl).initialize();
  await owner.transaction((tx) => store.prepare(tx)).finally(() => owner.destroy());
  return store;
}
