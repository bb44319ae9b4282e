import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queueMail } from '../../mail/outbox.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Every } from '../../platform/recurring.js';
import { claimDueAlerts } from './stock-alerts.sql.js';

const LOOK_MS = 10_000;
/** A large delivery must not fill the mail server's queue before the mails about orders, nor one mailbox. */
export const ALERT_LIMITS = { atOnce: 100, perHour: 500, perAddress: 5 };

/**
 * Runs in the worker: mails who waits for goods that have stock. It compares the alerts with the stock itself, not with events:
 * whatever changed the stock, and whichever process died meanwhile, the next look finds it. The alert is marked in the
 * transaction that queues its mail, so it is mailed once.
 */
@Injectable()
export class StockAlertsJob {
  readonly logger = new Logger('Stock alerts');

  constructor(private readonly db: DataSource) {}

  @Every(LOOK_MS, 'Alerts wait for the next look')
  async tick(): Promise<void> {
    await this.notify();
  }

  /** Queues the mails that are due. @returns how many */
  notify(): Promise<number> {
    return inTransaction(this.db, async (tx) => {
      const due = await claimDueAlerts(tx, ALERT_LIMITS);
      for (const { id, email } of due) {
        await queueMail(tx, { template: 'back_in_stock', stockAlertId: id, recipient: email });
      }
      return due.length;
    });
  }
}
