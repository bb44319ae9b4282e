import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A line of a kept cart. */
export interface KeptLine {
  product: number;
  /** Null for a product without variants. */
  variant: number | null;
  qty: number;
}

/** A shopper's consent to be reminded of their cart, and the cart. */
@Entity('cart_reminders')
export class CartReminderConsent {
  @PrimaryColumn('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  consentedAt: Date;

  @Column('jsonb', { default: [] })
  lines: KeptLine[];

  @Column('timestamptz', { default: () => 'now()' })
  changedAt: Date;

  /** The key of the e-mail whose mailbox confirmed the consent, see `nameKey`. Of no use once the account has another e-mail. */
  @Column('text', { nullable: true })
  confirmedEmailKey: string | null;

  /** When the last mail was queued. */
  @Column('timestamptz', { nullable: true })
  mailedAt: Date | null;
}
