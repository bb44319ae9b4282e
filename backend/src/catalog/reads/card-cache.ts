import { LRUCache } from 'lru-cache';
import type { CatalogChange } from '../../platform/http-cache/catalog-change.js';
import type { CatalogChanges } from '../../platform/http-cache/catalog-changes.js';
import { readCards, type ReadSource } from './catalog-reads.sql.js';

/** In bytes: about 10,000 products. */
const MAX_BYTES = 16 * 1024 * 1024;
/** The approximate memory of an entry beside its text, in bytes. */
const OVERHEAD = 200;
/** A badge depends on the date ("new"). */
const MAX_AGE_MS = 60_000;

/**
 * The JSON of products as lists show them. Lists that were never asked for show products that others showed, so most need no
 * statement. Each change of a product drops its card.
 */
export class CardCache {
  private readonly cards = new LRUCache<number, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ length }) => 2 * length + OVERHEAD,
    ttl: MAX_AGE_MS,
  });
  /** The number of changes so far. */
  private version = 0;

  constructor(
    private readonly source: ReadSource,
    private readonly changes: CatalogChanges,
  ) {
    changes.onChange((change) => this.change(change));
  }

  /** JSON of the products that have these ids and are in the shop, in this order. */
  async read(ids: readonly number[]): Promise<string> {
    const cached = new Map<number, string>();
    const missing: number[] = [];
    for (const id of ids) {
      const card = this.changes.isLive ? this.cards.get(id) : undefined;
      if (card === undefined) missing.push(id);
      else cached.set(id, card);
    }
    if (missing.length > 0) await this.load(missing, cached);
    return `[${ids.flatMap((id) => cached.get(id) ?? []).join(',')}]`;
  }

  private async load(ids: number[], into: Map<number, string>): Promise<void> {
    const { version } = this;
    const rows = await readCards(this.source, ids);
    // What changed meanwhile may be missing in what was read.
    const isCurrent = this.changes.isLive && version === this.version;
    for (const { id, json } of rows) {
      into.set(id, json);
      if (isCurrent) this.cards.set(id, json);
    }
  }

  private change(change: CatalogChange): void {
    this.version += 1;
    if (change.kind === 'everything') this.cards.clear();
    else if (change.kind === 'sold') for (const { id } of change.sales) this.cards.delete(id);
    else if (change.kind !== 'curated') for (const id of change.ids) this.cards.delete(id);
  }
}
