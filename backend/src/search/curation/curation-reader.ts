import type { Pool } from 'pg';
import { runnerFor } from '../../platform/database/connections/pool-database.js';
import { searchLearns } from '../../settings/parts/search-learning.js';
import { readLearnedPairs } from '../learning/learned-boosts.sql.js';
import { announceCurated, readPins, readSynonyms } from './curation.sql.js';
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
    const db = runnerFor(this.pool);
    this.curation.direct(await readSynonyms(db), await readPins(db));
    const learns = await searchLearns(db);
    if (learns !== this.learns) this.learnedAt = -Infinity;
    this.learns = learns;
    // If it fails, the previous boosts stay. The caches were dropped by what caused this reading.
    if (this.isLearningDue) await this.readBoosts().catch(() => undefined);
  }

  /** Whether learned boosts are due to be reloaded. */
  get isLearningDue(): boolean {
    return Date.now() - this.learnedAt >= LEARN_INTERVAL_MS;
  }

  /**
   * Reads the learned boosts. If they change an order, every process drops its cached answers to keywords, as after a change by
   * the owner.
   */
  async learn(): Promise<void> {
    if (await this.readBoosts()) await announceCurated(runnerFor(this.pool));
  }

  /** @returns whether an order changes */
  private async readBoosts(): Promise<boolean> {
    this.learnedAt = Date.now();
    return this.curation.learn(this.learns ? await readLearnedPairs(runnerFor(this.pool)) : []);
  }
}
