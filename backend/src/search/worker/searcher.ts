import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { waitAtMost } from '../../platform/promises/wait-at-most.js';
import type { Engine } from '../engines/engine.js';
import { completeEngines } from '../index/search-engines.sql.js';
import type { SearchRequest, SearchHits } from '../hybrid/search-index.js';
import type { SearchJob, SearchResult } from '../jobs/search-job.js';

/** The index of products: in a thread of its own, or in this thread in tests. */
export interface Index {
  search(request: SearchRequest): Promise<SearchHits>;
}

/** How long the list of complete engines is cached. */
const CACHE_MS = 2_000;
/** Time that remains for the next engine, the index and the response when an engine is late, in milliseconds. */
const RESERVE_MS = 1_000;

/** Answers searches: has an engine describe the picture, and searches the index. */
export class Searcher {
  private readonly logger = new Logger('AI search');
  private complete: Promise<Set<string>> | undefined;
  private knownAt = 0;

  /** @param engines the configured one and its replacements */
  constructor(
    private readonly db: DataSource,
    private readonly engines: Engine[],
    private readonly index: Index,
  ) {}

  /** @returns null when the deadline has passed */
  async answer({ text, picture, ignore, limit, until, isBasic = false }: SearchJob): Promise<SearchResult | null> {
    if (Date.now() > until) return null;
    const bytes = picture === null ? null : Buffer.from(picture, 'base64');
    const description = await this.see(text, bytes, until - RESERVE_MS, isBasic);
    if (Date.now() > until) return null;
    const results = await this.index.search({ text, ignore, limit, picture: description.picture });
    return { ...results, fallback: description.fallback };
  }

  /**
   * Calls the best available engine that has described the shop's pictures. If none can describe the picture, the text alone is
   * searched for, as a fallback.
   * @param until the deadline of all engines but the last one, in milliseconds since 1970
   * @param isBasic whether only the last engine, the shop's own, may be used
   */
  private async see(
    text: string,
    bytes: Buffer | null,
    until: number,
    isBasic: boolean,
  ): Promise<{ picture: SearchRequest['picture']; fallback: boolean }> {
    const complete = await this.completeEngines();
    // While the shop's first index is being built, most products cannot be found yet.
    if (complete.size === 0) throw new Error('The shop is not indexed yet');
    const engines = isBasic ? this.engines.slice(-1) : this.engines;
    let fallback = bytes !== null && engines.length < this.engines.length;
    for (const engine of engines) {
      if (!complete.has(engine.name)) fallback ||= bytes !== null;
      else {
        try {
          const description = bytes ? engine.embedImage(bytes, 'search') : wordsAsPicture(engine, text);
          const described = await (engine === this.engines.at(-1) ? description : beforeDeadline(description, until));
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

  private async completeEngines(): Promise<Set<string>> {
    if (Date.now() - this.knownAt > CACHE_MS) {
      this.knownAt = Date.now();
      this.complete = completeEngines(this.db);
      this.complete.catch(() => (this.knownAt = 0));
    }
    return this.complete!;
  }
}

async function wordsAsPicture(engine: Engine, text: string) {
  const vector = await engine.embedText(text);
  return vector && { vector, parts: null };
}

/** Returns the result of a promise. @throws Error at the deadline */
async function beforeDeadline<T>(description: Promise<T>, until: number): Promise<T> {
  const done = await waitAtMost(
    until - Date.now(),
    description.then((value) => ({ value })),
  );
  if (!done) throw new Error('The engine timed out');
  return done.value;
}
