import type { Pool } from 'pg';
import { ofPool } from '../../platform/database/pool-database.js';
import { searchLearns } from '../../settings/search-learning.js';
import { readLearnedPairs } from '../learning/learned-boosts.sql.js';
import { readPins, readSynonyms } from './curation.sql.js';
import { Curation } from './curation.js';

/** The interval at which learned boosts are reloaded. */
const LEARN_INTERVAL_MS = 600_000;

/** Loads a `Curation` from the database and keeps it current. */
export class CurationReader {
  readonly curation = new Curation();
  private learns = false;
  private learnedAt = -Infinity;

  constructor(private readonly pool: Pool) {}

  /** Reads synonyms and pins, and learned boosts when they are due or learning was switched on or off. */
  async read(): Promise<void> {
    const db = ofPool(this.pool);
    this.curation.direct(await readSynonyms(db), await readPins(db));
    const learns = await searchLearns(db);
    if (learns !== this.learns) this.learnedAt = -Infinity;
    this.learns = learns;
    // If it fails, the previous boosts stay.
    if (this.isLearningDue) await this.learn().catch(() => undefined);
  }

  /** Whether learned boosts are due to be reloaded. */
  get isLearningDue(): boolean {
    return performance.now() - this.learnedAt >= LEARN_INTERVAL_MS;
  }

  async learn(): Promise<void> {
    this.learnedAt = performance.now();
    this.curation.learn(this.learns ? await readLearnedPairs(ofPool(this.pool)) : []);
  }
}
