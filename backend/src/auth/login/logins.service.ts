import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { DataSource, Not, Raw, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { SignedIn, Tokens } from '../../contract/accounts/auth.js';
import { TEXTS } from '../../contract/rules.js';
import type { User } from '../users/user.entity.js';
import { lockUser } from '../users/user.locks.js';
import type { Device } from './device.js';
import { RefreshToken } from './login.entity.js';
import { LoginPrincipals } from './login-principals.js';
import { REFRESH_SECONDS, readRefreshToken, signTokens, type TokenClaims } from './login-tokens.js';
import { insertLogin, markTokenUsed, revokeLogins } from './login-writes.js';
import { ADMIN_HOURS, deleteOldTokens, insertRefreshToken, lockRefreshToken } from './logins.sql.js';

/** Two tabs that start together send the same refresh token: reuse within this time is not theft. */
const REUSE_GRACE_SECONDS = 30;
/**
 * Creates, continues and revokes logins: one for each sign-in on one device. A login has a chain of single-use refresh tokens. A used token that comes
 * back after the grace period was stolen, by either side of the two that have it, and ends the login.
 */
@Injectable()
export class LoginsService {
  constructor(
    private readonly db: DataSource,
    private readonly jwt: JwtService,
    private readonly principals: LoginPrincipals,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates a login; beyond `MAX_LOGINS` it deletes the least recently used one.
   * @param confirm checks again, under the account's lock, what the sign-in has proved: a password or second factor that changed
   *   meanwhile has ended all logins, and must not leave a new one. Null is an account that was closed
   */
  createLogin(
    userId: number,
    device: Device,
    confirm: (tx: EntityManager, user: User | null) => Promise<void>,
  ): Promise<Tokens> {
    return inTransaction(this.db, async (tx) => {
      await confirm(tx, await lockUser(tx, userId));
      return this.issueTokens(tx, await insertLogin(tx, userId, device));
    });
  }

  /**
   * Exchanges a refresh token for new tokens.
   * @throws ShopError 401 for a token that is invalid, expired, used before or revoked, and for a deactivated account; 429
   */
  async rotate(refresh: string, device: Device): Promise<Tokens> {
    const claims = await readRefreshToken(this.jwt, refresh);
    if (!claims) throw loginAgain();
    // After the signature: a stranger cannot use up a login's limit.
    await this.limits.consume('tokenRefreshPerLogin', claims.login);
    const tokens = await inTransaction(this.db, async (tx) => {
      const token = await lockRefreshToken(tx, claims.jti, REUSE_GRACE_SECONDS);
      // An unexpired token that is not stored is an old one, which `deleteOldTokens` deleted.
      if (token?.isReused ?? !(await tx.existsBy(RefreshToken, { id: claims.jti }))) {
        await this.revoke(tx, claims.login);
        return null;
      }
      // The second is a login that a sign-out has ended since.
      if (!token || !(await markTokenUsed(tx, claims.jti, claims.login, device))) return null;
      const issued = await this.issueTokens(tx, claims.login);
      await deleteOldTokens(tx, claims.login);
      return issued;
    });
    // Thrown outside of the transaction, so that the revocation commits.
    if (!tokens) throw loginAgain();
    return tokens;
  }

  /** Like `rotate`, with `isAdmin`. @throws ShopError 401, 429 */
  async rotateWithRole(refresh: string, device: Device): Promise<SignedIn> {
    const tokens = await this.rotate(refresh, device);
    const { login } = this.jwt.decode<TokenClaims>(tokens.access);
    const principal = await this.principals.find(login);
    return { ...tokens, isAdmin: principal?.isAdmin ?? false };
  }

  /** Revokes the login of a refresh token. Ignores an invalid token. */
  async revokeByToken(refresh: string): Promise<void> {
    const claims = await readRefreshToken(this.jwt, refresh, { ignoreExpiration: true });
    if (claims) await this.revoke(this.db.manager, claims.login);
  }

  /** Revokes a user's logins. @param exceptId a login to keep */
  async revokeAll(tx: EntityManager, userId: number, exceptId?: string): Promise<void> {
    await revokeLogins(tx, { userId, ...(exceptId !== undefined && { id: Not(exceptId) }) });
    this.clearCache();
  }

  /** Revokes one login of a user. @returns false when it does not exist or has ended */
  async revokeOne(userId: number, loginId: string): Promise<boolean> {
    const revoked = await revokeLogins(this.db.manager, { id: loginId, userId });
    this.principals.clearCache(loginId);
    return revoked > 0;
  }

  /** Revokes a user's logins older than an administrator's limit. Call it before demoting them, or those would revive. */
  async revokeExpired(tx: EntityManager, userId: number): Promise<void> {
    const createdAt = Raw((at) => `${at} <= now() - interval '${ADMIN_HOURS} hours'`);
    await revokeLogins(tx, { userId, createdAt });
  }

  /** Clears the cache of principals. Call this after changing an account's rights. */
  clearCache(): void {
    this.principals.clearCache();
  }

  private async revoke(tx: EntityManager, loginId: string): Promise<void> {
    await revokeLogins(tx, { id: loginId });
    this.principals.clearCache(loginId);
  }

  private async issueTokens(tx: EntityManager, login: string): Promise<Tokens> {
    const jti = randomUUID();
    await insertRefreshToken(tx, jti, login, REFRESH_SECONDS);
    return signTokens(this.jwt, { login, jti });
  }
}

const loginAgain = () => new ShopError(401, TEXTS.loginAgain);
