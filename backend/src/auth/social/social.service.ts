import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Email, type SocialOutcome, type Tokens } from '../../contract/accounts/auth.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { randomLetters } from '../../platform/secrets/random-letters.js';
import { queueMail } from '../../mail/outbox.js';
import type { Device } from '../login/device.js';
import { LoginsService } from '../login/logins.service.js';
import { PasswordResetLink } from '../passwords/password-reset.entity.js';
import { hasActiveFactor } from '../two-factor/second-factor.entity.js';
import { lockNames, lockUser } from '../users/user.locks.js';
import { verifyMailbox } from '../users/verify-mailbox.js';
import { claimUniqueNames, isNameTaken, lockUniqueNames } from '../users/unique-names.js';
import { Identity } from '../users/identity.entity.js';
import { User, nameKey } from '../users/user.entity.js';
import type { SocialProfile } from './social.strategy.js';

/** Why a user of the provider cannot sign in. */
export class SocialRefusal extends Error {
  constructor(readonly outcome: Exclude<SocialOutcome, 'done'>) {
    super(outcome);
  }
}

/** Sign-in with Google and Facebook. */
@Injectable()
export class SocialService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
  ) {}

  /** Signs in the provider's user, creating an account when there is none. @throws SocialRefusal */
  async signIn(profile: SocialProfile, device: Device): Promise<Tokens> {
    const userId = await inTransaction(this.db, async (tx) => {
      // Of two concurrent sign-ins the second finds the account that the first created.
      await lockNames(tx, [`${profile.provider} ${profile.subject}`]);
      const id = (await this.findLinkedAccount(tx, profile)) ?? (await this.linkAccount(tx, profile));
      // The provider does not ask for the shop's second factor.
      if (await hasActiveFactor(tx, id)) throw new SocialRefusal('two-factor');
      return id;
    });
    this.logins.clearCache();
    return this.logins.createLogin(userId, device, async (tx, user) => {
      mustBeOpenToProvider(user);
      if (await hasActiveFactor(tx, userId)) throw new SocialRefusal('two-factor');
    });
  }

  private async findLinkedAccount(
    tx: EntityManager,
    { provider, subject }: SocialProfile,
  ): Promise<number | undefined> {
    const query = tx.createQueryBuilder(Identity, 'identity').innerJoinAndSelect('identity.user', 'user');
    const identity = await query.where({ provider, subject }).getOne();
    if (identity) mustBeOpenToProvider(identity.user);
    return identity?.userId;
  }

  /**
   * Links the account that has the profile's e-mail, or creates one. It links an existing account only by a verified e-mail, and
   * never an administrator's, which requires the password.
   */
  private async linkAccount(tx: EntityManager, profile: SocialProfile): Promise<number> {
    const { data: email } = Email.safeParse(profile.email);
    if (!email) throw new SocialRefusal('no-email');
    const username = await freeName(tx);
    await lockUniqueNames(tx, { username, email });
    const owner = await tx.findOneBy(User, { emailKey: nameKey(email) });
    const userId = owner
      ? await this.claimAccount(tx, owner.id, profile)
      : await this.createAccount(tx, { username, email }, profile);
    await tx.insert(Identity, { provider: profile.provider, subject: profile.subject, userId });
    return userId;
  }

  /** Makes sure that an account with the profile's e-mail may be linked to the profile. @returns its id */
  private async claimAccount(tx: EntityManager, id: number, { provider, isVerified }: SocialProfile): Promise<number> {
    const user = await lockUser(tx, id);
    if (!user || !isVerified || user.isStaff) throw new SocialRefusal('email-taken');
    if (!user.isActive) throw new SocialRefusal('locked');
    if (await verifyMailbox(tx, user)) {
      // The e-mail was never verified, so remove the password of the person who registered with it.
      await tx.update(User, { id }, { passwordHash: '' });
      await tx.delete(PasswordResetLink, { userId: id });
      await this.logins.revokeAll(tx, id);
    }
    // The e-mail has a new owner: the account belongs to another user of the provider.
    if (await tx.existsBy(Identity, { userId: id, provider })) throw new SocialRefusal('email-taken');
    return id;
  }

  private async createAccount(
    tx: EntityManager,
    account: { username: string; email: string },
    profile: SocialProfile,
  ): Promise<number> {
    // The e-mail may be another account's user name.
    if (await isNameTaken(tx, nameKey(account.email))) throw new SocialRefusal('email-taken');
    const names = await claimUniqueNames(tx, account);
    const { id } = await tx.save(User, {
      ...names,
      passwordHash: '',
      firstName: profile.firstName.slice(0, 255),
      lastName: profile.lastName.slice(0, 255),
      emailVerifiedAt: profile.isVerified ? new Date() : null,
    });
    await queueMail(tx, { template: 'welcome', userId: id });
    return id;
  }
}

/** An account that was linked before its owner became an administrator requires the password too. @throws SocialRefusal */
function mustBeOpenToProvider(user: User | null): void {
  if (!user?.isActive) throw new SocialRefusal('locked');
  if (user.isStaff) throw new SocialRefusal('administrator');
}

/**
 * Returns a free user name, which its owner may change. It tells nothing of the e-mail: everybody sees user names beside reviews, and
 * the part before `@` would make a list of addresses at Gmail of them.
 */
async function freeName(tx: EntityManager): Promise<string> {
  let name: string;
  do name = `khach-${randomLetters(8).toLowerCase()}`;
  while (await isNameTaken(tx, nameKey(name)));
  return name;
}
