import { Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import { Email, type SocialOutcome, type Tokens } from '../../contract/auth.js';
import { lockNames, lockUser } from '../user.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { queueMail } from '../../mail/outbox.js';
import type { Device } from '../login/device.js';
import { LoginsService } from '../login/logins.service.js';
import { verifyMailbox } from '../accounts/mailbox.js';
import { claimUniqueNames, isNameTaken } from '../accounts/unique-names.js';
import type { SocialProfile } from './social.strategy.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { User, nameKey } from '../user.entity.js';

/** Why somebody whom the provider knows does not get in here. */
export class SocialRefusal extends Error {
  constructor(readonly outcome: Exclude<SocialOutcome, 'done'>) {
    super(outcome);
  }
}

/** Sign-in by Google and Facebook. */
@Injectable()
export class SocialService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
    private readonly twoFactor: TwoFactorService,
  ) {}

  /** Signs in whoever the provider says it is, into a new account if need be. @throws SocialRefusal */
  async signIn(profile: SocialProfile, device: Device): Promise<Tokens> {
    const userId = await inTransaction(this.db, async (tx) => {
      // Of two who come back at once the second finds what the first made.
      await lockNames(tx, [`${profile.provider} ${profile.subject}`]);
      const id = (await this.known(tx, profile)) ?? (await this.link(tx, profile));
      // The provider has not asked for it, so it does not open what takes two things to open.
      if (await this.twoFactor.isOn(tx, id)) throw new SocialRefusal('two-factor');
      return id;
    });
    this.logins.clearCache();
    return this.logins.open(userId, device);
  }

  private async known(tx: EntityManager, { provider, subject }: SocialProfile): Promise<number | undefined> {
    const [user]: { id: number; is_active: boolean }[] = await tx.query(
      `SELECT u.id, u.is_active FROM identities i JOIN users u ON u.id = i.user_id
       WHERE i.provider = $1 AND i.subject = $2`,
      [provider, subject],
    );
    if (user && !user.is_active) throw new SocialRefusal('locked');
    return user?.id;
  }

  /**
   * Opens the account of the profile's e-mail to the provider, or makes one. Only an e-mail that the provider has verified
   * opens an account that is there, and never an administrator's: that takes the password.
   */
  private async link(tx: EntityManager, profile: SocialProfile): Promise<number> {
    const { data: email } = Email.safeParse(profile.email);
    if (!email) throw new SocialRefusal('no-email');
    await lockNames(tx, [nameKey(email)]);
    const owner = await tx.findOneBy(User, { emailKey: nameKey(email) });
    const userId = owner ? await this.open(tx, owner.id, profile) : await this.make(tx, email, profile);
    await tx.query('INSERT INTO identities (provider, subject, user_id) VALUES ($1, $2, $3)', [
      profile.provider,
      profile.subject,
      userId,
    ]);
    return userId;
  }

  private async open(tx: EntityManager, id: number, { provider, isVerified }: SocialProfile): Promise<number> {
    const user = await lockUser(tx, id);
    if (!user || !isVerified || user.isStaff) throw new SocialRefusal('email-taken');
    if (!user.isActive) throw new SocialRefusal('locked');
    if (await verifyMailbox(tx, user)) {
      // Whoever registered with this e-mail never showed that it is theirs, so their password opens it no more.
      await tx.update(User, { id }, { passwordHash: '' });
      await tx.query('DELETE FROM password_resets WHERE user_id = $1', [id]);
      await this.logins.revokeAll(tx, id);
    }
    // The e-mail has changed hands: the account belongs to another of the provider's users.
    const others: unknown[] = await tx.query('SELECT 1 FROM identities WHERE user_id = $1 AND provider = $2', [
      id,
      provider,
    ]);
    if (others.length > 0) throw new SocialRefusal('email-taken');
    return id;
  }

  private async make(tx: EntityManager, email: string, profile: SocialProfile): Promise<number> {
    // Somebody may have chosen this e-mail for their user name.
    if (await isNameTaken(tx, nameKey(email))) throw new SocialRefusal('email-taken');
    const names = await claimUniqueNames(tx, { username: await freeName(tx, email), email });
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

/** A user name that nobody has, from what stands before the @. */
async function freeName(tx: EntityManager, email: string): Promise<string> {
  const [local = ''] = email.split('@');
  const base = local.replace(/[^\p{L}\p{M}\p{N}.+\-_]/gu, '').slice(0, 30);
  let name = base.length < 3 ? `khach-${base}` : base;
  while (await isNameTaken(tx, nameKey(name))) name = `${base || 'khach'}-${randomInt(1_000, 1_000_000)}`;
  return name;
}
