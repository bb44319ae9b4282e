import type { Page } from 'contract/common';
import type { Mail } from 'contract/mail';
import type { Query } from '~/api/http/client';
import { signed } from '~/api/http/signed';

/** A page of the outbox, newest first; without a state, of all mails. */
export const getMails = (query: Query, signal?: AbortSignal) =>
  signed<Page<Mail>>('/api/admin/mails/', { query, signal });

/** Has a mail sent that was given up; 409 when it was not. */
export const sendMailAgain = (id: number) => signed<Mail>(`/api/admin/mails/${id}/send/`, { method: 'POST' });
