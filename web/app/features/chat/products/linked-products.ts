import type { ListProduct } from 'contract/catalog/catalog';
import { listCards } from '~/api/catalog/catalog';

/** As many as a call of `listCards` takes. */
const MAX_IDS = 12;

type Waiting = { resolve: (product: ListProduct | null) => void; reject: (error: unknown) => void };

/** Products that messages link to, until the page is left. A failed one is requested again. */
const known = new Map<number, Promise<ListProduct | null>>();
let waiting = new Map<number, Waiting>();

/**
 * Loads a product that a message links to. Those of messages that appear together share a call.
 * @returns null for one that is not in the shop
 * @throws ApiError
 */
export function linkedProduct(id: number): Promise<ListProduct | null> {
  let product = known.get(id);
  if (!product) {
    product = new Promise((resolve, reject) => {
      if (waiting.size === 0) queueMicrotask(() => void loadWaiting());
      waiting.set(id, { resolve, reject });
    });
    product.catch(() => known.delete(id));
    known.set(id, product);
  }
  return product;
}

async function loadWaiting() {
  const batch = [...waiting];
  waiting = new Map();
  for (let start = 0; start < batch.length; start += MAX_IDS) {
    const part = batch.slice(start, start + MAX_IDS);
    try {
      const products = await listCards(part.map(([id]) => id));
      for (const [id, { resolve }] of part) resolve(products.find((product) => product.id === id) ?? null);
    } catch (error) {
      for (const [, { reject }] of part) reject(error);
    }
  }
}
