import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ShopError } from '../common/shop-error.js';
import type { PasswordReset } from '../contract/auth.js';
import { lockUser } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { queueMail } from '../mail/outbox.js';
import { mailOwner } from './account-mails.js';
import { AttemptsService } from './attempts.service.js';
import { LoginsService } from './logins.service.js';
import { proveMailbox } from './mailbox.js';
import { hashPassword, refuseCommon } from './passwords.js';
import { User, nameKey } from './user.entity.js';

const LINK_HOURS = 1;
/** Longer than the work for a known e-mail takes, so that the time does not tell which are known. */
const ANSWER_MS = 300;

/** A new password for whoever reads the account's mails. */
@Injectable()
export class ResetService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
    private readonly attempts: AttemptsService,
  ) {}

  /** Mails a link to the account of this e-mail, if there is one. @throws ShopError 429 */
  async request(email: string, address: string): Promise<void> {
    await this.attempts.take('resetAddress', address);
    await this.attempts.take('resetEmail', nameKey(email));
    await Promise.all([this.send(nameKey(email)), pause(ANSWER_MS)]);
  }

  /**
   * Sets a new password with what the link holds, which works once, and ends every login.
   * @throws ShopError 400 naming `token` when the link is wrong, old or was used
   */
  async confirm({ uid, token, new_password }: PasswordReset, address: string): Promise<void> {
    const id = /^[1-9]\d{0,8}$/.test(uid) ? Number(uid) : 0;
    const tokenHash = hashOf(token);
    const known: unknown[] = await this.db.query(
      'SELECT 1 FROM password_resets WHERE token_hash = $1 AND user_id = $2 AND expires_at > now()',
      [tokenHash, id],
    );
    // Nobody but the holder of a link has the server hash a password.
    if (known.length === 0) throw badLink();
    refuseCommon(new_password, 'new_password');
    const passwordHash = await hashPassword(new_password);
    await inTransaction(this.db, async (tx) => {
      const user = await lockUser(tx, id);
      const links: { is_this: boolean }[] = await tx.query(
        `WITH gone AS (DELETE FROM password_resets WHERE user_id = $1 RETURNING token_hash, expires_at)
         SELECT token_hash = $2 AND expires_at > now() AS is_this FROM gone`,
        [id, tokenHash],
      );
      if (!user?.isActive || !links.some((link) => link.is_this)) throw badLink();
      await proveMailbox(tx, user);
      await tx.update(User, { id }, { passwordHash });
      await mailOwner(tx, user, ['password_changed']);
      await this.logins.revokeAll(tx, id);
    });
    this.logins.lookAgain();
    await this.attempts.forgive(id, address);
  }

  private async send(emailKey: string): Promise<void> {
    const token = randomBytes(32).toString('base64url');
    await this.db.transaction(async (tx) => {
      const [link]: { user_id: number }[] = await tx.query(
        `INSERT INTO password_resets (token_hash, user_id, expires_at)
         SELECT $1, id, now() + make_interval(hours => $2) FROM users WHERE email_key = $3 AND is_active
         RETURNING user_id`,
        [hashOf(token), LINK_HOURS, emailKey],
      );
      if (!link) return;
      const { user_id: userId } = link;
      await tx.query('DELETE FROM password_resets WHERE user_id = $1 AND expires_at < now()', [userId]);
      await queueMail(tx, { template: 'password_reset', userId, uid: String(userId), token });
    });
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const badLink = () =>
  ShopError.fields({ token: ['Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng. Vui lòng yêu cầu liên kết mới.'] });
