import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MailState, MailTemplate } from '../contract/mail.js';

/** A mail in the outbox: its template and references, not its text. */
@Entity('mails')
export class OutboxMail {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  template: MailTemplate;

  @Column('integer')
  userId: number;

  /** Of a mail about an order: the event that it tells of. `recordOrderEvents` writes these mails. */
  @Column('bigint', { nullable: true })
  orderEventId: string | null;

  /** Of a mail about a deposit. */
  @Column('text', { nullable: true })
  paymentIntentId: string | null;

  /** Of a password reset, until it is sent or has failed. Never selected by lists. */
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

  /** Where it goes instead of to the account's e-mail. */
  @Column('text', { nullable: true })
  recipient: string | null;
}
