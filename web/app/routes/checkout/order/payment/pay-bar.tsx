import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import { totalLabelOf } from '~/features/orders/order-summary';

/**
 * The total and the button that pays: along the bottom edge of a phone, in their place on wide screens. What went wrong is said
 * above it, beside the fields. Cash needs nothing now, so its order is read without a bar.
 */
export function PayBar({ order, children }: { order: Order; children?: ReactNode }) {
  if (order.paymentMethod === 'COD') return <div className="grid gap-3">{children}</div>;
  return (
    <div
      data-buy-bar
      className="grid gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-20 max-lg:max-h-[60dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <p className="flex items-baseline justify-between gap-4 lg:hidden">
        <span className="text-sm">{totalLabelOf(order)}</span>
        <strong className="tabular text-lg whitespace-nowrap">{formatVnd(order.totalPrice)}</strong>
      </p>
      {children}
    </div>
  );
}
