import { replace } from '@remix-run/react';
import type { OrderTotals } from 'contract/rules';
import { failedWith, isRefusal, sentenceOf } from '~/api/http/client';
import { placeOrder } from '~/api/orders/orders';
import { textOf } from '~/components/form/form-text';
import { orderAddress } from '~/features/addresses/address-draft';
import { currentCart, removeOrdered } from '~/features/cart/cart';
import { refreshCart } from '~/features/cart/refresh-cart';
import { couponCode, giftNote, paymentMethod, shippingAddress } from '~/features/checkout/checkout';
import { endSession } from '~/routing/guards';

/** Why an order was not placed. */
export interface Refusal {
  error: string;
  /** The current totals, and the coupon they are for. */
  expected?: OrderTotals;
  coupon: string;
  /** The coupon code that is no longer valid and was dropped. */
  dropped?: string;
  /** The unpaid orders that use up the account's limit. */
  unpaidOrders?: number[];
  /** Why the gift note was refused. */
  giftNoteErrors?: readonly string[];
  /** True when the cart is the cause. */
  isOfCart?: boolean;
  /** True when there was no response, and the order may have been placed. */
  isUnsure?: boolean;
}

const FAILED = 'Đã xảy ra lỗi khi đặt hàng';

/**
 * Places the order of the stored cart, address and payment method.
 * @param form the shown totals and the coupon, so that the server refuses a cart that changed meanwhile
 * @returns a redirect to the order, or to the sign-in page when the session has ended; else why it was refused
 */
export async function place(request: Request, form: FormData): Promise<Refusal | Response> {
  const shown = JSON.parse(textOf(form, 'totals')) as OrderTotals;
  const coupon = textOf(form, 'coupon');
  const note = giftNote.get().trim();
  const lines = currentCart();
  try {
    const { id } = await placeOrder({
      orderItems: lines.map(({ id, qty, variant_id, color, size }) => ({ id, qty, variant_id, color, size })),
      shippingAddress: orderAddress(shippingAddress.get()),
      paymentMethod: paymentMethod.get(),
      itemsPrice: shown.itemsPrice,
      taxPrice: shown.taxPrice,
      shippingPrice: shown.shippingPrice,
      totalPrice: shown.totalPrice,
      ...(coupon && { coupon_code: coupon }),
      ...(note && { gift_note: note }),
    });
    removeOrdered(lines);
    couponCode.set('');
    giftNote.set('');
    return replace(`/orders/${id}`);
  } catch (error) {
    if (failedWith(error, 401, 403)) return endSession(request);
    if (!failedWith(error, 400, 404, 409)) {
      return { error: sentenceOf(error, FAILED), coupon, isUnsure: !isRefusal(error) };
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
    const isOfCart = !expected && !unpaidOrders?.length;
    return { error: sentenceOf(error, FAILED), coupon, expected, unpaidOrders, isOfCart };
  }
}
