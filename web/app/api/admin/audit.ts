import type { AuditEntry } from 'contract/administration/audit';
import type { Page } from 'contract/common';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of the audit log, newest first. */
export const listAuditEntries = (query: Query, signal?: AbortSignal) =>
  signed<Page<AuditEntry>>('/api/admin/audit/', { query, signal });
