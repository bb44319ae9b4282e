import { Entity } from 'typeorm';
import { MailboxRefusal } from '../../auth/mails/mailbox-refusals.js';

/** A mailbox that wants no alerts about stock. Stays until its proved owner asks for one. */
@Entity('stock_alert_refusals')
export class StockAlertRefusal extends MailboxRefusal {}
