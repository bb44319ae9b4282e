import { Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { Engine } from '../engines/engine.js';
import { completeEngines } from '../index/search-engines.sql.js';
import type { SearchRequest, SearchHits } from '../index/search-index.js';
import type { SearchJob, SearchResult } from '../api/search-job.js';

/** The index of products: in a thread of its own, or in this one in tests. */
export interface Index {
  search(asked: SearchRequest): Promise<SearchHits>;
}

/** How long it is believed which engines are complete. */
const KNOWN_MS = 2_000;
/** In milliseconds: what is left for the next engine, the index, and the way back when one is late. */
const LEFT_MS = 1_000;

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
    const seen = await this.see(text, bytes, until - LEFT_MS);
    if (Date.now() > until) return null;
    const found = await this.index.search({ text, ignore, limit, picture: seen.picture });
    return { ...found, fallback: seen.fallback };
  }

  /**
   * Asks the best available engine that has described the shop's pictures. A picture that none has anything to
   * say of is answered by the words alone, as a fallback.
   * @param until milliseconds since 1970: so long the last engine is not asked for one that is late
   */
  private async see(
    text: string,
    bytes: Buffer | null,
    until: number,
  ): Promise<{ picture: SearchRequest['picture']; fallback: boolean }> {
    const complete = await this.completeEngines();
    // In a shop whose first index is being made, most products cannot be found yet.
    if (complete.size === 0) throw new Error('The shop is not indexed yet');
    let fallback = false;
    for (const engine of this.engines) {
      if (!complete.has(engine.name)) fallback ||= bytes !== null;
      else {
        try {
          const saying = bytes ? engine.embedImage(bytes) : wordsAsPicture(engine, text);
          const described = await (engine === this.engines.at(-1) ? saying : inTime(saying, until));
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
    if (Date.now() - this.knownAt > KNOWN_MS) {
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

/** The result of a promise, or an error at the deadline. */
async function inTime<T>(saying: Promise<T>, until: number): Promise<T> {
  const timer = new AbortController();
  const late = pause(Math.max(0, until - Date.now()), null, { signal: timer.signal }).then(() => {
    throw new Error('It was late');
  });
  try {
    return await Promise.race([saying, late]);
  } finally {
    timer.abort();
  }
}
