import { DEFAULT_PRICING, type PricingRules } from 'contract/rules';
import { useSettings } from '~/features/settings/use-settings';

/** The rules of shipping and tax for `orderTotals`. The server decides when an order is placed. */
export function usePricing(): PricingRules {
  const settings = useSettings();
  if (settings === null) return DEFAULT_PRICING;
  const { shipping, tax_percent } = settings;
  return {
    standardFee: shipping.standard_fee,
    reducedThreshold: shipping.reduced_threshold,
    reducedFee: shipping.reduced_fee,
    freeThreshold: shipping.free_threshold,
    taxPercent: tax_percent,
  };
}
