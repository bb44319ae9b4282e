import { createHash, randomBytes } from 'node:crypto';

/** So many events of a day are remembered; whatever comes beyond them is not counted. */
const MAX_SEEN = 200_000;
/** Of each hash: two of 200,000 are the same once in 14,000 days. */
const HASH_BYTES = 6;

/**
 * Remembers what was counted today, so that nobody is counted twice for the same. It stores numbers that tell nothing: hashes with
 * a random salt, which is replaced each day.
 */
export class SeenEvents {
  private day = '';
  private salt = '';
  private readonly seen = new Set<number>();

  constructor(private readonly maxSeen = MAX_SEEN) {}

  /** Whether an event of these facts is counted already, or can no longer be told from others. */
  has(day: string, ...facts: readonly (string | number)[]): boolean {
    this.turnTo(day);
    return this.seen.size >= this.maxSeen || this.seen.has(this.hash(facts));
  }

  add(day: string, ...facts: readonly (string | number)[]): void {
    this.turnTo(day);
    this.seen.add(this.hash(facts));
  }

  private turnTo(day: string): void {
    if (day === this.day) return;
    this.day = day;
    this.salt = randomBytes(16).toString('hex');
    this.seen.clear();
  }

  private hash(facts: readonly (string | number)[]): number {
    const digest = createHash('sha256')
      .update(JSON.stringify([this.salt, ...facts]))
      .digest();
    return digest.readUIntBE(0, HASH_BYTES);
  }
}
