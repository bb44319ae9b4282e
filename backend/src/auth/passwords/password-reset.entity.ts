import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A mailed link to set a new password. */
@Entity('password_resets')
export class PasswordResetLink {
  /** SHA-256 of the token in the link, in hexadecimal. */
  @PrimaryColumn('text')
  tokenHash: string;

  @Column('integer')
  userId: number;

  @Column('timestamptz')
  expiresAt: Date;
}
