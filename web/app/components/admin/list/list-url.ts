import { useLocation, useNavigation } from '@remix-run/react';

/** Rows of a page of a list. */
export const LIST_PAGE_SIZE = 20;

/**
 * The API query of a list's URL: its filters, `page` (1 if it is invalid) and `page_size`.
 * @param names the filters of the list; all other parameters are left out
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
 * The URL of the list with some parameters changed. A new filter or order starts at the first page.
 * @param changes null or an empty text removes a filter
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

/**
 * The URL of a list. During a navigation to another page of the list, filter or order it is the new one, so that the choice shows
 * immediately. `isLeaving` during one to another place.
 */
export function useListAddress() {
  const here = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== here.pathname;
  const isTurning = next !== undefined && !isLeaving && next.search !== here.search;
  const { pathname, search } = isTurning ? next : here;
  return { pathname, params: new URLSearchParams(search), isTurning, isLeaving };
}
