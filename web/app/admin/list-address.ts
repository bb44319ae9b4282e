import { useLocation, useNavigation } from '@remix-run/react';

/** Rows of a page of a list. */
export const LIST_PAGE_SIZE = 20;

/**
 * What the address of a list asks for, ready to be sent: its filters as they stand, `page` (1 for what makes no sense)
 * and `page_size`.
 * @param names the filters that the list knows; others are left out
 */
export function listQuery<Name extends string>(params: URLSearchParams, names: readonly Name[]) {
  const filters = Object.fromEntries(names.map((name) => [name, params.get(name)?.trim() ?? '']));
  return { ...(filters as Record<Name, string>), page: pageOf(params), page_size: LIST_PAGE_SIZE };
}

export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isInteger(page) && page > 0 ? Math.min(page, 1e6) : 1;
}

/**
 * The same list with something else asked for. Another filter or order begins at the first page.
 * @param changes null or an empty text takes a filter away
 */
export function hrefWith(
  { pathname, params }: { pathname: string; params: URLSearchParams },
  changes: Record<string, string | number | null>,
): string {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  const query = next.toString();
  return pathname + (query && `?${query}`);
}

/** Where a list is. While it turns to another page, filter or order, that one already: the choice shows at once. */
export function useListAddress() {
  const here = useLocation();
  const { location: next } = useNavigation();
  const isTurning = next?.pathname === here.pathname && next.search !== here.search;
  const { pathname, search } = isTurning ? next : here;
  return { pathname, params: new URLSearchParams(search), isTurning };
}
