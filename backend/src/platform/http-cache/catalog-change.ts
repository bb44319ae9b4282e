/** A transaction's change of the catalogue, as the triggers of migrations `CatalogChanges` and `SearchCuration` announce it. */
export type CatalogChange =
  /** Anything may have changed. */
  | { kind: 'everything' }
  /** The owner directed the search: synonyms, or products that come first or last. */
  | { kind: 'curated' }
  /** Products that were added or removed, displayed differently, sold out or restocked, changed in stock, or reviewed. */
  | { kind: 'listed' | 'edited' | 'availability' | 'stock' | 'reviewed'; ids: readonly number[] }
  /** The number of sold pieces changed. */
  | { kind: 'sold'; sales: readonly { id: number; from: number; to: number }[] };

export const EVERYTHING: CatalogChange = { kind: 'everything' };

const OF_PRODUCTS = new Set<string>(['listed', 'edited', 'availability', 'stock', 'reviewed']);

/**
 * Parses the payload of a `catalog_changed` notification: a kind and product ids; for `sold` with the numbers before and
 * after (`sold 7:10:12 9:0:1`).
 *
 * @returns "everything" for an empty payload, and for one that this release does not know
 */
export function parseCatalogChange(payload: string): CatalogChange {
  const [kind = '', ...items] = payload.split(' ');
  if (payload === 'curated') return { kind: payload };
  const numbers = items.map((item) => item.split(':').map(Number));
  if (numbers.length === 0 || !numbers.flat().every(Number.isInteger)) return EVERYTHING;
  if (kind === 'sold') return { kind, sales: numbers.map(([id = 0, from = 0, to = 0]) => ({ id, from, to })) };
  if (!OF_PRODUCTS.has(kind)) return EVERYTHING;
  return { kind: kind as 'listed', ids: numbers.map(([id = 0]) => id) };
}

/** Formats a change for `parseCatalogChange`. */
export function formatCatalogChange(change: CatalogChange): string {
  if (change.kind === 'everything') return '';
  if (change.kind === 'curated') return change.kind;
  const items =
    change.kind === 'sold' ? change.sales.map(({ id, from, to }) => `${id}:${from}:${to}`) : change.ids.map(String);
  return [change.kind, ...items].join(' ');
}
