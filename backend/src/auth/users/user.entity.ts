import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { z } from 'zod';
import type { Gender } from '../../contract/accounts/profile.js';

/** The key by which user names and e-mails are compared: NFC, in lower case. */
export const nameKey = (name: string) => name.normalize('NFC').toLowerCase();

/** An account of the shop: a shopper or, with `isStaff`, an administrator. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('text')
  username: string;

  @Column('text')
  usernameKey: string;

  @Column('text')
  email: string;

  @Column('text')
  emailKey: string;

  /** Argon2id; empty for an account without a password. */
  @Column('text', { select: false })
  passwordHash: string;

  @Column('text')
  firstName: string;

  @Column('text')
  lastName: string;

  @Column('text')
  phone: string;

  @Column('text')
  gender: z.infer<typeof Gender>;

  @Column('date', { nullable: true })
  birthDate: string | null;

  @Column('text')
  address: string;

  @Column('text', { nullable: true })
  avatarHash: string | null;

  @Column('boolean')
  isActive: boolean;

  @Column('boolean')
  isStaff: boolean;

  /** When the owner proved access to the mailbox. */
  @Column('timestamptz', { nullable: true })
  emailVerifiedAt: Date | null;

  /** When a deletion anonymised the account. A closed account is never opened again. */
  @Column('timestamptz', { nullable: true })
  closedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  dateJoined: Date;
}
