import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { WebhookType } from '../contract/administration/integration-rules.js';

/** A URL of the owner's that receives webhooks. */
@Entity('webhook_endpoints')
export class WebhookEndpoint {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  url: string;

  @Column('text')
  description: string;

  @Column('text', { array: true })
  events: WebhookType[];

  /** Encrypted. Lists never select it. */
  @Column('text', { select: false })
  secret: string;

  /** The previous secret, which signs too until `previousSecretUntil`. */
  @Column('text', { select: false, nullable: true })
  previousSecret: string | null;

  @Column('timestamptz', { nullable: true })
  previousSecretUntil: Date | null;

  @Column('boolean', { default: true })
  isActive: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** The first failure since the last success. */
  @Column('timestamptz', { nullable: true })
  failingSince: Date | null;

  /** When the shop switched it off. */
  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;
}
