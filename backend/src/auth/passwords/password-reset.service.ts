import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, Raw } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { PasswordReset } from '../../contract/accounts/auth.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { queueMail } from '../../mail/outbox.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { LoginsService } from '../login/logins.service.js';
import { mailAccountOwner } from '../mails/account-mails.js';
import { lockUser } from '../users/user.locks.js';
import { verifyMailbox } from '../users/verify-mailbox.js';
import { User, nameKey } from '../users/user.entity.js';
import { CommonPasswords } from './common-passwords.js';
import { hashPassword } from './passwords.js';
import { PasswordResetLink } from './password-reset.entity.js';
import { insertLink, takeLink } from './password-resets.sql.js';

const LINK_HOURS = 1;

/** Longer than the work for a known e-mail, so that the response time does not reveal which e-mails are known. */
const ANSWER_MS = 300;

/** Resets passwords by a mailed link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
    private readonly limits: RateLimits,
    private readonly loginLimiter: LoginRateLimiter,
    private readonly commonPasswords: CommonPasswords,
  ) {}

  /** Mails a reset link to the account of this e-mail, if one exists. @throws ShopError 429 */
  async request(email: string, address: string): Promise<void> {
    await this.limits.consume('resetMailPerAddress', address);
    await this.limits.consume('resetMailPerEmail', nameKey(email));
    await Promise.all([this.send(nameKey(email)), pause(ANSWER_MS)]);
  }

  /**
   * Sets a new password and ends every login. A link works once.
   * @throws ShopError 400 naming `token` when the link is wrong, expired or used
   */
  async confirm({ uid, token, new_password }: PasswordReset, address: string): Promise<void> {
    const id = /^[1-9]\d{0,8}$/.test(uid) ? Number(uid) : 0;
    const tokenHash = hashOf(token);
    // Checked before hashing, so that only the holder of a link can cost the server that work.
    const valid = { tokenHash, userId: id, expiresAt: Raw((at) => `${at} > now()`) };
    if (!(await this.db.manager.existsBy(PasswordResetLink, valid))) throw badLink();
    this.commonPasswords.refuse(new_password, 'new_password');
    const passwordHash = await hashPassword(new_password);
    await inTransaction(this.db, async (tx) => {
      const user = await lockUser(tx, id);
      const isTaken = await takeLink(tx, id, tokenHash);
      if (!user?.isActive || !isTaken) throw badLink();
      await verifyMailbox(tx, user);
      await tx.update(User, { id }, { passwordHash });
      await mailAccountOwner(tx, user, ['password_changed']);
      await this.logins.revokeAll(tx, id);
    });
    this.logins.clearCache();
    await this.loginLimiter.resetSignIns(id, address);
  }

  private async send(emailKey: string): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    await inTransaction(this.db, async (tx) => {
      const userId = await insertLink(tx, emailKey, hashOf(token), LINK_HOURS);
      if (userId === undefined) return;
      await tx.delete(PasswordResetLink, { userId, expiresAt: Raw((at) => `${at} < now()`) });
      await queueMail(tx, { template: 'password_reset', userId, uid: String(userId), token });
    });
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const badLink = () =>
  ShopError.fields({ token: ['Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng. Vui lòng yêu cầu liên kết mới.'] });
