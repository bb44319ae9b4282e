import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { ApiScope } from '../../contract/administration/integration-rules.js';

/** A key with which an integration acts as the administrator who created it. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  name: string;

  /** The first characters of the key. */
  @Column('text')
  prefix: string;

  /** SHA-256 of the key. Lists never select it. */
  @Column('bytea', { select: false })
  hash: Buffer;

  @Column('text', { array: true })
  scopes: ApiScope[];

  @Column('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** Exact to a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
