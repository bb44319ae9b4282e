import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import { formatVnd } from '../contract/rules.js';
import { lockAdmins, lockUser, lockWallet } from '../db/locks.js';
import { codeOf, inTransaction } from '../db/transaction.js';
import { MediaService } from '../media/media.service.js';
import { CurrentPasswords } from './current-passwords.js';
import { LoginsService } from './logins.service.js';
import type { User } from './user.entity.js';

const STILL_REFERRED_TO = '23503';
/** Whom shoppers write to; made anew at the next start if it were gone. */
const SUPPORT_ID = 1;

/**
 * The end of an account. It is erased when nothing that the shop must keep names it; orders, the ledger, reviews and the
 * like stay, and then so does the row that they name, with everything in it that told who it was taken out.
 */
@Injectable()
export class ClosingService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
    private readonly logins: LoginsService,
    private readonly currentPasswords: CurrentPasswords,
  ) {}

  /**
   * Closes the account of whoever asks for it.
   * @throws ShopError 400 naming `current_password`; 409 while the wallet holds money (told as `balance`), and for the last
   *   administrator
   */
  async closeOwn(by: Actor, currentPassword: string): Promise<void> {
    const checked = await this.currentPasswords.check(by.id, currentPassword);
    await this.close(async (tx) => {
      const admins = await lockAdmins(tx);
      if (admins.includes(by.id) && admins.length === 1) throw lastAdmin();
      const user = await lockUser(tx, by.id);
      if (user?.passwordHash !== checked) {
        throw new ShopError(409, 'Tài khoản vừa được thay đổi ở nơi khác. Vui lòng thử lại.');
      }
      const wallet = await lockWallet(tx, by.id);
      if (wallet && wallet.balance > 0) {
        throw new ShopError(
          409,
          `Ví Paybox của bạn còn ${formatVnd(wallet.balance)}. Hãy dùng hết hoặc liên hệ MAY để được hoàn lại trước khi đóng tài khoản.`,
          { balance: wallet.balance },
        );
      }
      if (by.isAdmin) await audit(tx, by, { action: 'delete', subject: 'user', id: by.id, name: user.username });
      return user;
    });
  }

  /** @param choose asks whether it may be, and gives the account under its lock */
  async close(choose: (tx: EntityManager) => Promise<User>): Promise<void> {
    const { avatarHash } = await inTransaction(this.db, async (tx) => {
      const user = await choose(tx);
      if (user.id === SUPPORT_ID) throw new ShopError(409, 'Tài khoản hỗ trợ khách hàng không thể bị xóa');
      await forgetPerson(tx, user);
      await erase(tx, user).catch(async (error: unknown) => {
        if (codeOf(error) !== STILL_REFERRED_TO) throw error;
        await anonymise(tx, user);
      });
      return user;
    });
    this.logins.lookAgain();
    if (avatarHash) await this.media.discard(avatarHash);
  }
}

/** What of a person nobody needs when they are gone. */
async function forgetPerson(tx: EntityManager, { id, emailKey }: User): Promise<void> {
  for (const table of ['logins', 'password_resets', 'identities', 'idempotency_keys', 'mails', 'favorites']) {
    await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [id]);
  }
  await tx.query('DELETE FROM chat_rooms WHERE low_user_id = $1 AND high_user_id = $2', [SUPPORT_ID, id]);
  await tx.query('DELETE FROM newsletter_subscribers WHERE email_key = $1', [emailKey]);
}

/** Inside a savepoint, because a foreign key may refuse it. */
function erase(tx: EntityManager, { id }: User): Promise<void> {
  return tx.transaction(async (inner) => {
    await inner.query('DELETE FROM accounts WHERE user_id = $1', [id]);
    await inner.query('DELETE FROM users WHERE id = $1', [id]);
  });
}

async function anonymise(tx: EntityManager, { id }: User): Promise<void> {
  // Nobody can register such a user name or e-mail.
  await tx.query(
    `UPDATE users SET username = 'Đã đóng #' || id, username_key = '#' || id, email = '', email_key = '#' || id,
       password_hash = '', first_name = '', last_name = '', phone = '', gender = '', birth_date = NULL, address = '',
       avatar_hash = NULL, email_verified_at = NULL, is_active = false, is_staff = false, closed_at = now()
     WHERE id = $1`,
    [id],
  );
  // The others still have to be delivered; the trigger forget_buyer waits for them.
  await tx.query(
    `UPDATE orders SET address = '', city = '', postal_code = '', country = '', receiver = '', phone = ''
     WHERE user_id = $1 AND (delivered_at IS NOT NULL OR cancelled_at IS NOT NULL OR refunded_at IS NOT NULL)`,
    [id],
  );
}

export const lastAdmin = () => new ShopError(409, 'Cửa hàng phải còn ít nhất một quản trị viên');
