import type { Order } from 'contract/orders/orders';
import { TEXTS } from 'contract/rules';
import { ApiError } from '~/api/http/client';
import { addToCart, cartItems } from './cart';

/** Of an order's lines: how many the cart holds now, and what of the others there is to say, each by its product's name. */
export interface BoughtAgain {
  held: number;
  exceptions: string[];
}

/**
 * Puts what an order held into the cart, at today's prices and up to the stock. A line that the cart has already only grows up to the order's quantity,
 * so a second press changes nothing.
 *
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
