import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import { recordAudit, withoutSearch } from '../../audit/audit.js';
import type { Actor, Principal } from '../../platform/http/access.js';
import { inBatches, sendCsv } from '../../platform/csv/csv.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { expectUnchanged } from '../../platform/errors/stale-edit.js';
import type { AdminUser, AdminUserRights, AdminUserUpdate, UserQuery } from '../../contract/accounts/admin-users.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AccountDeletionService, lastAdmin } from '../deletion/account-deletion.service.js';
import { LoginsService } from '../login/logins.service.js';
import { mailAccountOwner } from '../mails/account-mails.js';
import { CommonPasswords } from '../passwords/common-passwords.js';
import { CurrentPasswords, changedMeanwhile } from '../passwords/current-passwords.js';
import { hashPassword } from '../passwords/passwords.js';
import { PasswordResetLink } from '../passwords/password-reset.entity.js';
import { lockAdmins, lockUser } from '../users/user.locks.js';
import { claimUniqueNames, lockUniqueNames } from '../users/unique-names.js';
import { User } from '../users/user.entity.js';
import { adminUserView } from '../users/user.view.js';
import { readUsersForExport } from './admin-users.sql.js';
import { listUsers } from './user-list.js';

/** Lists, changes and deletes accounts for administrators. Closed accounts are hidden from them too. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
    private readonly deletion: AccountDeletionService,
    private readonly currentPasswords: CurrentPasswords,
    private readonly commonPasswords: CommonPasswords,
  ) {}

  /** Returns a slice of the accounts, newest first by default, and the total number. */
  async list(me: Principal, query: UserQuery, slice: { skip: number; take: number }): Promise<[AdminUser[], number]> {
    const [users, total] = await listUsers(this.db, me, query, slice);
    return [users.map(adminUserView), total];
  }

  /** Sends the accounts that match the query as CSV, newest first, and records the export in the audit log. */
  async export(actor: Actor, { page: _, page_size: __, ...query }: UserQuery, response: Response): Promise<void> {
    await recordAudit(this.db.manager, actor, {
      action: 'export',
      subject: 'user',
      name: 'Danh sách người dùng',
      after: withoutSearch(query),
    });
    const rows = inBatches<{ id: number }>((last, limit) => readUsersForExport(this.db, actor, query, last?.id, limit));
    // A key reads no phones.
    await sendCsv(response, 'nguoi-dung', actor.apiKey ? COLUMNS_WITHOUT_PHONE : COLUMNS, rows);
  }

  /**
   * Changes an account's names and, unless it is blank, its password, which ends its logins.
   * @throws ShopError 404; 400 for a taken name, and for a new e-mail or password without the administrator's own
   *   current password; 429
   */
  async replace(actor: Actor, id: number, update: AdminUserUpdate): Promise<User> {
    const { username, email, password } = update;
    if (password !== undefined) this.commonPasswords.refuse(password);
    const account = await this.findOpenAccount(id);
    expectUnchanged<Pick<User, 'username' | 'email'>>(account, update.was, 'Tài khoản');
    const isGuarded = password !== undefined || email !== account.email;
    const checked = isGuarded ? await this.currentPasswords.check(actor.id, update.current_password) : undefined;
    const passwordHash = password && (await hashPassword(password));
    const replaced = await inTransaction(this.db, async (tx) => {
      if (checked !== undefined) await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      await lockUniqueNames(tx, { username, email });
      const user = await lockOpenAccount(tx, id);
      expectUnchanged<Pick<User, 'username' | 'email'>>(user, update.was, 'Tài khoản');
      const isNewEmail = email !== user.email;
      // The e-mail was changed between the check and the lock.
      if (isNewEmail && checked === undefined) throw changedMeanwhile();
      const names = await claimUniqueNames(tx, { username, email }, user);
      const changes = {
        ...names,
        ...(passwordHash && { passwordHash }),
        ...(isNewEmail && { emailVerifiedAt: null }),
      };
      const before = { username: user.username, email: user.email, hasNewPassword: false };
      const after = { username, email, hasNewPassword: Boolean(passwordHash) };
      await recordAudit(tx, actor, { action: 'update', subject: 'user', id, name: user.username, before, after });
      await tx.update(User, { id }, changes);
      await mailAccountOwner(tx, user, [
        isNewEmail && 'email_changed',
        passwordHash !== undefined && 'password_changed',
      ]);
      if (passwordHash) await this.logins.revokeAll(tx, id, actor.loginId);
      if (passwordHash || isNewEmail) await tx.delete(PasswordResetLink, { userId: id });
      return Object.assign(user, changes);
    });
    this.logins.clearCache();
    return replaced;
  }

  /**
   * Activates or deactivates an account, or changes its role. All processes apply that within a second.
   * @throws ShopError 404; 400 for another role without the caller's own current password; 409 for one's own account, or when
   *   it would leave no administrator; 429
   */
  async setRights(actor: Actor, id: number, rights: AdminUserRights): Promise<User> {
    const { is_active: isActive, is_staff: isStaff } = rights;
    if (isActive === false || isStaff === false) refuseOwnAccount(actor, id);
    const isGuarded = (user: User) => isStaff !== undefined && isStaff !== user.isStaff;
    const checked = isGuarded(await this.findOpenAccount(id))
      ? await this.currentPasswords.check(actor.id, rights.current_password)
      : undefined;
    const user = await inTransaction(this.db, async (tx) => {
      if (checked !== undefined) await this.currentPasswords.mustBeUnchanged(tx, actor.id, checked);
      if (isActive === false || isStaff === false) await mustBeAllowedToRevokeRights(tx, actor, id);
      const user = await lockOpenAccount(tx, id);
      if (isGuarded(user) && checked === undefined) throw changedMeanwhile();
      const changes = { ...(isActive !== undefined && { isActive }), ...(isStaff !== undefined && { isStaff }) };
      // The logins of a locked administrator answer 403. They end with the lock, and with the role, so that neither gives them back.
      const isLockedAdmin = user.isStaff && !user.isActive;
      if (isLockedAdmin && (isActive === true || isStaff === false)) await this.logins.revokeAll(tx, id);
      else if (user.isStaff && isStaff === false) await this.logins.revokeExpired(tx, id);
      if (Object.keys(changes).length > 0) await tx.update(User, { id }, changes);
      const before = rightsOf(user);
      const after = rightsOf(Object.assign(user, changes));
      const action = before.is_active === after.is_active ? 'update' : after.is_active ? 'unlock' : 'lock';
      await recordAudit(tx, actor, { action, subject: 'user', id, name: user.username, before, after });
      return user;
    });
    this.logins.clearCache();
    return user;
  }

  /** An account that is not closed. @throws ShopError 404 */
  private async findOpenAccount(id: number): Promise<User> {
    const user = await this.db.manager.findOneBy(User, { id, closedAt: IsNull() });
    if (!user) throw unknownUser();
    return user;
  }

  /**
   * Deletes an account, see `AccountDeletionService.delete`.
   * @throws ShopError 404; 409 for one's own account, when it would leave no administrator, and for what blocks the deletion
   */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.deletion.delete(actor, async (tx) => {
      await mustBeAllowedToRevokeRights(tx, actor, id);
      return lockOpenAccount(tx, id);
    });
  }
}

/** Administrators cannot revoke their own rights, so the one who revokes the others' remains. */
async function mustBeAllowedToRevokeRights(tx: EntityManager, me: Principal, id: number): Promise<void> {
  refuseOwnAccount(me, id);
  // The actor's own rights may have been revoked since the guard's check.
  if (!(await lockAdmins(tx)).includes(me.id)) throw lastAdmin();
}

function refuseOwnAccount(me: Principal, id: number): void {
  if (id === me.id) throw new ShopError(409, 'Bạn không thể tự khóa, bỏ quyền hoặc đóng tài khoản của mình');
}

async function lockOpenAccount(tx: EntityManager, id: number): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user) throw unknownUser();
  return user;
}

const unknownUser = () => ShopError.notFound('Không tìm thấy người dùng.');

const rightsOf = ({ isActive, isStaff }: User) => ({ is_active: isActive, is_staff: isStaff });

/** The columns of the CSV file, by their names in `readUsersForExport`. */
const COLUMNS = {
  id: 'Mã',
  username: 'Tên đăng nhập',
  email: 'Email',
  last_name: 'Họ',
  first_name: 'Tên',
  phone: 'Điện thoại',
  role: 'Vai trò',
  state: 'Trạng thái',
  date_joined: 'Ngày tham gia',
};
const { phone: _phone, ...COLUMNS_WITHOUT_PHONE } = COLUMNS;
