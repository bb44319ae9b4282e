import { useLocation } from '@remix-run/react';
import { useListAddress } from './list-url';

/** The state of a link that leaves a list: the list as it is, for `useWayBack`. */
export function useListState(): { list: string } {
  const query = useListAddress().params.toString();
  return { list: query && `?${query}` };
}

/** The address of the list that led here, with its filters, order and page. @param path the list's, alone for whoever came from elsewhere */
export function useWayBack(path: string): string {
  const { state } = useLocation() as { state: { list?: string } | null };
  return `${path}${state?.list ?? ''}`;
}
