import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../common/access.js';
import { ShopError } from '../common/shop-error.js';
import type { AdminUserRights, AdminUserUpdate, UserQuery } from '../contract/auth.js';
import { lockAdmins, lockUser } from '../db/locks.js';
import { inTransaction } from '../db/transaction.js';
import { ClosingService, lastAdmin } from './closing.service.js';
import { LoginsService } from './logins.service.js';
import { claimNames } from './names.js';
import { hashPassword } from './passwords.js';
import { User } from './user.entity.js';

/** As the index `users_search` has it. */
const SEARCHED = `fold_vi("user".username || ' ' || "user".email || ' ' || "user".last_name || ' ' ||
  "user".first_name || ' ' || "user".phone)`;

/** What administrators do with accounts. Closed ones are gone for them too. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly db: DataSource,
    private readonly logins: LoginsService,
    private readonly closing: ClosingService,
  ) {}

  /** A slice of the accounts, newest first, and how many there are in all. */
  list(query: UserQuery, { skip, take }: { skip: number; take: number }): Promise<[User[], number]> {
    const { search, is_active: isActive, is_staff: isStaff } = query;
    const found = this.db.manager.createQueryBuilder(User, 'user').where('user.closed_at IS NULL');
    if (search) {
      const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
      found.andWhere(`${SEARCHED} LIKE fold_vi(:pattern)`, { pattern });
    }
    if (isActive !== undefined) found.andWhere({ isActive });
    if (isStaff !== undefined) found.andWhere({ isStaff });
    return found
      .orderBy('user.dateJoined', 'DESC')
      .addOrderBy('user.id', 'DESC')
      .skip(skip)
      .take(take)
      .getManyAndCount();
  }

  /**
   * Gives an account other names and, unless it is blank, another password, which ends its logins.
   * @throws ShopError 404; 400 for a taken name
   */
  async replace(me: Principal, id: number, { username, email, password }: AdminUserUpdate): Promise<User> {
    const passwordHash = password && (await hashPassword(password));
    const replaced = await inTransaction(this.db, async (tx) => {
      const names = await claimNames(tx, { username, email }, id);
      const user = await lockOpen(tx, id);
      const isNewEmail = email !== user.email;
      const changes = {
        ...names,
        ...(passwordHash && { passwordHash }),
        ...(isNewEmail && { emailVerifiedAt: null }),
      };
      await tx.update(User, { id }, changes);
      if (passwordHash) await this.logins.revokeAll(tx, id, me.loginId);
      if (passwordHash || isNewEmail) await tx.query('DELETE FROM password_resets WHERE user_id = $1', [id]);
      return Object.assign(user, changes);
    });
    this.logins.lookAgain();
    return replaced;
  }

  /**
   * Opens or locks an account, makes an administrator or a shopper of it; in force everywhere within a second.
   * @throws ShopError 404; 409 for one's own account, or when it would leave no administrator
   */
  async setRights(me: Principal, id: number, rights: AdminUserRights): Promise<User> {
    const { is_active: isActive, is_staff: isStaff } = rights;
    const user = await inTransaction(this.db, async (tx) => {
      if (isActive === false || isStaff === false) await mayTakeRights(tx, me, id);
      const user = await lockOpen(tx, id);
      const changes = { ...(isActive !== undefined && { isActive }), ...(isStaff !== undefined && { isStaff }) };
      if (Object.keys(changes).length > 0) await tx.update(User, { id }, changes);
      return Object.assign(user, changes);
    });
    this.logins.lookAgain();
    return user;
  }

  /**
   * Erases an account, or closes it where records name it, see `ClosingService`.
   * @throws ShopError 404; 409 for one's own account, or when it would leave no administrator
   */
  async remove(me: Principal, id: number): Promise<void> {
    await this.closing.close(async (tx) => {
      await mayTakeRights(tx, me, id);
      return lockOpen(tx, id);
    });
  }
}

/** Nobody takes rights from themselves, so there is always one administrator left: whoever takes them from the others. */
async function mayTakeRights(tx: EntityManager, me: Principal, id: number): Promise<void> {
  if (id === me.id) throw new ShopError(409, 'Bạn không thể khóa, hạ quyền hoặc xóa tài khoản của chính mình');
  // Somebody may have taken them from the one who asks since the guard let them in.
  if (!(await lockAdmins(tx)).includes(me.id)) throw lastAdmin();
}

async function lockOpen(tx: EntityManager, id: number): Promise<User> {
  const user = await lockUser(tx, id);
  if (!user) throw ShopError.notFound('Không tìm thấy người dùng.');
  return user;
}
