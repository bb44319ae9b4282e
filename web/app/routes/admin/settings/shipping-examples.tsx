import { formatVnd, shippingPrice, taxPrice, type PricingRules } from 'contract/rules';
import type { Settings } from 'contract/administration/settings';

/** The prices of a few example orders under the saved rules, by the functions that price real orders. */
export function ShippingExamples({ settings: { shipping, tax_percent: taxPercent } }: { settings: Settings }) {
  const rules: PricingRules = {
    standardFee: shipping.standard_fee,
    reducedThreshold: shipping.reduced_threshold,
    reducedFee: shipping.reduced_fee,
    freeThreshold: shipping.free_threshold,
    taxPercent,
  };
  const sums = [rules.reducedThreshold, rules.reducedThreshold + 1_000, rules.freeThreshold];
  return (
    <ul className="grid gap-0.5 tabular">
      {sums.map((sum) => (
        <li key={sum}>
          Hàng {formatVnd(sum)}: phí giao hàng {formatVnd(shippingPrice(sum, rules))}, thuế{' '}
          {formatVnd(taxPrice(sum, taxPercent))}
        </li>
      ))}
    </ul>
  );
}
