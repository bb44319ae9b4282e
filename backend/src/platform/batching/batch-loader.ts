import { setImmediate as nextTick } from 'node:timers/promises';

/** Loads the keys that are requested concurrently in one call, so that they share a statement. It caches nothing. */
export class BatchLoader<Key, Value> {
  private pendingKeys = new Set<Key>();
  private batch: Promise<ReadonlyMap<Key, Value>> | undefined;

  /** @param find returns the values of these keys; each key occurs once, keys without a value are left out */
  constructor(private readonly find: (keys: Key[]) => Promise<ReadonlyMap<Key, Value>>) {}

  /** @returns undefined for a key without a value. @throws the error of `find`, to every caller of that batch */
  async load(key: Key): Promise<Value | undefined> {
    this.pendingKeys.add(key);
    // Deferred: requests that came with the same read of the sockets are about to load too.
    this.batch ??= nextTick().then(() => this.findPending());
    return (await this.batch).get(key);
  }

  private findPending(): Promise<ReadonlyMap<Key, Value>> {
    const keys = [...this.pendingKeys];
    this.pendingKeys = new Set();
    this.batch = undefined;
    return this.find(keys);
  }
}
