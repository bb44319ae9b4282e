import type { Product } from 'contract/catalog/catalog';
import type { Vnd } from 'contract/rules';
import { getProduct } from '~/api/catalog/catalog';
import { ApiError } from '~/api/http/client';
import { cartItems, limitOf, lineOf, type CartItem } from './cart';

/** The change of a line by a refresh: its price, its quantity (reduced to the stock), or that it is no longer available. */
export type CartChange =
  | { uniqueKey: string; kind: 'price'; before: Vnd; after: Vnd }
  | { uniqueKey: string; kind: 'less'; before: number; after: number }
  | { uniqueKey: string; kind: 'gone' };

/** How many products are requested at the same time: the web server limits the concurrent requests of an address. */
const AT_ONCE = 6;

/**
 * Refreshes every line's price, stock, name and picture from the server. A line that is no longer available stays with a
 * stock of 0, so that nothing disappears without explanation.
 * @returns the changes, to show to the shopper
 * @throws ApiError when the server cannot be reached; the cart is unchanged
 */
export async function refreshCart(): Promise<CartChange[]> {
  const products = await productsOf(new Set(cartItems.get().map((item) => item.id)));
  const changes: CartChange[] = [];
  cartItems.set((items) =>
    items.map((item) => {
      // A line that another tab added meanwhile was not requested.
      const product = products.get(item.id);
      return product === undefined ? item : refreshed(item, product, changes);
    }),
  );
  return changes;
}

function refreshed(item: CartItem, product: Product | null, changes: CartChange[]): CartItem {
  const { uniqueKey } = item;
  const fresh = product && lineOf(product, item.variant_id);
  if (!fresh || fresh.countInStock === 0) {
    changes.push({ uniqueKey, kind: 'gone' });
    return { ...item, ...fresh, qty: item.qty, countInStock: 0 };
  }
  if (fresh.price !== item.price) changes.push({ uniqueKey, kind: 'price', before: item.price, after: fresh.price });
  const qty = Math.min(item.qty, limitOf(fresh));
  if (qty < item.qty) changes.push({ uniqueKey, kind: 'less', before: item.qty, after: qty });
  return { ...fresh, qty };
}

/** The products by id; null for one that is no longer sold. */
async function productsOf(ids: ReadonlySet<number>): Promise<Map<number, Product | null>> {
  const products = new Map<number, Product | null>();
  const left = ids.values();
  const requestNext = async () => {
    for (const id of left) products.set(id, await productOrNull(id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, requestNext));
  return products;
}

async function productOrNull(id: number): Promise<Product | null> {
  try {
    return await getProduct(id);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
