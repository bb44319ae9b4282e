import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { MediaStore } from '../../media/media-store.js';
import type { Described, Engine } from '../engines/engine.js';
import type { EngineUnavailable } from '../engines/engine-unavailable.js';
import type { PgVectorStore } from '../vectors/pgvector-store.js';
import { saveImage, undescribedImages } from './search-images.sql.js';
import { LEASE_MS } from './search-outbox.sql.js';

/** Has engines describe the shop's pictures, and stores the descriptions. */
export class PictureDescriber {
  private readonly logger = new Logger('AI search');

  /** @param stores vector stores by the names of their engines */
  constructor(
    private readonly db: DataSource,
    private readonly engines: Engine[],
    private readonly media: MediaStore,
    private readonly stores: Map<string, PgVectorStore>,
  ) {}

  /**
   * Has every engine describe the pictures that it has not described yet.
   * @returns null when all succeeded, otherwise the milliseconds until a retry makes sense
   */
  async describe(hashes: string[]): Promise<number | null> {
    let retryAfter: number | null = null;
    for (const engine of this.engines) {
      const missing = await undescribedImages(this.db, engine.name, hashes);
      try {
        for (const hash of missing) await saveImage(this.db, engine.name, hash, await this.embed(engine, hash));
        while (await this.stores.get(engine.name)?.fill(hashes));
      } catch (error) {
        this.logger.warn(`${engine.name} does not describe pictures: ${(error as Error).message}`);
        retryAfter = Math.max(retryAfter ?? LEASE_MS, (error as Partial<EngineUnavailable>).retryAfter ?? 0);
      }
    }
    return retryAfter;
  }

  /** @returns undefined when the picture cannot be decoded */
  private async embed(engine: Engine, hash: string): Promise<Described | undefined> {
    const bytes = await this.read(hash);
    if (!bytes) return undefined;
    try {
      return await engine.embedImage(bytes, 'index');
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.logger.warn(`Picture ${hash} cannot be searched for: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** Reads the rendition that pages show, or the original until that exists. @throws when the store cannot be read */
  private async read(hash: string): Promise<Buffer | undefined> {
    return (await this.media.read(hash, '640.webp')) ?? (await this.media.read(hash, 'original.webp'));
  }
}

const isUnreadable = (error: unknown): boolean => [413, 415].includes((error as { status?: number }).status ?? 0);
