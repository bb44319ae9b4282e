import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Engine } from './engine.js';
import type { Asked, Found } from './search-index.js';
import type { SearchJob, SearchResult } from './searches.js';

/** What holds the products that are searched: a thread of its own, or this one in tests. */
export interface Index {
  search(asked: Asked): Promise<Found>;
}

/** How long it is believed which engines are complete. */
const KNOWN_MS = 2_000;

/** Answers searches: has the picture described, and the index asked. */
export class Searcher {
  private readonly logger = new Logger('AI search');
  private complete: Promise<Set<string>> | undefined;
  private knownAt = 0;

  /** @param engines the one that was asked for, and those that do when it cannot be had */
  constructor(
    private readonly db: DataSource,
    private readonly engines: Engine[],
    private readonly index: Index,
  ) {}

  /** @returns null when nobody waits for the answer any more */
  async answer({ text, picture, ignore, limit, until }: SearchJob): Promise<SearchResult | null> {
    if (Date.now() > until) return null;
    const bytes = picture === null ? null : Buffer.from(picture, 'base64');
    const seen = await this.see(text, bytes);
    const found = await this.index.search({ text, ignore, limit, picture: seen.picture });
    return { ...found, fallback: seen.fallback };
  }

  /**
   * What the best engine says that can be had and has described the shop's pictures. A picture that none has anything to
   * say of is answered by the words alone, as a fallback.
   */
  private async see(text: string, bytes: Buffer | null): Promise<{ picture: Asked['picture']; fallback: boolean }> {
    const complete = await this.completeEngines();
    // In a shop whose first index is being made, most products cannot be found yet.
    if (complete.size === 0) throw new Error('The shop is not indexed yet');
    let fallback = false;
    for (const engine of this.engines) {
      if (!complete.has(engine.name)) fallback ||= bytes !== null;
      else {
        try {
          const described = bytes ? await engine.embedImage(bytes) : await this.wordsAsPicture(engine, text);
          const picture = described && { engine: engine.name, described, isShown: bytes !== null };
          return { picture, fallback: fallback || (bytes !== null && engine.fallback) };
        } catch (error) {
          this.logger.warn(`${engine.name} does not answer: ${(error as Error).message}`);
          fallback = true;
        }
      }
    }
    return { picture: null, fallback };
  }

  private async wordsAsPicture(engine: Engine, text: string) {
    const vector = await engine.embedText(text);
    return vector && { vector, parts: null };
  }

  private async completeEngines(): Promise<Set<string>> {
    if (Date.now() - this.knownAt > KNOWN_MS) {
      this.knownAt = Date.now();
      this.complete = this.db
        .query<{ name: string }[]>('SELECT name FROM search_engines WHERE completed_at IS NOT NULL')
        .then((rows) => new Set(rows.map(({ name }) => name)));
      this.complete.catch(() => (this.knownAt = 0));
    }
    return this.complete!;
  }
}
