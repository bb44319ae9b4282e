import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor, Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { ProfileUpdate } from '../../contract/accounts/profile.js';
import { MediaService } from '../../media/media.service.js';
import { AVATAR, type DecodedPicture } from '../../media/picture.js';
import { LoginsService } from '../login/logins.service.js';
import { mailAccountOwner } from '../mails/account-mails.js';
import { PasswordResetLink } from '../passwords/password-reset.entity.js';
import { CommonPasswords } from '../passwords/common-passwords.js';
import { CurrentPasswords } from '../passwords/current-passwords.js';
import { hashPassword } from '../passwords/passwords.js';
import { lockUser } from '../users/user.locks.js';
import { lockUniqueNames } from '../users/unique-names.js';
import { User, nameKey } from '../users/user.entity.js';
import { decideProfileChanges, type ProfileChanges, type CheckedCredentials } from './profile-changes.js';

/** A change of the account. */
interface Change {
  /** Locked before the account is. */
  names: Pick<ProfileUpdate, 'username' | 'email'>;
  /** As in `CheckedCredentials`. */
  countedMailbox?: string | undefined;
  /** Returns what to change of the locked account. */
  decide: (tx: EntityManager, user: User) => Promise<ProfileChanges>;
}

interface Written {
  user: User;
  /** The hash of the previous avatar. */
  replaced: string | null;
}

/** The account owner's own changes. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
    private readonly logins: LoginsService,
    private readonly currentPasswords: CurrentPasswords,
    private readonly commonPasswords: CommonPasswords,
    private readonly limits: RateLimits,
  ) {}

  /** Returns the account. @throws ShopError 401 when it no longer exists */
  async me(id: number): Promise<User> {
    const user = await this.db.manager.findOneBy(User, { id });
    if (!user) throw gone();
    return user;
  }

  /**
   * Changes the given fields. A new password ends the other logins.
   * @param picture becomes the avatar
   * @throws ShopError 400 for a taken name, and for a new password or e-mail without the right current password;
   *   413 or 415 for the picture; 429
   */
  async update(me: Actor, update: ProfileUpdate, picture?: Buffer): Promise<User> {
    const credentials = await this.checkCredentials(me, update);
    const decide = (tx: EntityManager, user: User) => decideProfileChanges(tx, user, update, credentials);
    const { newEmail, countedMailbox } = credentials;
    const save = () => this.save(me, { bytes: picture, names: update, countedMailbox, decide });
    try {
      return newEmail === undefined
        ? await save()
        : await this.limits.consumeIfSuccessful('accountPerEmail', nameKey(newEmail), save);
    } catch (error) {
      // There is no change to tell of.
      if (countedMailbox !== undefined) await this.limits.refund('credentialMailPerEmail', countedMailbox);
      throw error;
    }
  }

  /**
   * Changes the password and ends every login but this one.
   * @throws ShopError 400 naming `current_password` when it is wrong
   */
  async setPassword(me: Actor, currentPassword: string, password: string): Promise<void> {
    await this.update(me, { current_password: currentPassword, password });
  }

  /** @throws ShopError 400 without a picture; 413, 415 */
  async setAvatar(me: Principal, picture: Buffer | undefined): Promise<User> {
    if (!picture) throw ShopError.fields({ avatar: ['Vui lòng chọn file hình ảnh'] });
    return this.save(me, { bytes: picture, names: {}, decide: async () => ({}) });
  }

  /** Checks the current password if the password or the e-mail changes. @throws ShopError 400, 429 */
  private async checkCredentials(me: Actor, update: ProfileUpdate): Promise<CheckedCredentials> {
    const { email, password, current_password } = update;
    if (password !== undefined) this.commonPasswords.refuse(password);
    if (password === undefined && email === undefined) return {};
    const user = await this.me(me.id);
    const newEmail = email === user.email ? undefined : email;
    if (password === undefined && newEmail === undefined) return {};
    const checkedHash = await this.currentPasswords.check(me.id, current_password, me.address);
    await this.limits.consume('credentialChangePerAccount', me.id);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    const countedMailbox = await this.countMail(user);
    return { newEmail, checkedHash, countedMailbox, ...(passwordHash !== undefined && { passwordHash }) };
  }

  /** Anybody can register with a stranger's e-mail and change the password in a loop. @returns see `countedMailbox` */
  private async countMail({ emailKey, emailVerifiedAt }: User): Promise<string | undefined> {
    if (emailVerifiedAt !== null) return undefined;
    return (await this.limits.tryConsume('credentialMailPerEmail', emailKey)) ? emailKey : undefined;
  }

  /** Decodes the picture, if there is one, and writes the changes. */
  private async save(me: Principal, { bytes, ...change }: Change & { bytes: Buffer | undefined }): Promise<User> {
    const picture = bytes && (await this.media.read(bytes, AVATAR, me.isAdmin ? 'admin' : 'user', 'avatar'));
    const write = () => inTransaction(this.db, (tx) => this.write(tx, me, change, picture));
    return picture ? this.replaceAvatar(picture, write) : (await write()).user;
  }

  /** Stores a picture for `write`. Afterwards discards the previous avatar, or the picture when `write` failed. */
  private async replaceAvatar(picture: DecodedPicture, write: () => Promise<Written>): Promise<User> {
    let unused: string | null = picture.hash;
    try {
      await this.media.store(picture);
      const { user, replaced } = await write();
      unused = replaced;
      this.media.render(picture.hash);
      return user;
    } finally {
      if (unused) await this.media.discard(unused);
    }
  }

  /** Locks the names and the account, and writes what `decide` returns, with the picture as the avatar. */
  private async write(
    tx: EntityManager,
    me: Principal,
    { names, countedMailbox, decide }: Change,
    picture: DecodedPicture | undefined,
  ): Promise<Written> {
    await lockUniqueNames(tx, names);
    const user = await lockUser(tx, me.id);
    if (!user) throw gone();
    const replaced = user.avatarHash;
    const changes = await decide(tx, user);
    if (picture) {
      await this.media.keep(tx, picture);
      changes.avatarHash = picture.hash;
    }
    const isMailed = user.emailVerifiedAt !== null || user.emailKey === countedMailbox;
    await this.followCredentials(tx, me, user, { changes, isMailed });
    if (Object.keys(changes).length > 0) await tx.update(User, { id: user.id }, changes);
    return { user: Object.assign(user, changes), replaced };
  }

  /** Mails the owner about another password or e-mail, if `isMailed`, and ends what the old one opened: logins and mailed links. */
  private async followCredentials(
    tx: EntityManager,
    me: Principal,
    user: User,
    { changes, isMailed }: { changes: ProfileChanges; isMailed: boolean },
  ): Promise<void> {
    const { passwordHash, email = user.email } = changes;
    if (isMailed) {
      await mailAccountOwner(tx, user, [
        email !== user.email && 'email_changed',
        passwordHash !== undefined && 'password_changed',
      ]);
    }
    if (passwordHash) await this.logins.revokeAll(tx, user.id, me.loginId);
    if (passwordHash ?? changes.email) await tx.delete(PasswordResetLink, { userId: user.id });
  }
}

const gone = () => new ShopError(401, 'Tài khoản không còn tồn tại');
