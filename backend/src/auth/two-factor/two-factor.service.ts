import { Injectable } from '@nestjs/common';
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
import { inTransaction } from '../../platform/database/transaction.js';
import { isFactorRequired, mergeSetting } from '../../settings/settings.sql.js';
import { shopDetails } from '../../settings/parts/shop.js';
import { LoginsService } from '../login/logins.service.js';
import { mailAccountOwner } from '../mails/account-mails.js';
import { CurrentPasswords, changedMeanwhile } from '../passwords/current-passwords.js';
import { lockUser } from '../users/user.locks.js';
import { User } from '../users/user.entity.js';
import { newRecoveryCodes } from './recovery-codes.js';
import { SecondFactorCipher } from './second-factor-cipher.js';
import { newSecret, otpauthUrl, stepOf } from './totp.js';
import { removeFactor } from './remove-factor.js';
import { RecoveryCode, SecondFactor, hasActiveFactor } from './second-factor.entity.js';
import { readTwoFactor, storeSecret } from './second-factors.sql.js';
import { TwoFactorCheck, wrongCode } from './two-factor-check.js';

/** Sets up and switches off the second factor of administrators, and lets the owner require it. */
@Injectable()
export class TwoFactorService {
  private readonly cipher: SecondFactorCipher;

  constructor(
    private readonly db: DataSource,
    private readonly check: TwoFactorCheck,
    private readonly currentPasswords: CurrentPasswords,
    private readonly logins: LoginsService,
    config: Config,
  ) {
    this.cipher = new SecondFactorCipher(config.jwtSecret);
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
    if (!(await storeSecret(this.db, id, this.cipher.encrypt(secret, id)))) throw alreadyOn();
    const { shop_name: shopName } = await shopDetails(this.db.manager);
    return { secret, otpauth_url: otpauthUrl(secret, { shopName, username: user.username }) };
  }

  /**
   * Switches the second factor on with a first code, and ends all other logins, which were opened without it.
   * @returns the recovery codes, which cannot be read again
   * @throws ShopError 400 naming `current_password` or `otp`; 409 when it is on, or was not begun; 429
   */
  async confirm(actor: Actor, { otp, current_password }: TwoFactorConfirm): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(actor.id, current_password, actor.address);
    await this.check.consumeSignedIn(actor.id);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, actor.id, checked);
      const factor = await tx.findOne(SecondFactor, {
        where: { userId: actor.id },
        lock: { mode: 'pessimistic_write' },
      });
      if (factor?.isOn) throw alreadyOn();
      const secret = factor ? this.cipher.decrypt(factor.secret, actor.id) : null;
      if (secret === null) throw new ShopError(409, 'Vui lòng thiết lập lại từ đầu.');
      const step = stepOf(secret, otp);
      if (step === null) throw ShopError.fields(wrongCode({ otp }));
      // The first code counts as used.
      await tx.update(SecondFactor, { userId: actor.id }, { confirmedAt: () => 'now()', lastStep: step });
      await this.replaceCodes(tx, actor.id, codes);
      await this.logins.revokeAll(tx, actor.id, actor.loginId);
      await mailAccountOwner(tx, user, ['two_factor_on']);
      await auditFactor(tx, actor, user, { before: { two_factor: false }, after: { two_factor: true } });
    });
    this.logins.clearCache();
    await this.check.resetSignedIn(actor.id);
    return { recovery_codes: codes };
  }

  /** Replaces the recovery codes. @throws ShopError 400, 409 when it is off, 429 */
  async renewCodes(actor: Actor, { current_password, ...typed }: TwoFactorOff): Promise<RecoveryCodes> {
    const checked = await this.currentPasswords.check(actor.id, current_password, actor.address);
    await this.check.checkSignedIn(actor.id, typed);
    const codes = newRecoveryCodes();
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, actor.id, checked);
      await this.replaceCodes(tx, actor.id, codes);
      await auditFactor(tx, actor, user, { after: { recovery_codes: codes.length } });
    });
    return { recovery_codes: codes };
  }

  /** Switches the second factor off. @throws ShopError 400 naming what is wrong; 409 when it is off; 429 */
  async switchOff(actor: Actor, { current_password, ...typed }: TwoFactorOff): Promise<void> {
    const checked = await this.currentPasswords.check(actor.id, current_password, actor.address);
    await this.check.checkSignedIn(actor.id, typed);
    await inTransaction(this.db, async (tx) => {
      const user = await this.lock(tx, actor.id, checked);
      await removeFactor(tx, actor, user);
    });
    this.logins.clearCache();
  }

  /**
   * Requires a second factor of every administrator, or no longer does.
   * @throws ShopError 400 naming `current_password`; 409 when the caller has none; 429
   */
  async setPolicy(actor: Actor, { is_required, current_password }: TwoFactorPolicyUpdate): Promise<TwoFactorPolicy> {
    const checked = await this.currentPasswords.check(actor.id, current_password, actor.address);
    await inTransaction(this.db, async (tx) => {
      await this.lock(tx, actor.id, checked);
      if (is_required && !(await hasActiveFactor(tx, actor.id))) {
        throw new ShopError(
          409,
          'Hãy bật xác thực hai lớp cho tài khoản của bạn trước khi bắt buộc mọi quản trị viên.',
        );
      }
      const before = await isFactorRequired(tx);
      await mergeSetting(tx, 'security', { requireTwoFactor: is_required });
      await recordAudit(tx, actor, {
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

  private async replaceCodes(tx: EntityManager, userId: number, codes: readonly string[]): Promise<void> {
    await tx.delete(RecoveryCode, { userId });
    const rows = codes.map((code) => ({ userId, codeHash: this.cipher.hash(code) }));
    await tx.insert(RecoveryCode, rows);
  }

  private async lock(tx: EntityManager, userId: number, checked: string): Promise<User> {
    const user = await lockUser(tx, userId);
    if (user?.passwordHash !== checked) throw changedMeanwhile();
    return user;
  }
}

const auditFactor = (
  tx: EntityManager,
  actor: Actor,
  { id, username }: User,
  facts: { before?: object; after: object },
) => recordAudit(tx, actor, { action: 'update', subject: 'user', id, name: username, ...facts });

const alreadyOn = () => new ShopError(409, 'Xác thực hai lớp đã được bật.');
