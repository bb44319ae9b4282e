import { useRouteLoaderData } from '@remix-run/react';
import { DEFAULT_PRICING, type PricingRules } from 'contract/rules';
import type { Settings } from 'contract/settings';
import type { loader } from '~/routes/shop/layout';
import { DEFAULT_SHOP_NAME } from './page-title';

/** The shop's settings as the frame of every page loaded them; null where they could not be had. */
export const useSettings = (): Settings | null =>
  useRouteLoaderData<typeof loader>('routes/shop/layout')?.settings ?? null;

/** The shop's name as its owner has set it. */
export const useShopName = (): string => useSettings()?.shop_name || DEFAULT_SHOP_NAME;

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
