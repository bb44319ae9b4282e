import type { Product } from 'contract/catalog/catalog';
import type { PlaceOrder } from 'contract/orders/placing';
import { MAX_ORDER_LINES, MAX_QUANTITY, TEXTS, type Vnd } from 'contract/rules';
import { getProduct } from '~/api/catalog/catalog';
import { pictureFor } from '~/features/products/color-pictures';
import { ApiError } from '~/api/http/client';
import { isRecord, stored } from '~/lib/storage/stored';

/** One line of the cart. Price and stock are from the last request to the server. */
export interface CartItem {
  /** The id of the product. */
  id: number;
  /** `5`, or `5-12` for variant 12 of product 5. */
  uniqueKey: string;
  name: string;
  qty: number;
  image: string | null;
  price: Vnd;
  countInStock: number;
  variant_id: number | null;
  color: string | null;
  size: string | null;
  /** Missing in lines that are older than these fields, until they are refreshed. */
  color_id?: number;
  size_id?: number;
}

/** The lines as stored in this browser. */
export const cartItems = stored<CartItem[]>('cartItems', (value) => {
  const items = Array.isArray(value) ? value.flatMap(readItem) : [];
  return [...new Map(items.map((item) => [item.uniqueKey, item])).values()];
});

/** The lines as a React hook; empty on the server and during hydration. */
export const useCart = () => cartItems.use();

/** The total quantity of the lines. */
export const countPieces = (items: readonly CartItem[]) => items.reduce((sum, item) => sum + item.qty, 0);

/** The maximum quantity of a line: its stock, capped by the shop's limit. */
export const limitOf = (item: Pick<CartItem, 'countInStock'>) => Math.min(item.countInStock, MAX_QUANTITY);

/**
 * Adds a product to the cart at the server's current price, up to its stock. An existing line grows.
 * @param variantId null for a product without variants
 * @returns the line, and how many pieces were added: 0 when the cart has the whole stock
 * @throws ApiError 404 for a product or variant that is no longer sold, 409 when it is sold out or the cart is at the limit of order lines, or
 *   as `getProduct`; the cart is unchanged
 */
export async function addToCart(
  productId: number,
  variantId: number | null,
  qty: number,
): Promise<{ item: CartItem; added: number }> {
  const fresh = lineOf(await getProduct(productId), variantId);
  if (fresh === null) throw new ApiError(404, 'Lựa chọn này không còn bán.');
  const before = cartItems.get().find((item) => item.uniqueKey === fresh.uniqueKey)?.qty ?? 0;
  if (before === 0 && cartItems.get().length >= MAX_ORDER_LINES) throw new ApiError(409, TEXTS.tooManyLines);
  const item = { ...fresh, qty: Math.max(before, Math.min(before + qty, limitOf(fresh))) };
  // The page may show the stock of a while ago: without this, "buy now" would lead to the checkout of the other lines.
  if (item.qty === 0) throw new ApiError(409, 'Sản phẩm vừa hết hàng.');
  cartItems.set((items) =>
    before > 0 ? items.map((other) => (other.uniqueKey === item.uniqueKey ? item : other)) : [...items, item],
  );
  return { item, added: item.qty - before };
}

/** Sets a line's quantity, between 1 and the stock. */
export function setQuantity(uniqueKey: string, qty: number) {
  cartItems.set((items) =>
    items.map((item) =>
      item.uniqueKey === uniqueKey ? { ...item, qty: Math.max(1, Math.min(Math.trunc(qty), limitOf(item))) } : item,
    ),
  );
}

export const removeFromCart = (uniqueKey: string) =>
  cartItems.set((items) => items.filter((item) => item.uniqueKey !== uniqueKey));

/** Restores a removed line at its position. */
export const putBack = (item: CartItem, index: number) =>
  cartItems.set((items) =>
    items.some((other) => other.uniqueKey === item.uniqueKey) ? items : items.toSpliced(index, 0, item),
  );

type OrderLine = PlaceOrder['orderItems'][number];

/** Removes what was ordered. What another tab has added meanwhile stays. */
export function removeOrdered(lines: readonly OrderLine[]) {
  const ordered = new Map(lines.map(({ id, variant_id, qty }) => [keyOf(id, variant_id ?? null), qty]));
  cartItems.set((items) =>
    items.flatMap((item) => {
      const qty = item.qty - (ordered.get(item.uniqueKey) ?? 0);
      return qty > 0 ? [{ ...item, qty }] : [];
    }),
  );
}

/** The line of a product, or of one of its variants; null when there is no such variant. */
export function lineOf(product: Product, variantId: number | null): CartItem | null {
  const variant = product.variants.find(({ id }) => id === variantId);
  if (product.has_variants ? !variant : variantId !== null) return null;
  return {
    id: product.id,
    uniqueKey: keyOf(product.id, variantId),
    name: product.name,
    qty: 0,
    image: pictureFor(product, variant?.color.id ?? null),
    price: variant?.price ?? product.price,
    countInStock: variant?.stock_quantity ?? product.countInStock,
    variant_id: variantId,
    color: variant?.color.name ?? null,
    size: variant?.size.name ?? null,
    color_id: variant?.color.id,
    size_id: variant?.size.id,
  };
}

const keyOf = (id: number, variantId: number | null) => (variantId === null ? `${id}` : `${id}-${variantId}`);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const idIn = (value: unknown) => (isCount(value) ? value : undefined);
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** Parses a stored line; an empty list for an invalid one. */
function readItem(value: unknown): CartItem[] {
  if (!isRecord(value)) return [];
  const { id, qty, price, countInStock, name } = value;
  const variantId = value.variant_id ?? null;
  if (!isCount(id) || !isCount(qty) || !isCount(price) || typeof name !== 'string') return [];
  if (id === 0 || qty === 0 || (variantId !== null && !isCount(variantId))) return [];
  return [
    {
      id,
      uniqueKey: keyOf(id, variantId),
      name,
      qty: Math.min(qty, MAX_QUANTITY),
      image: textOrNull(value.image),
      price,
      countInStock: isCount(countInStock) ? countInStock : 0,
      variant_id: variantId,
      color: textOrNull(value.color),
      size: textOrNull(value.size),
      color_id: idIn(value.color_id),
      size_id: idIn(value.size_id),
    },
  ];
}
