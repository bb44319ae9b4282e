import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { audit } from '../audit/audit.js';
import type { Actor } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import { lockAdmins, lockUser } from '../db/locks.js';
import { codeOf, inTransaction } from '../db/transaction.js';
import { MediaService } from '../media/media.service.js';
import { cannotClose, heldBy } from './closing-facts.js';
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

  private readonly releases: ((userId: number) => Promise<void>)[] = [];

  /**
   * Has something done before an account is closed that only kept it from that, such as cancelling a deposit at the card
   * provider. It is called outside of any transaction.
   */
  beforeClosing(release: (userId: number) => Promise<void>): void {
    this.releases.push(release);
  }

  /**
   * Closes the account of whoever asks for it.
   * @throws ShopError 400 naming `current_password`; 409 for the last administrator, and as below
   */
  async closeOwn(by: Actor, currentPassword: string): Promise<void> {
    const checked = await this.currentPasswords.check(by.id, currentPassword);
    await this.close(by, async (tx) => {
      const admins = await lockAdmins(tx);
      if (admins.includes(by.id) && admins.length === 1) throw lastAdmin();
      const user = await lockUser(tx, by.id);
      if (user?.passwordHash !== checked) {
        throw new ShopError(409, 'Tài khoản vừa được thay đổi ở nơi khác. Vui lòng thử lại.');
      }
      return user;
    });
  }

  /**
   * Closes an account that holds and owes nothing, with nothing on its way to it or from it.
   * @param choose asks whether it may be, and gives the account under its lock
   * @throws ShopError 409 with `reasons` as `ClosingReason`; 503 when an open deposit cannot be cancelled now
   */
  async close(by: Actor, choose: (tx: EntityManager) => Promise<User>): Promise<void> {
    const first = await this.tryToClose(by, choose, false);
    if (first.isClosed) return this.afterClosing(first.user);
    // The network is asked between two transactions. The second sees what became of it, and what was begun meanwhile.
    for (const release of this.releases) await release(first.user.id);
    const { user } = await this.tryToClose(by, choose, true);
    await this.afterClosing(user);
  }

  /** @param isLast whether what could be released keeps the account open as well; otherwise nothing is done then */
  private tryToClose(by: Actor, choose: (tx: EntityManager) => Promise<User>, isLast: boolean) {
    return inTransaction(this.db, async (tx) => {
      const user = await choose(tx);
      if (user.id === SUPPORT_ID) throw new ShopError(409, 'Tài khoản hỗ trợ khách hàng không thể bị xóa');
      const { balance, owed, reasons, abandoned } = await heldBy(tx, user.id);
      if (reasons.length > 0) throw cannotClose(reasons, by.id === user.id);
      if (abandoned.length > 0 && isLast) throw cannotClose(abandoned, by.id === user.id);
      if (abandoned.length > 0) return { user, isClosed: false };
      if (by.isAdmin) {
        const before = { balance, owed };
        await audit(tx, by, { action: 'delete', subject: 'user', id: user.id, name: user.username, before });
      }
      await forgetPerson(tx, user);
      await erase(tx, user).catch(async (error: unknown) => {
        if (codeOf(error) !== STILL_REFERRED_TO) throw error;
        await anonymise(tx, user);
      });
      return { user, isClosed: true };
    });
  }

  private async afterClosing({ avatarHash }: User): Promise<void> {
    this.logins.lookAgain();
    if (avatarHash) await this.media.discard(avatarHash);
  }
}

/** What of a person nobody needs when they are gone. */
async function forgetPerson(tx: EntityManager, { id, emailKey }: User): Promise<void> {
  for (const table of [
    'logins',
    'password_resets',
    'identities',
    'second_factors',
    'idempotency_keys',
    'mails',
    'favorites',
  ]) {
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
  // The others wait for their money until they expire; the trigger forget_buyer waits for that.
  await tx.query(
    `UPDATE orders SET address = '', city = '', postal_code = '', country = '', receiver = '', phone = ''
     WHERE user_id = $1 AND (delivered_at IS NOT NULL OR cancelled_at IS NOT NULL OR refunded_at IS NOT NULL)`,
    [id],
  );
}

export const lastAdmin = () => new ShopError(409, 'Cửa hàng phải còn ít nhất một quản trị viên');
