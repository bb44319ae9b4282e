import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One sign-in on one device. */
@Entity('logins')
export class Login {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('integer')
  userId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When it ended; null while it is active. */
  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** The browser of the device that used it last; empty once the login has ended, like `network`. */
  @Column('text')
  userAgent: string;

  /** See `maskedNetwork`. */
  @Column('text')
  network: string;

  @Column('timestamptz', { default: () => 'now()' })
  lastUsedAt: Date;
}

/** A token that continues a login, once. */
@Entity('refresh_tokens')
export class RefreshToken {
  /** The `jti` claim of the token. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  loginId: string;

  @Column('timestamptz')
  expiresAt: Date;

  /** The first use. */
  @Column('timestamptz', { nullable: true })
  usedAt: Date | null;
}
