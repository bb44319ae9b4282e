import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { WRONG_LOGIN } from '../passwords/passwords.js';
import { User } from '../users/user.entity.js';
import { alreadyOff } from './remove-factor.js';
import { SecondFactorCipher } from './second-factor-cipher.js';
import { SecondFactor, activeFactorOf } from './second-factor.entity.js';
import { useRecoveryCode, useStep } from './second-factors.sql.js';
import { stepOf } from './totp.js';

/** The code that was entered beside the password. */
interface EnteredCode {
  otp?: string;
  recovery_code?: string;
}

/** Checks the second factor of users, within rate limits. */
@Injectable()
export class TwoFactorCheck {
  private readonly logger = new Logger('TwoFactor');
  private readonly cipher: SecondFactorCipher;

  constructor(
    private readonly db: DataSource,
    private readonly limits: RateLimits,
    private readonly loginLimiter: LoginRateLimiter,
    config: Config,
  ) {
    this.cipher = new SecondFactorCipher(config.jwtSecret);
  }

  /**
   * Checks the second factor at a sign-in, after the right password. An address from which the owner has signed in with it before has
   * limits of its own, which somebody elsewhere who knows the password cannot use up.
   * @returns false when there is none to check
   * @throws ShopError 401 naming `otp` when it is missing, or the field that is wrong; 409 when JWT_SECRET has changed since
   *   the set-up; 429
   */
  async checkAtSignIn(userId: number, { otp, recovery_code }: EnteredCode, address: string): Promise<boolean> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) return false;
    if (!otp && !recovery_code) throw otpMissing();
    const isTrusted = await this.loginLimiter.isTrustedWithSecondFactor(userId, address);
    const key = isTrusted ? `${userId} ${address}` : String(userId);
    await this.consumeLimits(key);
    if (!(await this.matches(userId, secret, { otp, recovery_code }))) throw refused(wrongCode({ otp, recovery_code }));
    await this.resetLimits(key);
    return true;
  }

  /** Checks the second factor of a signed-in user. @throws ShopError 400 where `checkAtSignIn` throws 401 */
  async checkSignedIn(userId: number, typed: EnteredCode): Promise<void> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) throw alreadyOff();
    if (!typed.otp && !typed.recovery_code) throw ShopError.fields({ otp: ['Vui lòng nhập mã xác thực'] });
    await this.consumeSignedIn(userId);
    if (!(await this.matches(userId, secret, typed))) throw ShopError.fields(wrongCode(typed));
    await this.resetSignedIn(userId);
  }

  /** Counts a code that a signed-in user gives, before it is checked. @throws ShopError 429 */
  consumeSignedIn(userId: number): Promise<void> {
    return this.consumeLimits(signedIn(userId));
  }

  /** Resets the count of these codes, after a right one. */
  resetSignedIn(userId: number): Promise<void> {
    return this.resetLimits(signedIn(userId));
  }

  private async consumeLimits(key: string): Promise<void> {
    await this.limits.consume('secondFactorPerAccount', key);
    await this.limits.consume('secondFactorPerAccountDaily', key);
  }

  private async resetLimits(key: string): Promise<void> {
    await Promise.all([
      this.limits.reset('secondFactorPerAccount', key),
      this.limits.reset('secondFactorPerAccountDaily', key),
    ]);
  }

  /** Returns the secret; undefined when the second factor is off. */
  private async secretOf(userId: number): Promise<string | undefined> {
    const factor = await this.db.manager.findOneBy(SecondFactor, activeFactorOf(userId));
    if (!factor) return undefined;
    const secret = this.cipher.decrypt(factor.secret, userId);
    if (secret !== null) return secret;
    const { username } = await this.db.manager.findOneByOrFail(User, { id: userId });
    this.logger.error(
      `The second factor of ${username} was set up with another JWT_SECRET. Start the shop with that one, or run: npm run admin:reset-2fa -- ${username}`,
    );
    throw unreadable();
  }

  /** Uses the code if it is right and unused. */
  private async matches(userId: number, secret: string, { otp, recovery_code }: EnteredCode): Promise<boolean> {
    if (!otp) return useRecoveryCode(this.db, userId, this.cipher.hash(recovery_code ?? ''));
    const step = stepOf(secret, otp);
    return step !== null && useStep(this.db, userId, step);
  }
}

const signedIn = (userId: number) => `${userId} signed in`;

const MISSING_OTP = 'Vui lòng nhập mã từ ứng dụng xác thực';
const WRONG_OTP = 'Mã xác thực không đúng hoặc đã được dùng. Vui lòng nhập mã mới.';

/** The messages for a code that is wrong, by its field. */
export const wrongCode = ({ otp }: EnteredCode): Record<string, string[]> =>
  otp ? { otp: [WRONG_OTP] } : { recovery_code: ['Mã khôi phục không đúng hoặc đã được dùng.'] };

/** The refusal of a sign-in without a code to an account with a second factor. */
export const otpMissing = () => refused({ otp: [MISSING_OTP] });

const refused = (fields: Record<string, string[]>) =>
  new ShopError(401, Object.values(fields)[0]?.[0] ?? WRONG_LOGIN, fields);

const unreadable = () =>
  new ShopError(
    409,
    'Mã xác thực không kiểm tra được vì khóa bảo mật của cửa hàng đã thay đổi. Vui lòng nhờ người vận hành đặt lại xác thực hai lớp cho tài khoản này.',
  );
