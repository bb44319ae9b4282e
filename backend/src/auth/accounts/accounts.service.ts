import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { recordAudit } from '../../audit/audit.js';
import type { Actor } from '../../platform/http/access.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { Credentials, Registered, Registration, SignedIn } from '../../contract/accounts/auth.js';
import { queueMail } from '../../mail/outbox.js';
import { CommonPasswords } from '../login/common-passwords.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import type { Device } from '../login/device.js';
import { deactivated } from '../login/login-principals.js';
import { LoginsService } from '../login/logins.service.js';
import { claimUniqueNames } from './unique-names.js';
import { WRONG_LOGIN, hashPassword, verifyPassword } from '../login/passwords.js';
import { hasActiveFactor } from '../two-factor/second-factor.entity.js';
import { TwoFactorCheck, otpMissing } from '../two-factor/two-factor-check.js';
import { User, nameKey } from '../user.entity.js';

/** Registers accounts and signs their owners in. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly db: DataSource,
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly logins: LoginsService,
    private readonly limits: RateLimits,
    private readonly attempts: LoginRateLimiter,
    private readonly commonPasswords: CommonPasswords,
    private readonly twoFactor: TwoFactorCheck,
  ) {}

  /**
   * Signs in by user name or e-mail.
   * @param from.address the client's address, see `ClientAddress`
   * @throws ShopError 401 for a wrong pair, the same for an unknown name, and naming `otp` for a missing or wrong second factor; 403 for a deactivated account; 429
   */
  async signIn(
    { username, password, ...second }: Credentials,
    { address, device }: { address: string; device: Device },
  ): Promise<SignedIn> {
    const key = nameKey(username);
    const user = await this.users.findOne({
      where: [{ usernameKey: key }, { emailKey: key }],
      select: { id: true, passwordHash: true, isActive: true, isStaff: true },
    });
    // A name may consist of digits, like another account's id.
    await this.attempts.beforeSignIn(user?.id ?? `name ${key}`, address);
    const matches = await verifyPassword(password, user?.passwordHash);
    if (!user || !matches) throw new ShopError(401, WRONG_LOGIN);
    if (!user.isActive) {
      await this.attempts.afterSignIn(user.id, address);
      throw deactivated();
    }
    const isTwoFactor = await this.twoFactor.checkAtSignIn(user.id, second, address);
    await this.attempts.afterSignIn(user.id, address);
    await this.attempts.rememberAddress(user.id, address, isTwoFactor);
    const tokens = await this.logins.createLogin(user.id, device, async (tx, now) => {
      if (now?.passwordHash !== user.passwordHash) throw new ShopError(401, WRONG_LOGIN);
      if (!now.isActive) throw deactivated();
      // Switched on since the check above.
      if (!isTwoFactor && (await hasActiveFactor(tx, user.id))) throw otpMissing();
    });
    return { ...tokens, isAdmin: user.isStaff };
  }

  /**
   * Creates an account.
   * @param from.actor the administrator who creates it for somebody else: exempt from the rate limits
   * @throws ShopError 400 naming `username` or `email` when another account uses it as its name or e-mail; 429
   */
  async register(
    { username, email, password }: Registration,
    { address, actor }: { address: string; actor: Actor | null },
  ): Promise<Registered> {
    if (!actor) await this.limits.consume('registrationPerAddress', address);
    this.commonPasswords.refuse(password);
    const passwordHash = await hashPassword(password);
    const create = () =>
      inTransaction(this.db, async (tx) => {
        const names = await claimUniqueNames(tx, { username, email });
        const user = await tx.save(User, { ...names, passwordHash });
        await queueMail(tx, { template: 'welcome', userId: user.id });
        const entry = { action: 'create', subject: 'user', id: user.id, name: username, after: { email } } as const;
        if (actor) await recordAudit(tx, actor, entry);
        return { id: user.id, username, email };
      });
    return actor ? create() : this.limits.consumeIfSuccessful('accountPerEmail', nameKey(email), create);
  }
}
