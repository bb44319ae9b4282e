import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A mailbox that wants no reminders of carts, whichever account has its e-mail. Stays until its proved owner agrees to them. */
@Entity('cart_reminder_refusals')
export class CartReminderRefusal {
  /** See `CartReminderLinks.mailboxHash`. */
  @PrimaryColumn('text')
  mailboxHash: string;

  @CreateDateColumn({ type: 'timestamptz' })
  refusedAt: Date;
}
