import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { ProfileUpdate } from '../../contract/accounts/profile.js';
import { lockUser } from '../user.locks.js';
import { PasswordResetLink } from './password-reset/password-reset.entity.js';
import { MediaService } from '../../media/media.service.js';
import { AVATAR } from '../../media/picture.js';
import { mailAccountOwner } from './account-mails.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { CommonPasswords } from '../login/common-passwords.js';
import { CurrentPasswords, changedMeanwhile } from '../login/current-passwords.js';
import { LoginsService } from '../login/logins.service.js';
import { claimUniqueNames, lockUniqueNames, type UniqueNames } from './unique-names.js';
import { hashPassword } from '../login/passwords.js';
import { User, nameKey } from '../user.entity.js';

/** The columns of an account to change. */
type Changes = UniqueNames & Partial<Pick<User, 'passwordHash' | 'emailVerifiedAt' | 'avatarHash'>>;

/** The account owner's own changes. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
    private readonly logins: LoginsService,
    private readonly currentPasswords: CurrentPasswords,
    private readonly commonPasswords: CommonPasswords,
    private readonly attempts: LoginRateLimiter,
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
  async update(me: Principal, update: ProfileUpdate, picture?: Buffer): Promise<User> {
    const { email, password, current_password } = update;
    if (password !== undefined) this.commonPasswords.refuse(password);
    const takesEmail = email !== undefined && email !== (await this.me(me.id)).email;
    const checkedHash =
      password !== undefined || takesEmail ? await this.currentPasswords.check(me.id, current_password) : undefined;
    if (checkedHash !== undefined) await this.attempts.take('credentialChangePerAccount', me.id);
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    const decide = async (tx: EntityManager, user: User) => {
      if (checkedHash !== undefined && user.passwordHash !== checkedHash) throw changedMeanwhile();
      const isNewEmail = email !== undefined && email !== user.email;
      // The e-mail was changed back between the check and the lock.
      if (isNewEmail && !takesEmail) throw changedMeanwhile();
      const names = await claimUniqueNames(tx, update, user.id);
      return {
        ...profileOf(update),
        ...names,
        ...(passwordHash && { passwordHash }),
        ...(isNewEmail && { emailVerifiedAt: null }),
      };
    };
    const save = () => this.save(me, picture, decide, update);
    return takesEmail ? this.attempts.countIfSuccessful('accountPerEmail', nameKey(email), save) : save();
  }

  /**
   * Changes the password and ends every login but this one.
   * @throws ShopError 400 naming `current_password` when it is wrong
   */
  async setPassword(me: Principal, currentPassword: string, password: string): Promise<void> {
    await this.update(me, { current_password: currentPassword, password });
  }

  /** @throws ShopError 400 without a picture; 413, 415 */
  async setAvatar(me: Principal, picture: Buffer | undefined): Promise<User> {
    if (!picture) throw ShopError.fields({ avatar: ['Vui lòng chọn file hình ảnh'] });
    return this.save(me, picture, async () => ({}));
  }

  /** Locks `names` and the account, writes the changes that `decide` returns, and stores the picture with them. */
  private async save(
    me: Principal,
    bytes: Buffer | undefined,
    decide: (tx: EntityManager, user: User) => Promise<Changes>,
    names: Pick<ProfileUpdate, 'username' | 'email'> = {},
  ): Promise<User> {
    const picture = bytes && (await this.media.read(bytes, AVATAR, me.isAdmin ? 'admin' : 'user'));
    let unused = picture?.hash;
    try {
      if (picture) await this.media.store(picture);
      const { user, replaced } = await this.db.transaction(async (tx) => {
        await lockUniqueNames(tx, names);
        const user = await lockUser(tx, me.id);
        if (!user) throw gone();
        const changes = await decide(tx, user);
        const replaced = user.avatarHash;
        if (picture) {
          await this.media.keep(tx, picture);
          changes.avatarHash = picture.hash;
        }
        const { passwordHash, email = user.email } = changes;
        await mailAccountOwner(tx, user, [
          email !== user.email && 'email_changed',
          passwordHash !== undefined && 'password_changed',
        ]);
        if (passwordHash) await this.logins.revokeAll(tx, user.id, me.loginId);
        if (passwordHash ?? changes.email) await tx.delete(PasswordResetLink, { userId: user.id });
        if (Object.keys(changes).length > 0) await tx.update(User, { id: user.id }, changes);
        return { user: Object.assign(user, changes), replaced };
      });
      unused = picture && (replaced ?? undefined);
      if (picture) await this.media.render(picture.hash);
      return user;
    } finally {
      if (unused) await this.media.discard(unused);
    }
  }
}

function profileOf(update: ProfileUpdate) {
  const { first_name: firstName, last_name: lastName, birth_date, phone, gender, address } = update;
  const birthDate = birth_date === undefined ? undefined : birth_date || null;
  const fields = Object.entries({ firstName, lastName, birthDate, phone, gender, address });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

const gone = () => new ShopError(401, 'Tài khoản không còn tồn tại');
