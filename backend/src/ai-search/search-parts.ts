import path from 'node:path';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { AskedThread, builtFile } from '../common/thread.js';
import type { Config } from '../config.js';
import { MediaStore } from '../media/media-store.js';
import type { Engine } from './engine.js';
import { makeEngines } from './engines/make-engines.js';
import { Indexer } from './indexer.js';
import { Searcher, type Index } from './searcher.js';
import { SearchIndex, type Asked, type EngineFacts, type Found } from './search-index.js';

/** What the worker searches with, and what it indexes with: both ask the same engines. */
export class SearchParts {
  readonly indexer: Indexer;
  readonly searcher: Searcher;

  private constructor(
    db: DataSource,
    private readonly engines: Engine[],
    private readonly index: Index & { close(): Promise<void> },
    store: MediaStore,
  ) {
    this.indexer = new Indexer(db, engines, store);
    this.searcher = new Searcher(db, engines, index);
  }

  /** With the engines that the settings ask for. */
  static async open(db: DataSource, config: Config): Promise<SearchParts> {
    const engines = await makeEngines(config);
    return SearchParts.with(db, config, engines);
  }

  /** @param engines the one that is to answer, and those that do when it cannot; they are closed with the rest */
  static with(db: DataSource, config: Config, engines: Engine[]): SearchParts {
    const facts = engines.map(({ name, dimensions }) => ({ name, dimensions }));
    const index = config.isTest ? openHere(config.databaseUrl, facts) : openThread(config.databaseUrl, facts);
    return new SearchParts(db, engines, index, new MediaStore(path.join(config.dataDir, 'media')));
  }

  async close(): Promise<void> {
    await Promise.all([this.index.close(), ...this.engines.map((engine) => engine.close())]);
  }
}

function openThread(databaseUrl: string, engines: EngineFacts[]) {
  const thread = new AskedThread(builtFile('ai-search/search-thread.js'), { databaseUrl, engines });
  return { search: (asked: Asked) => thread.ask<Found>(asked), close: () => thread.close() };
}

/** For tests, which run the sources as they are: nothing is built that a thread could load. */
function openHere(databaseUrl: string, engines: EngineFacts[]) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const index = new SearchIndex(pool, engines);
  return { search: (asked: Asked) => index.search(asked), close: () => pool.end() };
}
