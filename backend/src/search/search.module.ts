import { BullModule } from '@nestjs/bullmq';
import { Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { Config } from '../platform/config/config.js';
import { MediaModule } from '../media/media.module.js';
import { AiSearchController } from './api/ai-search.controller.js';
import { AiSearchService } from './api/ai-search.service.js';
import { SearchClient } from './api/search-client.js';
import { CurationController } from './curation/curation.controller.js';
import { Pin } from './curation/pin.entity.js';
import { PinsService } from './curation/pins.service.js';
import { Synonym } from './curation/synonym.entity.js';
import { SynonymsService } from './curation/synonyms.service.js';
import { IndexProcessor } from './index/index.processor.js';
import { Indexer } from './index/indexer.js';
import { RenamesJob } from './index/renames.job.js';
import { SearchRename } from './index/search-rename.entity.js';
import { KeywordFallback } from './api/keyword-fallback.js';
import { KeywordSearchService } from './keyword/keyword-search.service.js';
import { SearchEventsController } from './learning/search-events.controller.js';
import { SearchRecorder } from './learning/search-recorder.js';
import { SearchProductStats, SearchQueryStats } from './learning/search-stats.entity.js';
import { SuggestController } from './api/suggest.controller.js';
import { SuggestService } from './api/suggest.service.js';
import { SearchProcessor } from './worker/search.processor.js';
import { SearchRuntime } from './worker/search-runtime.js';
import { PaidEngineShare } from './api/paid-engine-share.js';
import { Searcher } from './worker/searcher.js';
import { INDEX_QUEUE, SEARCH_QUEUE } from './jobs/search-job.js';

/** Search by words and pictures, as the pages ask for it. */
@Module({
  imports: [
    TypeOrmModule.forFeature([SearchQueryStats, SearchProductStats, SearchRename, Synonym, Pin]),
    AuthModule,
    CatalogModule,
    MediaModule,
    BullModule.registerQueue({ name: SEARCH_QUEUE }),
  ],
  controllers: [AiSearchController, SearchEventsController, CurationController, SuggestController],
  providers: [
    AiSearchService,
    SearchClient,
    PaidEngineShare,
    KeywordFallback,
    KeywordSearchService,
    SearchRecorder,
    SynonymsService,
    PinsService,
    SuggestService,
  ],
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
  imports: [
    TypeOrmModule.forFeature([SearchRename]),
    BullModule.registerQueue({ name: SEARCH_QUEUE }, { name: INDEX_QUEUE }),
  ],
  providers: [
    parts,
    SearchPartsCloser,
    { provide: Indexer, inject: [SearchRuntime], useFactory: ({ indexer }: SearchRuntime) => indexer },
    { provide: Searcher, inject: [SearchRuntime], useFactory: ({ searcher }: SearchRuntime) => searcher },
    SearchProcessor,
    IndexProcessor,
    RenamesJob,
  ],
})
export class SearchWorkerModule {}
