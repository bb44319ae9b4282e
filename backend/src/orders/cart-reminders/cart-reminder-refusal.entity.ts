import { Entity } from 'typeorm';
import { MailboxRefusal } from '../../auth/mails/mailbox-refusals.js';

/** A mailbox that wants no reminders of carts. Stays until its proved owner agrees to them. */
@Entity('cart_reminder_refusals')
export class CartReminderRefusal extends MailboxRefusal {}
