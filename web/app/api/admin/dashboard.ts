import type { Counts, Dashboard } from 'contract/administration/dashboard';
import { signed } from '~/api/account/signed';
import type { Query } from '~/api/http/client';

/** The shop in figures: `days` until today, or `from` and `to`. */
export const getDashboard = (query: Query, signal?: AbortSignal) =>
  signed<Dashboard>('/api/admin/dashboard/', { query, signal });

/** Gets the counts of pending work. */
export const getCounts = (signal?: AbortSignal) => signed<Counts>('/api/admin/counts/', { signal });
