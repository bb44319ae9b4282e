import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { MediaStore } from '../../media/media-store.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { Engine } from '../engines/engine.js';
import type { PgVectorStore } from '../vectors/pgvector-store.js';
import { ColorGuesser } from './color-guesser.js';
import { PictureDescriber } from './picture-describer.js';
import { lockSearchDocuments } from './search-documents.locks.js';
import { readProducts, saveDocuments } from './search-documents.sql.js';
import {
  addEngines,
  completeEngine,
  completeEngines,
  deleteUnusedEngines,
  markRequested,
  reopenEngine,
  resetEngines,
} from './search-engines.sql.js';
import { deleteImages } from './search-images.sql.js';
import {
  countPendingProducts,
  enqueueAllProducts,
  enqueueUncolored,
  enqueueUndescribed,
  postponeBatch,
  removeBatch,
  takeBatch,
  type Batch,
} from './search-outbox.sql.js';

/**
 * Writes the tables that the search reads: each product's facts, and each engine's descriptions of its pictures. It processes the
 * outbox into which triggers write each change. Indexing is idempotent.
 */
export class Indexer {
  private readonly logger = new Logger('AI search');
  private readonly describer: PictureDescriber;
  private readonly colors: ColorGuesser;
  private readonly names: string[];
  private isComplete = false;

  /**
   * @param engines those in use: the configured one, and those that replace it when it fails
   * @param stores vector stores by the names of their engines
   */
  constructor(
    private readonly db: DataSource,
    private readonly engines: Engine[],
    media: MediaStore,
    private readonly stores: Map<string, PgVectorStore>,
  ) {
    this.describer = new PictureDescriber(db, engines, media, stores);
    this.colors = new ColorGuesser(db);
    this.names = engines.map(({ name }) => name);
  }

  /** Has new engines describe everything. @returns their names */
  async start(): Promise<string[]> {
    // An engine whose store was emptied answers again once its vectors are there.
    for (const [name, store] of this.stores) if ((await store.size()) === 0) await reopenEngine(this.db, name);
    return inTransaction(this.db, async (tx) => {
      const added = await addEngines(tx, this.names);
      await markRequested(tx, this.names);
      if (added.length > 0) await enqueueAllProducts(tx);
      else await enqueueUncolored(tx);
      return added;
    });
  }

  /** Puts every product into the outbox. @param describeAgain true to describe their pictures again, too */
  async reindex({ describeAgain }: { describeAgain: boolean }): Promise<void> {
    await inTransaction(this.db, async (tx) => {
      // A picture that could not be decoded may be valid now.
      await deleteImages(tx, this.names, describeAgain);
      await resetEngines(tx, this.names, describeAgain);
      await enqueueAllProducts(tx);
    });
  }

  /** Takes changes that no job holds. @returns null when there are none */
  takeBatch(): Promise<Batch | null> {
    return takeBatch(this.db);
  }

  /** Indexes a batch. When an engine fails, the batch stays in the outbox and is retried later. */
  async index({ rows, products }: Batch): Promise<void> {
    const pictured = await readProducts(this.db, products);
    const retryAfter = await this.describer.describe([...new Set(pictured.flatMap(({ media }) => media))]);
    await this.colors.guess(products);
    await inTransaction(this.db, async (tx) => {
      // Describing pictures may take minutes, in which another worker may have indexed newer changes.
      await lockSearchDocuments(tx);
      const documents = await readProducts(tx, products);
      const ids = new Set(documents.map(({ id }) => id));
      const removed = products.filter((id) => !ids.has(id)).map((id) => ({ id, facts: null, media: [] }));
      await saveDocuments(tx, [...documents, ...removed]);
      if (retryAfter === null) await removeBatch(tx, rows);
      else await postponeBatch(tx, rows, retryAfter);
    });
  }

  /**
   * Marks engines as complete once they have described every picture, and puts what is missing into the outbox.
   * @returns whether all are complete
   */
  async complete(): Promise<boolean> {
    if (this.isComplete && (await this.areComplete())) return true;
    if ((await this.countPending()) > 0) return false;
    // A worker of an older release deletes names that it does not know.
    await addEngines(this.db, this.names);
    for (const { name } of this.engines) {
      if ((await enqueueUndescribed(this.db, name)) > 0) return false;
      // One page at a time: the caller comes back for the next.
      if (await this.stores.get(name)?.fill(null)) return false;
      if (await completeEngine(this.db, name))
        this.logger.log(`${name} has described every picture, and answers from now on`);
    }
    this.isComplete = true;
    return true;
  }

  /** False after a request for new descriptions, or when an engine's rows were deleted. */
  private async areComplete(): Promise<boolean> {
    const complete = await completeEngines(this.db);
    return this.names.every((name) => complete.has(name));
  }

  /** @returns the number of products with pending changes */
  countPending(): Promise<number> {
    return countPendingProducts(this.db);
  }

  /**
   * Deletes descriptions by engines that no worker has used for an hour, and vectors that no search needs. Does nothing while an engine is substituted, because the
   * name of the configured engine is unknown then.
   */
  async deleteUnused(): Promise<void> {
    await markRequested(this.db, this.names);
    if (this.engines.some(({ fallback }) => fallback)) return;
    await deleteUnusedEngines(this.db, this.names);
    for (const store of this.stores.values()) await store.sweep();
  }
}
