import type { MetaDescriptor, MetaFunction } from '@remix-run/node';

/** The shop's name if its settings could not be loaded. */
export const DEFAULT_SHOP_NAME = 'MAY';

interface Match {
  id: string;
  data: unknown;
}

/** The layouts, whose loaders return `{ settings }`. */
const LAYOUTS = ['routes/shop/layout/route', 'routes/admin/layout/route'];

/**
 * The shop's name from the settings.
 * @param matches of a `meta` function; the layout among them has loaded the settings
 */
export function shopNameOf(matches: readonly (Match | undefined)[]): string {
  const layout = matches.find((match) => match && LAYOUTS.includes(match.id));
  const data = layout?.data as { settings?: { shop_name: string } | null } | null | undefined;
  return data?.settings?.shop_name || DEFAULT_SHOP_NAME;
}

type Title = string | ((params: Record<string, string | undefined>) => string);

const hidden = (title: Title, suffix: (shop: string) => string): MetaFunction => {
  return ({ matches, params }): MetaDescriptor[] => {
    const name = typeof title === 'string' ? title : title(params);
    return [{ title: `${name} · ${suffix(shopNameOf(matches))}` }, { name: 'robots', content: 'noindex' }];
  };
};

/** The head of a page that search engines do not list. @param title of the page, or of its parameters */
export const privatePage = (title: Title): MetaFunction => hidden(title, (shop) => shop);

/** The same for an admin page. */
export const adminPage = (title: Title): MetaFunction => hidden(title, (shop) => `Quản trị ${shop}`);
