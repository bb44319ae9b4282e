import { BullModule } from '@nestjs/bullmq';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CatalogModule } from '../catalog/catalog.module.js';
import { Config } from '../platform/config/config.js';
import { MediaModule } from '../media/media.module.js';
import { AiSearchController } from './api/ai-search.controller.js';
import { AiSearchService } from './api/ai-search.service.js';
import { SearchClient } from './api/search-client.js';
import { IndexProcessor } from './index/index.processor.js';
import { Indexer } from './index/indexer.js';
import { KeywordFallback } from './api/keyword-fallback.js';
import { KeywordSearchService } from './keyword/keyword-search.service.js';
import { SearchProcessor } from './worker/search.processor.js';
import { SearchRuntime } from './worker/search-runtime.js';
import { Searcher } from './worker/searcher.js';
import { INDEX_QUEUE, SEARCH_QUEUE } from './api/search-job.js';

/** Search by words and pictures, as the pages ask for it. */
@Module({
  imports: [CatalogModule, MediaModule, BullModule.registerQueue({ name: SEARCH_QUEUE })],
  controllers: [AiSearchController],
  providers: [AiSearchService, SearchClient, KeywordFallback, KeywordSearchService],
})
export class SearchModule {}

const parts = {
  provide: SearchRuntime,
  inject: [DataSource, Config],
  useFactory: (db: DataSource, config: Config) => SearchRuntime.open(db, config),
};

/** Ends the threads. */
@Injectable()
class SearchPartsCloser implements OnApplicationShutdown {
  constructor(private readonly parts: SearchRuntime) {}

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
    { provide: Indexer, inject: [SearchRuntime], useFactory: ({ indexer }: SearchRuntime) => indexer },
    { provide: Searcher, inject: [SearchRuntime], useFactory: ({ searcher }: SearchRuntime) => searcher },
    SearchProcessor,
    IndexProcessor,
  ],
})
export class SearchWorkerModule {}
