import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { Credentials, SignedIn } from '../../contract/accounts/auth.js';
import type { Device } from '../login/device.js';
import { deactivated } from '../login/login-principals.js';
import { LoginRateLimiter } from '../login/login-rate-limiter.js';
import { LoginsService } from '../login/logins.service.js';
import { WRONG_LOGIN, verifyPassword } from '../passwords/passwords.js';
import { hasActiveFactor } from '../two-factor/second-factor.entity.js';
import { TwoFactorCheck, otpMissing } from '../two-factor/two-factor-check.js';
import { User, nameKey } from '../users/user.entity.js';

/** Signs users in by their password and, where it is on, their second factor. */
@Injectable()
export class SignInService {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly logins: LoginsService,
    private readonly loginLimiter: LoginRateLimiter,
    private readonly twoFactor: TwoFactorCheck,
  ) {}

  /**
   * Signs in by user name or e-mail.
   * @param from.address the client's address, see `ClientNetwork`
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
    await this.loginLimiter.beforeSignIn(user?.id ?? `name ${key}`, address);
    const matches = await verifyPassword(password, user?.passwordHash);
    if (!user || !matches) throw new ShopError(401, WRONG_LOGIN);
    if (!user.isActive) {
      await this.loginLimiter.afterSignIn(user.id, address);
      throw deactivated();
    }
    const isTwoFactor = await this.twoFactor.checkAtSignIn(user.id, second, address);
    await this.loginLimiter.afterSignIn(user.id, address);
    await this.loginLimiter.rememberAddress(user.id, address, isTwoFactor);
    const tokens = await this.logins.createLogin(user.id, device, async (tx, now) => {
      if (now?.passwordHash !== user.passwordHash) throw new ShopError(401, WRONG_LOGIN);
      if (!now.isActive) throw deactivated();
      // Switched on since the check above.
      if (!isTwoFactor && (await hasActiveFactor(tx, user.id))) throw otpMissing();
    });
    return { ...tokens, isAdmin: user.isStaff };
  }
}
