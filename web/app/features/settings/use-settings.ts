import { useRouteLoaderData } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { DEFAULT_SHOP_NAME } from '~/components/shop/page-title';

/** The shop's settings as the layout's loader returned them; null if that failed. */
export const useSettings = (): Settings | null =>
  useRouteLoaderData<() => { settings: Settings | null }>('routes/shop/layout/route')?.settings ?? null;

/** The shop's name from the settings. */
export const useShopName = (): string => useSettings()?.shop_name || DEFAULT_SHOP_NAME;
