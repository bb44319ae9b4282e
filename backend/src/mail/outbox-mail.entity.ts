import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MailState, MailTemplate } from '../contract/administration/mail.js';

/** A mail in the outbox: its template and references, not its text. */
@Entity('mails')
export class OutboxMail {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  template: MailTemplate;

  /** Null for a mail about a stock alert, whose address may have no account. */
  @Column('integer', { nullable: true })
  userId: number | null;

  @Column('integer', { nullable: true })
  stockAlertId: number | null;

  /** For a mail about an order: its event. `recordOrderEvents` writes these mails. */
  @Column('bigint', { nullable: true })
  orderEventId: string | null;

  /** For a mail about a deposit. */
  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  /** For a password reset, until it is sent or has failed. Lists never select it. */
  @Column('jsonb', { nullable: true, select: false })
  secret: { uid: string; token: string } | null;

  @Column('text', { default: 'pending' })
  state: MailState;

  @Column('integer', { default: 0 })
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt: Date;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  /** An address that replaces the account's e-mail. */
  @Column('text', { nullable: true })
  recipient: string | null;
}
