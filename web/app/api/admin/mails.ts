import type { Page } from 'contract/common';
import type { Mail, ResentMails } from 'contract/administration/mail';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/account/signed';

/** A page of the outbox, newest first, optionally of one state. */
export const listMails = (query: Query, signal?: AbortSignal) =>
  signed<Page<Mail>>('/api/admin/mails/', { query, signal });

/** Resends a failed mail. @throws ApiError 409 when it did not fail */
export const sendMailAgain = (id: number) => signed<Mail>(`/api/admin/mails/${id}/send/`, { method: 'POST' });

/** Resends the failed mails of the last days, a bounded number of them. */
export const sendFailedMails = () => signed<ResentMails>('/api/admin/mails/send/', { method: 'POST' });
