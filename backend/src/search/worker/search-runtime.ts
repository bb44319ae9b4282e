import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { WorkerThread } from '../../platform/threads/worker-thread.js';
import { builtFile } from '../../platform/threads/built-file.js';
import type { Config } from '../../platform/config/config.js';
import { MediaStore } from '../../media/media-store.js';
import type { Engine } from '../engines/engine.js';
import { makeEngines } from './make-engines.js';
import { Indexer } from '../index/indexer.js';
import type { PgVectorStore } from '../vectors/pgvector-store.js';
import { Searcher, type Index } from './searcher.js';
import { SearchIndex, type SearchRequest, type EngineFacts, type SearchHits } from '../hybrid/search-index.js';
import { openVectorStore } from '../vectors/open-vector-store.js';

/** The index is unloaded after half an hour without a search, and loaded again by the next one. */
const IDLE_MS = 30 * 60_000;

/** The vector stores by engine name; the vectors of other engines are in memory. */
type Stores = Map<string, PgVectorStore>;

/** The worker's searcher and indexer, which share their engines. */
export class SearchRuntime {
  readonly indexer: Indexer;
  readonly searcher: Searcher;

  private constructor(
    db: DataSource,
    private readonly engines: Engine[],
    private readonly index: Index & { close(): Promise<void> },
    media: MediaStore,
    stores: Stores,
  ) {
    this.indexer = new Indexer(db, engines, media, stores);
    this.searcher = new Searcher(db, engines, index);
  }

  /** Opens the configured engines. */
  static async open(db: DataSource, config: Config): Promise<SearchRuntime> {
    const engines = await makeEngines(config);
    return SearchRuntime.with(db, config, engines);
  }

  /** @param engines the configured one and its replacements; they are closed with the runtime */
  static async with(db: DataSource, config: Config, engines: Engine[]): Promise<SearchRuntime> {
    const stores = await openStores(db, config, engines);
    const facts = engines.map(({ name, dimensions }) => ({ name, dimensions, isPersistent: stores.has(name) }));
    const index = config.isTest ? openHere(config.databaseUrl, facts) : openThread(config.databaseUrl, facts);
    return new SearchRuntime(db, engines, index, MediaStore.of(config), stores);
  }

  async close(): Promise<void> {
    await Promise.all([this.index.close(), ...this.engines.map((engine) => engine.close())]);
  }
}

/** Opens stores for engines whose descriptions are only vectors; parts have to be compared in memory. */
async function openStores(db: DataSource, config: Config, engines: Engine[]): Promise<Stores> {
  const stores: Stores = new Map();
  if (config.vectors === 'scan') return stores;
  const logger = new Logger('AI search');
  for (const engine of engines.filter(({ hasParts }) => !hasParts)) {
    try {
      stores.set(engine.name, await openVectorStore(db, config, engine));
    } catch (error) {
      logger.warn(`The vectors of ${engine.name} are in memory: pgvector cannot be used: ${(error as Error).message}`);
    }
  }
  if (engines[0]?.hasParts) logger.warn(`${engines[0].name} does not use pgvector: it compares pictures in memory`);
  return stores;
}

function openThread(databaseUrl: string, engines: EngineFacts[]) {
  const thread = new WorkerThread(
    builtFile('search/worker/search-thread.js'),
    { databaseUrl, engines },
    { idleMs: IDLE_MS },
  );
  return { search: (request: SearchRequest) => thread.call<SearchHits>(request), close: () => thread.close() };
}

/** For tests, which run the sources: no built file exists for a thread. */
function openHere(databaseUrl: string, engines: EngineFacts[]) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const index = new SearchIndex(pool, engines);
  return { search: (request: SearchRequest) => index.search(request), close: () => pool.end() };
}
