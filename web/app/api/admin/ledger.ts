import type { LedgerCheck } from 'contract/ledger';
import { signed } from '~/api/http/signed';

/** What the last check of the shop's books found. */
export const getLedgerCheck = (signal?: AbortSignal) => signed<LedgerCheck>('/api/admin/ledger/', { signal });
