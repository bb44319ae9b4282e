import type { Order } from 'contract/orders/orders';
import { TEXTS } from 'contract/rules';
import { ApiError } from '~/api/http/client';
import { addToCart, cartItems } from './cart';

/** What came of buying an order again. */
export interface BoughtAgain {
  /** How many of the order's lines are in the cart now, in full or in part. */
  held: number;
  /** The lines that are not there in full, each as its product's name with the reason. */
  exceptions: string[];
}

/**
 * Puts what an order held into the cart, at today's prices and up to the stock. A line that is already in the cart grows at most to
 * the order's quantity, so a second press changes nothing.
 * @throws ApiError when the server cannot be reached; the lines that were added before stay in the cart
 */
export async function buyAgain(items: Order['orderItems']): Promise<BoughtAgain> {
  const exceptions: string[] = [];
  let held = 0;
  for (const { product, productName, variant_info, qty } of items) {
    const exception = await hold(product, variant_info?.id ?? null, qty);
    if (exception !== null) exceptions.push(`${productName} (${exception.reason})`);
    if (!exception?.isMissing) held += 1;
  }
  return { held, exceptions };
}

/** @returns null when the cart holds as many pieces as the order did */
async function hold(product: number, variantId: number | null, qty: number) {
  const inCart = cartItems.get().find((item) => item.id === product && item.variant_id === variantId)?.qty ?? 0;
  if (inCart >= qty) return null;
  try {
    const { item } = await addToCart(product, variantId, qty - inCart);
    return item.qty < qty ? { isMissing: false, reason: `còn ${item.qty}` } : null;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return { isMissing: true, reason };
  }
}

/** @returns null for an error that says nothing about the product */
function reasonOf(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 404) return 'không còn bán';
  if (error.status !== 409) return null;
  return error.detail === TEXTS.tooManyLines ? 'giỏ hàng đã đầy' : 'hết hàng';
}
