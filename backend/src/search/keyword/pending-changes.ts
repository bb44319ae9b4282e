import type { CatalogChange } from '../../platform/http-cache/catalog-change.js';
import type { KeywordCall } from './keyword-index.js';

/** The interval at which reviewed products are read: reviews only change the order of a list. */
const REVIEW_BATCH_MS = 1_000;
/** The maximum number of products whose changes are not read yet. Beyond it the index reloads all products. */
const MAX_PENDING_CHANGES = 20_000;

/** The changes of the catalogue that the index has not read yet. */
export class PendingChanges {
  private readonly changed = new Set<number>();
  private readonly reviewed = new Set<number>();
  private readonly sold = new Map<number, number>();
  private reviewedAt = 0;
  private isCurated = false;

  /** Adds a change. @returns false when the index must read all products instead */
  note(change: CatalogChange): boolean {
    if (change.kind === 'everything') return false;
    if (change.kind === 'curated') this.isCurated = true;
    else if (change.kind === 'sold') for (const { id, to } of change.sales) this.sold.set(id, to);
    else if (change.kind === 'reviewed') for (const id of change.ids) this.reviewed.add(id);
    // Stock quantities do not affect search.
    else if (change.kind !== 'stock') for (const id of change.ids) this.changed.add(id);
    if (this.changed.size + this.reviewed.size + this.sold.size <= MAX_PENDING_CHANGES) return true;
    for (const noted of [this.changed, this.reviewed, this.sold]) noted.clear();
    return false;
  }

  /**
   * Takes the changes that the next call tells the index.
   * @param areReviewsDue whether the sort order depends on reviews
   */
  take(areReviewsDue: boolean): Omit<KeywordCall, 'search'> {
    if (this.reviewed.size > 0 && (areReviewsDue || Date.now() - this.reviewedAt > REVIEW_BATCH_MS)) {
      this.reviewedAt = Date.now();
      for (const id of this.reviewed) this.changed.add(id);
      this.reviewed.clear();
    }
    const taken = { changed: [...this.changed], sales: [...this.sold], isCurated: this.isCurated };
    this.isCurated = false;
    this.changed.clear();
    this.sold.clear();
    return taken;
  }
}
