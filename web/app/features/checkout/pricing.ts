import { useRouteLoaderData } from '@remix-run/react';
import { DEFAULT_PRICING, type PricingRules } from 'contract/rules';
import type { Settings } from 'contract/administration/settings';
import { DEFAULT_SHOP_NAME } from '~/components/shop/page-title';

/** The shop's settings as the layout's loader returned them; null if that failed. */
export const useSettings = (): Settings | null =>
  useRouteLoaderData<() => { settings: Settings | null }>('routes/shop/layout/route')?.settings ?? null;

/** The shop's name from the settings. */
export const useShopName = (): string => useSettings()?.shop_name || DEFAULT_SHOP_NAME;

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
