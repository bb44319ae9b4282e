import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A subscriber of the newsletter, with or without an account. */
@Entity('newsletter_subscribers')
export class NewsletterSubscriber {
  /** See `nameKey`. */
  @PrimaryColumn('text')
  emailKey: string;

  /** As it was typed. */
  @Column('text')
  email: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
