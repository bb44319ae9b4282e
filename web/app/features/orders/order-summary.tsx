import { formatVnd, type OrderTotals, type PricingRules } from 'contract/rules';
import { ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';

interface TotalsProps {
  totals: OrderTotals;
  /** Code of the applied coupon. */
  coupon?: string | null;
  taxPercent?: number;
}

/** The totals of an order, part by part. */
export function OrderTotalLines({ totals, coupon, taxPercent }: TotalsProps) {
  const { itemsPrice, shippingPrice, taxPrice, discount, totalPrice } = totals;
  return (
    <dl className="tabular grid gap-2.5">
      <Line label="Tạm tính">{formatVnd(itemsPrice)}</Line>
      <Line label="Phí giao hàng">{shippingPrice === 0 ? 'Miễn phí' : formatVnd(shippingPrice)}</Line>
      <Line label={taxPercent === undefined ? 'Thuế' : `Thuế (${taxPercent}%)`}>{formatVnd(taxPrice)}</Line>
      {discount > 0 && <Line label={coupon ? `Giảm giá (${coupon})` : 'Giảm giá'}>−{formatVnd(discount)}</Line>}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3.5">
        <dt className="font-bold">Tổng cộng</dt>
        <dd className="text-xl font-bold whitespace-nowrap">{formatVnd(totalPrice)}</dd>
      </div>
    </dl>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

interface OrderSummaryProps {
  totals: OrderTotals;
  coupon?: string | null;
  pricing: PricingRules;
  /** The button of the next step. */
  action: ReactNode;
  /** Shown above the totals on wide screens. */
  children?: ReactNode;
}

/**
 * The order's totals and the button of the next step, always visible: beside the page on wide screens, along the bottom
 * edge of a phone, where the parts unfold.
 */
export function OrderSummary({ totals, coupon, pricing, action, children }: OrderSummaryProps) {
  return (
    <aside
      aria-label="Tóm tắt đơn hàng"
      data-bottom-bar
      className="z-10 max-lg:sticky max-lg:bottom-0 max-lg:-mx-[clamp(1rem,3vw,2rem)] max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-4 max-lg:pb-[max(1rem,env(safe-area-inset-bottom))] lg:sticky lg:top-28 lg:self-start lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-6"
    >
      <div className="grid gap-5 max-lg:hidden">
        <h2 className="text-lg">Tóm tắt đơn hàng</h2>
        {children}
        <OrderTotalLines totals={totals} coupon={coupon} taxPercent={pricing.taxPercent} />
        {freeShippingHint(totals, pricing)}
      </div>
      <details className="group lg:hidden">
        <summary className="mb-3 flex cursor-pointer list-none items-baseline justify-between gap-4 pointer-coarse:-mt-2 pointer-coarse:mb-1 pointer-coarse:py-2 [&::-webkit-details-marker]:hidden">
          <span className="flex items-center gap-1.5 text-sm">
            {totalLabelOf(totals)}
            <ChevronUp aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
          </span>
          <strong className="tabular text-lg whitespace-nowrap">{formatVnd(totals.totalPrice)}</strong>
        </summary>
        <div className="grid gap-4 pb-4">
          <OrderTotalLines totals={totals} coupon={coupon} taxPercent={pricing.taxPercent} />
          {freeShippingHint(totals, pricing)}
        </div>
      </details>
      <div className="grid gap-3 lg:mt-5">{action}</div>
    </aside>
  );
}

/** What the total is called on phones, where its parts are folded. */
export const totalLabelOf = ({ taxPrice }: Pick<OrderTotals, 'taxPrice'>) =>
  taxPrice > 0 ? 'Tổng cộng, gồm thuế' : 'Tổng cộng';

/** How much more earns free shipping, if the threshold is near. */
function freeShippingHint({ itemsPrice, shippingPrice }: OrderTotals, pricing: PricingRules) {
  if (shippingPrice === 0) return null;
  const { freeThreshold, reducedFee, reducedThreshold } = pricing;
  const isReducedFree = reducedFee === 0 && itemsPrice <= reducedThreshold;
  const enough = isReducedFree ? reducedThreshold + 1 : freeThreshold;
  return (
    <p className="rounded-md bg-accent-soft px-3 py-2 text-sm text-accent">
      Mua thêm {formatVnd(enough - itemsPrice)} để được miễn phí giao hàng.
    </p>
  );
}
