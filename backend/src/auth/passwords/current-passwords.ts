import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import { networkOf } from '../../platform/rate-limits/networks.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { User } from '../users/user.entity.js';
import { verifyPassword } from './passwords.js';

/** Checks a signed-in user's password again before a sensitive change. */
@Injectable()
export class CurrentPasswords {
  constructor(
    private readonly db: DataSource,
    private readonly loginLimiter: LoginRateLimiter,
  ) {}

  /**
   * Checks the current password.
   * @param address of the caller, for what shoppers may do too: the right passwords from one network are limited together
   * @returns the hash that matched; the caller compares it again under the account's lock
   * @throws ShopError 400 naming `current_password`; 429
   */
  async check(userId: number, typed: string | undefined, address?: string): Promise<string> {
    const network = address === undefined ? undefined : networkOf(address);
    if (!typed) throw wrong('Vui lòng nhập mật khẩu hiện tại');
    const user = await this.db.manager.findOne(User, {
      where: { id: userId },
      select: { id: true, passwordHash: true },
    });
    if (user?.passwordHash === '') {
      throw wrong('Tài khoản này chưa có mật khẩu. Hãy đặt mật khẩu bằng mục “Quên mật khẩu”.');
    }
    await this.loginLimiter.beforePasswordCheck(userId, network);
    if (!user || !(await verifyPassword(typed, user.passwordHash))) throw wrong('Mật khẩu hiện tại không đúng');
    await this.loginLimiter.afterRightPassword(userId, network);
    return user.passwordHash;
  }

  /**
   * Makes sure that the password is still the one that `check` found right, for a caller without the account's lock.
   * @throws ShopError 409 when it has changed since
   */
  async mustBeUnchanged(tx: EntityManager, userId: number, checked: string): Promise<void> {
    if (!(await tx.existsBy(User, { id: userId, passwordHash: checked }))) throw changedMeanwhile();
  }
}

export const changedMeanwhile = () => new ShopError(409, 'Tài khoản vừa được thay đổi ở nơi khác. Vui lòng thử lại.');

const wrong = (sentence: string) => ShopError.fields({ current_password: [sentence] });
