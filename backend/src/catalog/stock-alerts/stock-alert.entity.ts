import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An e-mail address that wants to know when a sold-out product or variant has stock again. */
@Entity('stock_alerts')
export class StockAlert {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('integer')
  productId: number;

  /** Null for a product without variants. */
  @Column('integer', { nullable: true })
  variantId: number | null;

  /** See `nameKey`. */
  @Column('text')
  emailKey: string;

  /** As it was typed. */
  @Column('text')
  email: string;

  /** The account that asked for it with its own e-mail. */
  @Column('integer', { nullable: true })
  userId: number | null;

  /** Counts the links for confirming: only the last one is valid. */
  @Column('integer', { default: 1 })
  linkNumber: number;

  /** Null when the link was used. */
  @Column('timestamptz', { nullable: true })
  linkExpiresAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  confirmedAt: Date | null;

  /** When the mail was queued; the alert is over then. */
  @Column('timestamptz', { nullable: true })
  notifiedAt: Date | null;
}
