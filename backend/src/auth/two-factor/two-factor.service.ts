import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Config } from '../../platform/config/config.js';
import { TEXTS } from '../../contract/rules.js';
import type {
  RecoveryCodes,
  TwoFactor,
  TwoFactorConfirm,
  TwoFactorOff,
  TwoFactorPolicy,
  TwoFactorPolicyUpdate,
  TwoFactorSecret,
} from '../../contract/accounts/two-factor.js';
import { lockUser } from '../user.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { mergeSetting } from '../../settings/settings.sql.js';
import { shopDetails } from '../../settings/shop.js';
import { mailAccountOwner } from '../accounts/account-mails.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { CurrentPasswords, changedMeanwhile } from '../login/current-passwords.js';
import { WRONG_LOGIN } from '../login/passwords.js';
import { LoginsService } from '../login/logins.service.js';
import { User } from '../user.entity.js';
import { Seal, newRecoveryCodes, newSecret, otpauthUrl, stepOf } from './codes.js';
import { isOff, removeFactor } from './remove-factor.js';
import { RecoveryCode, SecondFactor, activeFactorOf } from './second-factor.entity.js';
import { beginFactor, isFactorRequired, readTwoFactor, takeRecoveryCode, takeStep } from './second-factors.sql.js';

/** The code that was entered beside the password. */
interface Typed {
  otp?: string;
  recovery_code?: string;
}

/** Sets up, checks and switches off the second factor of administrators, and lets the owner require it. */
@Injectable()
export class TwoFactorService {
  private readonly logger = new Logger('TwoFactor');
  private readonly seal: Seal;

  constructor(
    private readonly db: DataSource,
    private readonly attempts: LoginRateLimiter,
    private readonly currentPasswords: CurrentPasswords,
    private readonly logins: LoginsService,
    config: Config,
  ) {
    this.seal = new Seal(config.jwtSecret);
  }

  read(userId: number): Promise<TwoFactor> {
    return readTwoFactor(this.db, userId);
  }

  /**
   * Creates a secret for an authenticator app, in place of an earlier one. Sign-ins ask for no code until `confirm`.
   * @throws ShopError 403 for a user who is not an administrator; 409 when the second factor is on
   */
  async begin({ id }: Actor): Promise<TwoFactorSecret> {
    const user = await this.db.manager.findOneBy(User, { id });
    if (!user?.isStaff) throw new ShopError(403, TEXTS.forbidden);
    const secret = newSecret();
    if (!(await beginFactor(this.db, id, this.seal.close(secret, id)))) throw alreadyOn();
    const { shop_name: shopName } = await shopDetails(this.db.manager);
    return { secret, otpauth_url: otpauthUrl(secret, { shopName, username: user.username }) };
  }

  /**
   * Switches the second factor on with a first code, and ends all other logins, which were opened without it.
   * @returns the recovery codes, which cannot be read again
   * @throws ShopError 400 naming `current_password` or `otp`; 409 when it is on, or was not begun; 429
   */
  async confirm(by: Actor, { otp, current_password }: TwoFactorConfirm): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await this.take(by.id);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, by.id, checked);
      const factor = await tx.findOne(SecondFactor, { where: { userId: by.id }, lock: { mode: 'pessimistic_write' } });
      if (factor?.isOn) throw alreadyOn();
      const secret = factor ? this.seal.open(factor.secret, by.id) : null;
      if (secret === null) throw new ShopError(409, 'Vui lòng bắt đầu thiết lập lại.');
      const step = stepOf(secret, otp);
      if (step === null) throw ShopError.fields({ otp: [WRONG_OTP] });
      // The first code counts as used.
      await tx.update(SecondFactor, { userId: by.id }, { confirmedAt: () => 'now()', lastStep: step });
      await this.replaceCodes(tx, by.id, codes);
      await this.logins.revokeAll(tx, by.id, by.loginId);
      await mailAccountOwner(tx, user, ['two_factor_on']);
      await auditFactor(tx, by, user, { before: { two_factor: false }, after: { two_factor: true } });
    });
    this.logins.clearCache();
    await this.forgive(by.id);
    return { recovery_codes: codes };
  }

  /** Replaces the recovery codes. @throws ShopError 400, 409 when it is off, 429 */
  async renewCodes(by: Actor, { current_password, ...typed }: TwoFactorOff): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await this.prove(by.id, typed);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, by.id, checked);
      await this.replaceCodes(tx, by.id, codes);
      await auditFactor(tx, by, user, { after: { recovery_codes: codes.length } });
    });
    return { recovery_codes: codes };
  }

  /** Switches the second factor off. @throws ShopError 400 naming what is wrong; 409 when it is off; 429 */
  async switchOff(by: Actor, { current_password, ...typed }: TwoFactorOff): Promise<void> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await this.prove(by.id, typed);
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, by.id, checked);
      await removeFactor(tx, by, user);
    });
    this.logins.clearCache();
  }

  /**
   * Checks the second factor at a sign-in, after the right password.
   * @throws ShopError 401 naming `otp` when it is missing, or the field that is wrong; 409 when JWT_SECRET has changed since
   *   the set-up; 429
   */
  async check(userId: number, { otp, recovery_code }: Typed): Promise<void> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) return;
    if (!otp && !recovery_code) throw refused({ otp: ['Vui lòng nhập mã từ ứng dụng xác thực'] });
    await this.take(userId);
    if (!(await this.matches(userId, secret, { otp, recovery_code }))) throw refused(wrong({ otp, recovery_code }));
    await this.forgive(userId);
  }

  /**
   * Requires a second factor of every administrator, or no longer does.
   * @throws ShopError 400 naming `current_password`; 409 when the caller has none; 429
   */
  async setPolicy(by: Actor, { is_required, current_password }: TwoFactorPolicyUpdate): Promise<TwoFactorPolicy> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await inTransaction(this.db, async (tx) => {
      await this.lock(tx, by.id, checked);
      if (is_required && !(await tx.existsBy(SecondFactor, activeFactorOf(by.id)))) {
        throw new ShopError(
          409,
          'Hãy bật xác thực hai lớp cho tài khoản của bạn trước khi bắt buộc mọi quản trị viên.',
        );
      }
      const before = await isFactorRequired(tx);
      await mergeSetting(tx, 'security', { requireTwoFactor: is_required });
      await recordAudit(tx, by, {
        action: 'update',
        subject: 'settings',
        name: 'Cài đặt bảo mật',
        before: { require_two_factor: before },
        after: { require_two_factor: is_required },
      });
    });
    this.logins.clearCache();
    return { is_required };
  }

  /** Checks the second factor of a signed-in user. @throws ShopError 400 where `check` throws 401 */
  private async prove(userId: number, typed: Typed): Promise<void> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) throw isOff();
    if (!typed.otp && !typed.recovery_code) throw ShopError.fields({ otp: ['Vui lòng nhập mã xác thực'] });
    await this.take(userId);
    if (!(await this.matches(userId, secret, typed))) throw ShopError.fields(wrong(typed));
    await this.forgive(userId);
  }

  /** Returns the secret; undefined when the second factor is off. */
  private async secretOf(userId: number): Promise<string | undefined> {
    const factor = await this.db.manager.findOneBy(SecondFactor, activeFactorOf(userId));
    if (!factor) return undefined;
    const secret = this.seal.open(factor.secret, userId);
    if (secret !== null) return secret;
    const { username } = await this.db.manager.findOneByOrFail(User, { id: userId });
    this.logger.error(
      `The second factor of ${username} was set up with another JWT_SECRET. Start the shop with that one, or run: npm run admin:reset-2fa -- ${username}`,
    );
    throw unreadable();
  }

  /** Takes the code if it is right and unused. */
  private async matches(userId: number, secret: string, { otp, recovery_code }: Typed): Promise<boolean> {
    if (!otp) return takeRecoveryCode(this.db, userId, this.seal.hash(recovery_code ?? ''));
    const step = stepOf(secret, otp);
    return step !== null && takeStep(this.db, userId, step);
  }

  private async replaceCodes(tx: EntityManager, userId: number, codes: readonly string[]): Promise<void> {
    await tx.delete(RecoveryCode, { userId });
    const rows = codes.map((code) => ({ userId, codeHash: this.seal.hash(code) }));
    await tx.insert(RecoveryCode, rows);
  }

  private async lock(tx: EntityManager, userId: number, checked: string): Promise<User> {
    const user = await lockUser(tx, userId);
    if (user?.passwordHash !== checked) throw changedMeanwhile();
    return user;
  }

  private async take(userId: number): Promise<void> {
    await this.attempts.take('otp', userId);
    await this.attempts.take('otpDay', userId);
  }

  private async forgive(userId: number): Promise<void> {
    await Promise.all([this.attempts.forget('otp', userId), this.attempts.forget('otpDay', userId)]);
  }
}

const auditFactor = (tx: EntityManager, by: Actor, { id, username }: User, facts: { before?: object; after: object }) =>
  recordAudit(tx, by, { action: 'update', subject: 'user', id, name: username, ...facts });

const WRONG_OTP = 'Mã xác thực không đúng hoặc đã được dùng. Vui lòng nhập mã mới.';

const wrong = ({ otp }: Typed): Record<string, string[]> =>
  otp ? { otp: [WRONG_OTP] } : { recovery_code: ['Mã khôi phục không đúng hoặc đã được dùng.'] };

const refused = (fields: Record<string, string[]>) =>
  new ShopError(401, Object.values(fields)[0]?.[0] ?? WRONG_LOGIN, fields);

const unreadable = () =>
  new ShopError(
    409,
    'Mã xác thực không kiểm tra được vì khóa bảo mật của cửa hàng đã thay đổi. Vui lòng nhờ người vận hành đặt lại xác thực hai lớp cho tài khoản này.',
  );

const alreadyOn = () => new ShopError(409, 'Xác thực hai lớp đã được bật.');
