import { useRouteLoaderData } from '@remix-run/react';
import { DEFAULT_PRICING, type PricingRules } from 'contract/rules';
import type { Settings } from 'contract/settings';
import type { loader } from '~/routes/shop/layout';

/** The shop's settings as the frame of every page loaded them; null where they could not be had. */
export const useSettings = (): Settings | null =>
  useRouteLoaderData<typeof loader>('routes/shop/layout')?.settings ?? null;

/** What shipping and tax cost, as `orderTotals` takes it. The server has the last word when an order is placed. */
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
