import { createHash, randomBytes } from 'node:crypto';

/** The maximum number of events remembered per day. Events beyond it are not counted. */
const MAX_SEEN = 200_000;
/** The length of each hash. Among 200,000 hashes two collide once in 14,000 days. */
const HASH_BYTES = 6;

/**
 * Remembers which events were counted today, to ignore repetitions. It stores only hashes, with a random salt that is replaced
 * each day, so that they reveal nothing about persons.
 */
export class SeenEvents {
  private day = '';
  private salt = '';
  private readonly seen = new Set<number>();

  constructor(private readonly maxSeen = MAX_SEEN) {}

  /** Whether an event with these facts was counted, or the memory is full. */
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
