import { BullModule } from '@nestjs/bullmq';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CatalogModule } from '../catalog/catalog.module.js';
import { Config } from '../config.js';
import { MediaModule } from '../media/media.module.js';
import { AiSearchController } from './ai-search.controller.js';
import { AiSearchService } from './ai-search.service.js';
import { Asker } from './asker.js';
import { IndexProcessor } from './index.processor.js';
import { Indexer } from './indexer.js';
import { PlainSearch } from './plain-search.js';
import { SearchProcessor } from './search.processor.js';
import { SearchParts } from './search-parts.js';
import { Searcher } from './searcher.js';
import { INDEX_QUEUE, SEARCH_QUEUE } from './searches.js';

/** Search by words and pictures, as the pages ask for it. */
@Module({
  imports: [CatalogModule, MediaModule, BullModule.registerQueue({ name: SEARCH_QUEUE })],
  controllers: [AiSearchController],
  providers: [AiSearchService, Asker, PlainSearch],
})
export class AiSearchModule {}

const parts = {
  provide: SearchParts,
  inject: [DataSource, Config],
  useFactory: async (db: DataSource, config: Config) => {
    const opened = await SearchParts.open(db, config);
    await opened.warm();
    return opened;
  },
};

/** Ends the threads. */
@Injectable()
class SearchPartsCloser implements OnApplicationShutdown {
  constructor(private readonly parts: SearchParts) {}

  async onApplicationShutdown(): Promise<void> {
    await this.parts.close();
  }
}

/** The part of it that runs in the worker: it describes pictures and finds. */
@Module({
  imports: [BullModule.registerQueue({ name: SEARCH_QUEUE }, { name: INDEX_QUEUE })],
  providers: [
    parts,
    SearchPartsCloser,
    { provide: Indexer, inject: [SearchParts], useFactory: ({ indexer }: SearchParts) => indexer },
    { provide: Searcher, inject: [SearchParts], useFactory: ({ searcher }: SearchParts) => searcher },
    SearchProcessor,
    IndexProcessor,
  ],
})
export class AiSearchWorkerModule {}
