/** How long a transaction of an import shall hold the locks of its products: their buyers wait. */
const LOCKED_MS = 500;
/** Products of the first transaction, and of any. */
const [FIRST, MAX] = [10, 100];

/**
 * Chooses how many products a transaction of an import writes, by the time that the one before held its locks. The worker has a low
 * priority, so that on a busy machine each statement waits for the processor: a hundred products were locked for a minute there, and
 * their orders failed.
 */
export class WritePace {
  private products = FIRST;
  private lockedAt: number | undefined;

  /** The number of products for the next transaction. */
  get count(): number {
    return this.products;
  }

  /** The transaction has its locks. */
  locked(): void {
    this.lockedAt = performance.now();
  }

  /**
   * The transaction has ended. One that found nothing to change had no locks.
   * @param written its number of products: the last one of a batch has fewer than `count`
   */
  committed(written: number): void {
    const took = this.lockedAt === undefined ? 0 : performance.now() - this.lockedAt;
    this.lockedAt = undefined;
    const withinTime = Math.floor((written * LOCKED_MS) / Math.max(1, took));
    // At most twice as many: the next products may have more variants and pictures.
    this.products = Math.max(1, Math.min(this.products * 2, withinTime, MAX));
  }
}
