import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { inTransaction, isForeignKeyViolation } from '../../platform/database/transaction.js';
import { MediaService } from '../../media/media.service.js';
import { LoginsService } from '../login/logins.service.js';
import { CurrentPasswords } from '../passwords/current-passwords.js';
import { PersonalRecordsRegistry, type PersonalRecords } from '../personal-data/personal-records.js';
import { lockAdmins, lockUser } from '../users/user.locks.js';
import { User } from '../users/user.entity.js';
import { cannotDelete, findDeletionBlockers } from './deletion-checks.js';

/** The support account that shoppers chat with. The next start would create it again. */
const SUPPORT_ID = 1;

/**
 * Deletes accounts. Orders, the ledger, reviews and other records that the shop must keep stay. While one of them refers to the
 * account, its row stays too, anonymised: a closed account.
 */
@Injectable()
export class AccountDeletionService {
  constructor(
    private readonly db: DataSource,
    private readonly media: MediaService,
    private readonly logins: LoginsService,
    private readonly currentPasswords: CurrentPasswords,
    private readonly records: PersonalRecordsRegistry,
  ) {}

  /**
   * Deletes the caller's own account.
   * @throws ShopError 400 naming `current_password`; 409 for the last administrator, and as below
   */
  async deleteOwn(actor: Actor, currentPassword: string): Promise<void> {
    const checkedHash = await this.currentPasswords.check(actor.id, currentPassword, actor.address);
    await this.delete(actor, async (tx) => {
      const admins = await lockAdmins(tx);
      if (admins.includes(actor.id) && admins.length === 1) throw lastAdmin();
      const user = await lockUser(tx, actor.id);
      if (user?.passwordHash !== checkedHash) {
        throw new ShopError(409, 'Tài khoản vừa được thay đổi ở nơi khác. Vui lòng thử lại.');
      }
      return user;
    });
  }

  /**
   * Deletes an account without balance, debt, open payments or open orders.
   * @param choose checks that the caller may delete it, locks the account and returns it
   * @throws ShopError 409 with `reasons` as `DeletionBlocker`
   */
  async delete(actor: Actor, choose: (tx: EntityManager) => Promise<User>): Promise<void> {
    const pictures = await inTransaction(this.db, async (tx) => {
      const user = await choose(tx);
      if (user.id === SUPPORT_ID) throw new ShopError(409, 'Không thể đóng tài khoản hỗ trợ khách hàng');
      const records = this.records.all;
      const { blockers, amounts: before } = await findDeletionBlockers(tx, records, user.id);
      if (blockers.length > 0) throw cannotDelete(blockers, actor.id === user.id);
      if (actor.isAdmin) {
        await recordAudit(tx, actor, { action: 'delete', subject: 'user', id: user.id, name: user.username, before });
      }
      const hashes = user.avatarHash ? [user.avatarHash] : [];
      for (const { deletePersonalData, deletePictures } of records) {
        hashes.push(...((await deletePictures?.(tx, user.id)) ?? []));
        await deletePersonalData?.(tx, user.id);
      }
      await deleteAccountRow(tx, records, user).catch(async (error: unknown) => {
        if (!isForeignKeyViolation(error)) throw error;
        await anonymise(tx, records, user);
      });
      return hashes;
    });
    this.logins.clearCache();
    for (const hash of pictures) await this.media.discard(hash);
  }
}

/** Deletes the account inside a savepoint, because a foreign key may refuse it. */
function deleteAccountRow(tx: EntityManager, all: readonly PersonalRecords[], { id }: User): Promise<void> {
  return tx.transaction(async (inner) => {
    for (const records of all) await records.deleteAccountRows?.(inner, id);
    await inner.delete(User, { id });
  });
}

/** Marks the account as closed and erases its personal data. */
async function anonymise(tx: EntityManager, all: readonly PersonalRecords[], { id }: User): Promise<void> {
  // Registration accepts no such user name or e-mail: they never collide.
  const names = { username: `Đã đóng #${id}`, usernameKey: `#${id}`, email: '', emailKey: `#${id}`, passwordHash: '' };
  const profile = { firstName: '', lastName: '', phone: '', gender: '' as const, birthDate: null, address: '' };
  const state = { avatarHash: null, emailVerifiedAt: null, isActive: false, isStaff: false, closedAt: () => 'now()' };
  await tx.update(User, { id }, { ...names, ...profile, ...state });
  for (const records of all) await records.anonymise?.(tx, { id });
}

export const lastAdmin = () => new ShopError(409, 'Cửa hàng phải còn ít nhất một quản trị viên');
