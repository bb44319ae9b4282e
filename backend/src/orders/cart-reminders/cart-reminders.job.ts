import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queueMail } from '../../mail/outbox.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { Every } from '../../platform/recurring.js';
import { remindsOfCarts } from '../../settings/parts/cart-reminders.js';
import { claimDueCarts, forgetOldCarts } from './cart-reminders.sql.js';

const LOOK_MS = 60_000;
const CLEAN_MS = 3_600_000;
const KEPT_DAYS = 30;

/** A reminder is no urgent mail: it leaves the mail server to the mails about orders. */
export const REMINDER_LIMITS = { afterHours: 24, untilHours: 72, daysBetween: 7, atOnce: 50, perHour: 200 };

/**
 * Runs in the worker: reminds shoppers who agreed to it of a cart that they left. The cart is marked in the transaction that queues
 * its mail, so it is mailed once.
 */
@Injectable()
export class CartRemindersJob {
  readonly logger = new Logger('Cart reminders');

  constructor(private readonly db: DataSource) {}

  @Every(LOOK_MS, 'Carts wait for the next look')
  async tick(): Promise<void> {
    await this.remind();
  }

  /** Queues the mails that are due, unless the owner has switched reminders off. @returns how many */
  remind(): Promise<number> {
    return inTransaction(this.db, async (tx) => {
      if (!(await remindsOfCarts(tx))) return 0;
      const due = await claimDueCarts(tx, REMINDER_LIMITS);
      for (const { user_id: userId } of due) await queueMail(tx, { template: 'cart_reminder', userId });
      return due.length;
    });
  }

  @Every(CLEAN_MS, 'Old carts stay')
  async clean(): Promise<void> {
    await forgetOldCarts(this.db.manager, KEPT_DAYS);
  }
}
