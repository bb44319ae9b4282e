import { formatVnd, orderTotals } from 'contract/rules';
import type { ReactNode } from 'react';
import { useCart, type CartItem } from '~/state/cart';
import { Picture } from '~/ui/picture';
import { choiceOf } from './cart-line';
import { OrderSummary } from './order-summary';
import { usePricing } from './pricing';
import type { CouponState } from './use-coupon';

interface CartTotalsProps {
  /** What is taken off, where that is known by now. */
  coupon?: CouponState;
  action: ReactNode;
}

/** The cart beside a step of the checkout: its lines, what they cost, and the button that goes on. */
export function CartTotals({ coupon, action }: CartTotalsProps) {
  const items = useCart();
  const pricing = usePricing();
  return (
    <OrderSummary
      totals={orderTotals(items, coupon?.discount ?? 0, pricing)}
      coupon={coupon?.code}
      pricing={pricing}
      action={action}
    >
      <SmallLines items={items} />
    </OrderSummary>
  );
}

/** Lines that are only looked at. */
export function SmallLines({
  items,
}: {
  items: readonly Pick<CartItem, 'uniqueKey' | 'name' | 'image' | 'qty' | 'price' | 'color' | 'size'>[];
}) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.uniqueKey} className="grid grid-cols-[3.5rem_1fr_auto] gap-3">
          <Picture src={item.image} alt="" sizes="56px" className="w-full rounded-sm" />
          <div className="min-w-0 text-sm">
            <p className="line-clamp-2 font-medium">{item.name}</p>
            <p className="text-muted">{[choiceOf(item), `× ${item.qty}`].filter(Boolean).join(' · ')}</p>
          </div>
          <p className="tabular text-sm whitespace-nowrap">{formatVnd(item.price * item.qty)}</p>
        </li>
      ))}
    </ul>
  );
}
