import { replace } from '@remix-run/react';
import type { PlaceOrder } from 'contract/orders/placing';
import type { OrderTotals, PaymentMethod } from 'contract/rules';
import { failedWith, sentenceOf, type ApiError } from '~/api/http/client';
import { isDefinite } from '~/api/account/signed-once';
import { isUnfinished, placeOrder } from '~/api/orders/place-order';
import { textOf } from '~/components/form/form-text';
import { orderAddress, type AddressDraft } from '~/features/addresses/address-draft';
import { removeOrdered, type CartItem } from '~/features/cart/cart';
import { refreshCart } from '~/features/cart/refresh-cart';
import { couponCode, giftNote } from '~/features/checkout/checkout';
import { endSession } from '~/routing/guards';

export type FixPage = '/cart' | '/payment' | '/shipping';

/** Why an order was not placed. */
export interface Refusal {
  error: string;
  /** The current totals, and the items and the coupon they are for. */
  expected?: OrderTotals;
  items?: PlaceOrder['orderItems'];
  coupon: string;
  /** The coupon code that is no longer valid and was dropped. */
  dropped?: string;
  /** The unpaid orders that use up the account's limit. */
  unpaidOrders?: number[];
  /** Why the gift note was refused. */
  giftNoteErrors?: readonly string[];
  /** The page on which the shopper can change the cause. */
  fixAt?: FixPage;
  /** True when there was no response, and the order may have been placed. */
  isUnsure?: boolean;
}

const FAILED = 'Đã xảy ra lỗi khi đặt hàng';

/** What the page shows of an order. */
interface ShownOrder {
  items: readonly CartItem[];
  address: AddressDraft;
  method: PaymentMethod;
  totals: OrderTotals;
  coupon: string;
  note: string;
}

/** The items of an order as they are sent. */
export const orderItems = (items: readonly CartItem[]): PlaceOrder['orderItems'] =>
  items.map(({ id, qty, variant_id, color, size }) => ({ id, qty, variant_id, color, size }));

/** The order as it is sent, with the shown totals: the server refuses them when a price has changed meanwhile. */
export const orderOf = ({ items, address, method, totals, coupon, note }: ShownOrder): PlaceOrder => ({
  orderItems: orderItems(items),
  shippingAddress: orderAddress(address),
  paymentMethod: method,
  itemsPrice: totals.itemsPrice,
  taxPrice: totals.taxPrice,
  shippingPrice: totals.shippingPrice,
  totalPrice: totals.totalPrice,
  ...(coupon && { coupon_code: coupon }),
  ...(note.trim() && { gift_note: note.trim() }),
});

/**
 * Places the order that the page shows, which another tab may have changed in the storage meanwhile.
 * @param form the order, as JSON
 * @returns a redirect to the order, or to the sign-in page when the session has ended; else why it was refused
 */
export async function place(request: Request, form: FormData): Promise<Refusal | Response> {
  const order = JSON.parse(textOf(form, 'order')) as PlaceOrder;
  const coupon = order.coupon_code ?? '';
  try {
    return await send(order);
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (!failedWith(error, 400, 404, 409) || !isDefinite(error)) {
      return { error: sentenceOf(error, FAILED), coupon, isUnsure: !isDefinite(error) };
    }
    const giftNoteErrors = error.fields.gift_note;
    if (giftNoteErrors) return { error: error.detail, coupon, giftNoteErrors };
    // The refreshed cart may show the cause: a new price, a smaller stock, a product that is gone.
    await refreshCart().catch(() => undefined);
    if (coupon && error.fields.coupon_code) {
      couponCode.set('');
      return { error: error.fields.coupon_code[0] ?? error.detail, coupon: '', dropped: coupon };
    }
    const expected = error.body.expected as OrderTotals | undefined;
    const unpaidOrders = error.body.unpaid_orders as number[] | undefined;
    const fixAt = expected || unpaidOrders?.length ? undefined : pageToFix(error);
    return { error: sentenceOf(error, FAILED), coupon, expected, items: order.orderItems, unpaidOrders, fixAt };
  }
}

/**
 * Sends an order whose answer was lost once more, as it was.
 * @param form the order, as JSON
 * @returns as `place`
 */
export async function placeAgain(request: Request, form: FormData): Promise<Refusal | Response> {
  const order = JSON.parse(textOf(form, 'order')) as PlaceOrder;
  // Another page got the answer meanwhile.
  if (!isUnfinished(order)) return replace('/profile?tab=orders');
  try {
    return await send(order);
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (isDefinite(error)) await refreshCart().catch(() => undefined);
    return { error: `Đơn trước: ${sentenceOf(error, FAILED)}`, coupon: order.coupon_code ?? '' };
  }
}

async function send(order: PlaceOrder) {
  const { id } = await placeOrder(order);
  removeOrdered(order.orderItems);
  // What was entered since then is for the next order.
  if (couponCode.get() === (order.coupon_code ?? '')) couponCode.set('');
  if (giftNote.get().trim() === (order.gift_note ?? '')) giftNote.set('');
  return replace(`/orders/${id}`);
}

/** The page on which the shopper can change what was refused. */
function pageToFix({ fields }: ApiError): FixPage {
  const isOf = (part: string) => Object.keys(fields).some((field) => field.split('.')[0] === part);
  if (isOf('paymentMethod')) return '/payment';
  return isOf('shippingAddress') ? '/shipping' : '/cart';
}
