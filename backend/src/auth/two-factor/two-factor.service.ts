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
} from '../../contract/two-factor.js';
import { lockUser } from '../user.locks.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { shopDetails } from '../../settings/shop.js';
import { mailAccountOwner } from '../accounts/account-mails.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { CurrentPasswords, changedMeanwhile } from '../login/current-passwords.js';
import { LoginsService } from '../login/logins.service.js';
import { User } from '../user.entity.js';
import { Seal, newRecoveryCodes, newSecret, otpauthUrl, stepOf } from './codes.js';
import { isOff, removeFactor } from './remove-factor.js';
import { isRequiredSql } from './required.js';

/** The code that was entered beside the password. */
interface Typed {
  otp?: string;
  recovery_code?: string;
}

/** The second factor of administrators: set up, asked for, switched off, and made a duty of. */
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

  async read(userId: number): Promise<TwoFactor> {
    const [row]: TwoFactor[] = await this.db.query(
      `SELECT EXISTS (SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL) AS is_on,
         ${isRequiredSql} AS is_required,
         (SELECT count(*)::integer FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_codes_left`,
      [userId],
    );
    if (!row) throw new Error('PostgreSQL answered without a row');
    return row;
  }

  /**
   * Makes a secret for an authenticator app. It asks for nothing until `confirm`; asked for again, it is another.
   * @throws ShopError 403 for who is no administrator; 409 when the second factor is on
   */
  async begin({ id }: Actor): Promise<TwoFactorSecret> {
    const user = await this.db.manager.findOneBy(User, { id });
    if (!user?.isStaff) throw new ShopError(403, TEXTS.forbidden);
    const secret = newSecret();
    const stored: unknown[] = await this.db.query(
      `INSERT INTO second_factors (user_id, secret) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = now()
         WHERE second_factors.confirmed_at IS NULL RETURNING 1`,
      [id, this.seal.close(secret, id)],
    );
    if (stored.length === 0) throw alreadyOn();
    const { shop_name: shopName } = await shopDetails(this.db.manager);
    return { secret, otpauth_url: otpauthUrl(secret, { shopName, username: user.username }) };
  }

  /**
   * Switches the second factor on with a first code, and ends every other login, which was opened without it.
   * @returns the recovery codes, which nobody can read again
   * @throws ShopError 400 naming `current_password` or `otp`; 409 when it is on, or was never begun; 429
   */
  async confirm(by: Actor, { otp, current_password }: TwoFactorConfirm): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await this.take(by.id);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, by.id, checked);
      const [factor]: { secret: string; is_on: boolean }[] = await tx.query(
        'SELECT secret, confirmed_at IS NOT NULL AS is_on FROM second_factors WHERE user_id = $1 FOR UPDATE',
        [by.id],
      );
      if (factor?.is_on) throw alreadyOn();
      const secret = factor ? this.seal.open(factor.secret, by.id) : null;
      if (secret === null) throw new ShopError(409, 'Vui lòng bắt đầu thiết lập lại.');
      const step = stepOf(secret, otp);
      if (step === null) throw ShopError.fields({ otp: [WRONG_OTP] });
      await tx.query('UPDATE second_factors SET confirmed_at = now(), last_step = $2 WHERE user_id = $1', [
        by.id,
        step,
      ]);
      await this.store(tx, by.id, codes);
      await this.logins.revokeAll(tx, by.id, by.loginId);
      await mailAccountOwner(tx, user, ['two_factor_on']);
      await auditFactor(tx, by, user, { before: { two_factor: false }, after: { two_factor: true } });
    });
    this.logins.clearCache();
    await this.forgive(by.id);
    return { recovery_codes: codes };
  }

  /** Ten new recovery codes in the place of the old ones. @throws ShopError 400, 409 when it is off, 429 */
  async renewCodes(by: Actor, { current_password, ...typed }: TwoFactorOff): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await this.prove(by.id, typed);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, by.id, checked);
      await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [by.id]);
      await this.store(tx, by.id, codes);
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
   * Asks for the second factor at a sign-in, after the password was right.
   * @throws ShopError 401 naming `otp` when none was typed, or the one that is wrong; 409 when JWT_SECRET is no longer the
   *   one that it was set up with; 429
   */
  async ask(userId: number, { otp, recovery_code }: Typed): Promise<void> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) return;
    if (!otp && !recovery_code) throw refused({ otp: ['Vui lòng nhập mã từ ứng dụng xác thực'] });
    await this.take(userId);
    if (!(await this.matches(userId, secret, { otp, recovery_code }))) throw refused(wrong({ otp, recovery_code }));
    await this.forgive(userId);
  }

  async isOn(tx: EntityManager, userId: number): Promise<boolean> {
    const rows: unknown[] = await tx.query(
      'SELECT FROM second_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL',
      [userId],
    );
    return rows.length > 0;
  }

  /**
   * Makes a second factor the duty of every administrator, or no more.
   * @throws ShopError 400 naming `current_password`; 409 when whoever asks has none themselves; 429
   */
  async setPolicy(by: Actor, { is_required, current_password }: TwoFactorPolicyUpdate): Promise<TwoFactorPolicy> {
    const checked = await this.currentPasswords.check(by.id, current_password);
    await inTransaction(this.db, async (tx) => {
      await this.lock(tx, by.id, checked);
      if (is_required && !(await this.isOn(tx, by.id))) {
        throw new ShopError(
          409,
          'Hãy bật xác thực hai lớp cho tài khoản của bạn trước khi bắt buộc mọi quản trị viên.',
        );
      }
      const [{ before } = { before: false }]: { before: boolean }[] = await tx.query(
        `SELECT ${isRequiredSql} AS before`,
      );
      await tx.query(
        `INSERT INTO settings (key, value) VALUES ('security', $1)
         ON CONFLICT (key) DO UPDATE SET value = settings.value || excluded.value`,
        [JSON.stringify({ requireTwoFactor: is_required })],
      );
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

  /** For a signed-in user, who answers 400 where a sign-in answers 401. */
  private async prove(userId: number, typed: Typed): Promise<void> {
    const secret = await this.secretOf(userId);
    if (secret === undefined) throw isOff();
    if (!typed.otp && !typed.recovery_code) throw ShopError.fields({ otp: ['Vui lòng nhập mã xác thực'] });
    await this.take(userId);
    if (!(await this.matches(userId, secret, typed))) throw ShopError.fields(wrong(typed));
    await this.forgive(userId);
  }

  /** @returns undefined when it is off */
  private async secretOf(userId: number): Promise<string | undefined> {
    const [row]: { secret: string; username: string }[] = await this.db.query(
      `SELECT secret, username FROM second_factors JOIN users ON users.id = user_id
       WHERE user_id = $1 AND confirmed_at IS NOT NULL`,
      [userId],
    );
    if (!row) return undefined;
    const secret = this.seal.open(row.secret, userId);
    if (secret !== null) return secret;
    this.logger.error(
      `The second factor of ${row.username} was set up with another JWT_SECRET. Start the shop with that one, or run: npm run admin:reset-2fa -- ${row.username}`,
    );
    throw unreadable();
  }

  /** One statement takes the code and says whether it was there to take, so that of two who send it one gets in. */
  private async matches(userId: number, secret: string, { otp, recovery_code }: Typed): Promise<boolean> {
    if (!otp) {
      const [, used]: [unknown, number] = await this.db.query(
        'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
        [userId, this.seal.hash(recovery_code ?? '')],
      );
      return used === 1;
    }
    const step = stepOf(secret, otp);
    if (step === null) return false;
    const [, taken]: [unknown, number] = await this.db.query(
      'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
      [userId, step],
    );
    return taken === 1;
  }

  private async store(tx: EntityManager, userId: number, codes: string[]): Promise<void> {
    await tx.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [
      userId,
      codes.map((code) => this.seal.hash(code)),
    ]);
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
  new ShopError(401, Object.values(fields)[0]?.[0] ?? TEXTS.wrongLogin, fields);

const unreadable = () =>
  new ShopError(
    409,
    'Mã xác thực không kiểm tra được vì khóa bảo mật của cửa hàng đã thay đổi. Vui lòng nhờ người vận hành đặt lại xác thực hai lớp cho tài khoản này.',
  );

const alreadyOn = () => new ShopError(409, 'Xác thực hai lớp đã được bật.');
