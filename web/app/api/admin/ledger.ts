import type { LedgerCheck } from 'contract/money/ledger';
import { signed } from '~/api/account/signed';

/** Gets the result of the last ledger check. */
export const getLedgerCheck = (signal?: AbortSignal) => signed<LedgerCheck>('/api/admin/ledger/', { signal });
