import { setImmediate as soon } from 'node:timers/promises';

/** Finds what is asked for at the same time all at once, so that many share one statement. It keeps nothing. */
export class BatchLoader<Key, Found> {
  private wanted = new Set<Key>();
  private batch: Promise<ReadonlyMap<Key, Found>> | undefined;

  /** @param find gives what there is of these keys, each once */
  constructor(private readonly find: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>) {}

  /** @returns undefined when there is nothing. @throws what `find` throws, to all who asked with this one */
  async load(key: Key): Promise<Found | undefined> {
    this.wanted.add(key);
    // Not at once: what came with the same read of the sockets is about to ask too.
    this.batch ??= soon().then(() => this.findWanted());
    return (await this.batch).get(key);
  }

  private findWanted(): Promise<ReadonlyMap<Key, Found>> {
    const keys = [...this.wanted];
    this.wanted = new Set();
    this.batch = undefined;
    return this.find(keys);
  }
}
