import { beaconSearchEvent, sendSearchEvent } from '~/api/search/search-events';
import { asksForPrivacy } from '~/lib/asks-for-privacy';

/** The storage key of the products that were chosen among search results in this tab. */
const CLICKS = 'searchClicks';
const MAX_CLICKS = 50;
/** After this long a purchase has nothing to do with the search any more. */
const MAX_AGE_MS = 86_400_000;
const IDLE_MS = 3_000;

interface Click {
  product: number;
  keyword: string;
  at: number;
}

/**
 * Reports a search when the page is idle.
 * @returns a function that takes it back while it is not sent
 */
export function reportSearch(keyword: string, hasResults: boolean): () => void {
  if (asksForPrivacy()) return () => undefined;
  const report = () => beaconSearchEvent({ type: 'search', keyword, found: hasResults });
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(report, IDLE_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(report, { timeout: IDLE_MS });
  return () => cancelIdleCallback(idle);
}

/** Reports that a result was chosen, and remembers the keyword for a purchase of it in this tab. */
export function reportClick(keyword: string, product: number): void {
  if (asksForPrivacy()) return;
  beaconSearchEvent({ type: 'click', keyword, product });
  const others = readClicks().filter((click) => click.product !== product);
  writeClicks([{ product, keyword, at: Date.now() }, ...others].slice(0, MAX_CLICKS));
}

/** Reports those of paid products that a search in this tab led to. Each is reported once. */
export async function reportPurchases(products: readonly number[]): Promise<void> {
  const clicks = readClicks();
  const bought = clicks.filter(({ product }) => products.includes(product));
  if (bought.length === 0 || asksForPrivacy()) return;
  writeClicks(clicks.filter((click) => !bought.includes(click)));
  const recent = bought.filter(({ at }) => Date.now() - at < MAX_AGE_MS);
  // Nobody waits for a count, and none is worth a message.
  await Promise.allSettled(
    recent.map(({ product, keyword }) => sendSearchEvent({ type: 'purchase', keyword, product })),
  );
}

/** The product to which a clicked element links; null for anything else. */
export function productOf(target: EventTarget): number | null {
  const link = target instanceof Element ? target.closest('a[href*="/products/"]') : null;
  const [, id] = /\/products\/(\d+)(?:\?.*)?$/.exec(link?.getAttribute('href') ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

function readClicks(): Click[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(CLICKS) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as Click[]) : [];
  } catch {
    return [];
  }
}

function writeClicks(clicks: readonly Click[]): void {
  try {
    sessionStorage.setItem(CLICKS, JSON.stringify(clicks));
  } catch {
    // In private mode a purchase is not put down to its search.
  }
}
