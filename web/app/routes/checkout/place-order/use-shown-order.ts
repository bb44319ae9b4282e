import { orderTotals, type OrderTotals } from 'contract/rules';
import { useIsUnfinished } from '~/api/orders/place-order';
import { shippingAddress } from '~/features/addresses/shipping-address';
import { useCart } from '~/features/cart/cart';
import { couponCode, giftNote, paymentMethod } from '~/features/checkout/checkout';
import { usePricing } from '~/features/checkout/pricing';
import { useCoupon } from '~/features/checkout/use-coupon';
import { useHeld } from './held-values';
import { orderItems, orderOf, type Refusal } from './place';

/**
 * The order that the page shows and sends. While it is placed the page shows what was sent: cart and coupon are emptied before the
 * next page opens.
 * @param refusal why the last one was refused
 */
export function useShownOrder(refusal: Refusal | undefined, isBusy: boolean) {
  const items = useHeld(useCart(), isBusy);
  const code = useHeld(couponCode.use(), isBusy);
  const pricing = usePricing();
  const address = shippingAddress.use();
  const method = paymentMethod.use();
  const note = giftNote.use();
  const isRepriced = refusal?.expected !== undefined && refusal.coupon === code;
  // The refreshed stock may have lowered a quantity since, or another tab has changed the cart.
  const isOtherCart = isRepriced && JSON.stringify(refusal.items) !== JSON.stringify(orderItems(items));
  // The server's totals, while they are for what is shown.
  const expected = isRepriced && !isOtherCart ? refusal.expected : undefined;
  const coupon = useCoupon(sumOf(expected ?? orderTotals(items, 0, pricing)));
  const discount = useHeld(coupon.discount, isBusy);
  const totals = expected ?? orderTotals(items, discount, pricing);
  const order = orderOf({ items, address, method, totals, coupon: code, note });
  // The answer was lost, and the button sends the same order. Changed, also in another tab, it would be a second one.
  const isResend = useHeld(useIsUnfinished(order) && refusal?.isUnsure === true, isBusy);
  return { order, items, address, method, code, coupon, pricing, totals, isRepriced, isOtherCart, isResend };
}

const sumOf = ({ itemsPrice, shippingPrice, taxPrice }: OrderTotals) => itemsPrice + shippingPrice + taxPrice;
