import type { EntityManager } from 'typeorm';
import { queueMail, type AdminNotice } from '../../mail/outbox.js';
import { listActiveAdmins } from './recipients.sql.js';

/** The maximum number of administrators who get a notice. */
const MAX_NOTICES = 20;

/** Queues a notice to each active administrator: who took over one account cannot hide the change from the others. */
export async function notifyAdmins(tx: EntityManager, template: AdminNotice): Promise<void> {
  for (const userId of await listActiveAdmins(tx, MAX_NOTICES)) await queueMail(tx, { template, userId });
}
