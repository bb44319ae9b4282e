import { createHmac, hkdfSync } from 'node:crypto';

/** The maximum number of events remembered per day. Events beyond it are not counted. */
const MAX_SEEN = 200_000;
/** The length of each key. Among 200,000 keys two collide once in 14,000 days. */
const KEY_BYTES = 6;

/**
 * Remembers which events were counted today, to ignore repetitions. It stores only keyed hashes, which reveal nothing about
 * persons and are equal in all processes.
 */
export class SeenEvents {
  private readonly secret: Buffer;
  private day = '';
  private readonly seen = new Set<string>();

  constructor(
    jwtSecret: string,
    private readonly maxSeen = MAX_SEEN,
  ) {
    this.secret = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'may search events', 32));
  }

  /** Remembers an event. @returns its key; null if it was seen today, or the memory is full */
  add(day: string, ...facts: readonly (string | number)[]): string | null {
    if (day !== this.day) this.seen.clear();
    this.day = day;
    if (this.seen.size >= this.maxSeen) return null;
    const key = this.keyOf([day, ...facts]);
    if (this.seen.has(key)) return null;
    this.seen.add(key);
    return key;
  }

  /** Forgets an event that is not counted after all, so that it takes no room. @param key as `add` returned it on that day */
  forget(day: string, key: string): void {
    if (day === this.day) this.seen.delete(key);
  }

  private keyOf(facts: readonly (string | number)[]): string {
    const digest = createHmac('sha256', this.secret).update(JSON.stringify(facts)).digest();
    return digest.subarray(0, KEY_BYTES).toString('base64url');
  }
}
