import type { Pool } from 'pg';
import { ofPool } from '../../platform/database/pool-database.js';
import { searchLearns } from '../../settings/search-learning.js';
import { readLearnedPairs } from '../learning/learned-boosts.sql.js';
import { readPins, readSynonyms } from './curation.sql.js';
import { Curation } from './curation.js';

/** What shoppers chose is read again so often. */
const LEARN_MS = 600_000;

/** Keeps a `Curation` as the database has it. */
export class CurationReader {
  readonly curation = new Curation();
  private learns = false;
  private learnedAt = -Infinity;

  constructor(private readonly pool: Pool) {}

  /** Reads the owner's part, and the rest when it is due or the owner has just switched it. */
  async read(): Promise<void> {
    const db = ofPool(this.pool);
    this.curation.direct(await readSynonyms(db), await readPins(db));
    const learns = await searchLearns(db);
    if (learns !== this.learns) this.learnedAt = -Infinity;
    this.learns = learns;
    // What was learnt before serves when it fails.
    if (this.isLearningDue) await this.learn().catch(() => undefined);
  }

  /** Whether what shoppers chose was read too long ago. */
  get isLearningDue(): boolean {
    return performance.now() - this.learnedAt >= LEARN_MS;
  }

  async learn(): Promise<void> {
    this.learnedAt = performance.now();
    this.curation.learn(this.learns ? await readLearnedPairs(ofPool(this.pool)) : []);
  }
}
