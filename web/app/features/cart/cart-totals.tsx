import { formatVnd, orderTotals } from 'contract/rules';
import type { ReactNode } from 'react';
import { useCart, type CartItem } from './cart';
import { ProductPicture } from '~/components/display/picture';
import { choiceOf } from '~/features/products/choice-text';
import { OrderSummary } from '~/features/orders/order-summary';
import { usePricing } from '~/features/checkout/pricing';
import type { CouponState } from '~/features/checkout/use-coupon';

interface CartTotalsProps {
  /** The coupon, once it was checked. */
  coupon?: CouponState;
  action: ReactNode;
}

/** The cart beside a checkout step: its lines, the totals, and the button that continues. */
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

/** Read-only lines. */
export function SmallLines({
  items,
}: {
  items: readonly Pick<CartItem, 'uniqueKey' | 'name' | 'image' | 'qty' | 'price' | 'color' | 'size'>[];
}) {
  return (
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.uniqueKey} className="grid grid-cols-[3.5rem_1fr_auto] gap-3">
          <ProductPicture src={item.image} alt="" sizes="56px" className="w-full rounded-sm" />
          <div className="min-w-0 text-sm">
            <p className="line-clamp-2 font-medium">{item.name}</p>
            <p className="text-muted">{[choiceOf(item), `× ${item.qty}`].filter(Boolean).join(' ')}</p>
          </div>
          <p className="tabular text-sm whitespace-nowrap">{formatVnd(item.price * item.qty)}</p>
        </li>
      ))}
    </ul>
  );
}
