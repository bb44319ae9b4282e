import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { User } from './user.entity.js';

/** Whose accounts sign in to the shop. */
export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

/** A Google or Facebook account that signs in to an account of the shop. */
@Entity('identities')
export class Identity {
  @PrimaryColumn('text')
  provider: SocialProvider;

  /** The provider's id of its user. */
  @PrimaryColumn('text')
  subject: string;

  @Column('integer')
  userId: number;

  @ManyToOne(() => User)
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
