import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import DataLoader from 'dataloader';
import { randomUUID } from 'node:crypto';
import { DataSource, Not, Raw, type EntityManager } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { asPayment } from '../../platform/overload/call.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';
import type { SignedIn, Tokens } from '../../contract/accounts/auth.js';
import { TEXTS } from '../../contract/rules.js';
import type { User } from '../user.entity.js';
import { lockUser } from '../user.locks.js';
import type { Device } from './device.js';
import { RefreshToken } from './login.entity.js';
import { REFRESH_SECONDS, readAccessToken, readRefreshToken, signTokens, type TokenClaims } from './login-tokens.js';
import { insertLogin, revokeLogins, useRefreshToken } from './login-writes.js';
import { ADMIN_HOURS, deleteOldTokens, insertRefreshToken, lockRefreshToken, readHolders } from './logins.sql.js';

/** Two tabs that start together send the same refresh token: reuse within this time is not theft. */
const REUSE_GRACE_SECONDS = 30;
/** How long a login's state is cached: a revoked login must be refused within a second. */
const CACHE_MS = 900;
const MAX_CACHED = 10_000;
type Holder = Principal | 'deactivated';

interface CachedLogin {
  at: number;
  holder: Promise<Holder | undefined>;
}

/**
 * Logins: one for each sign-in on one device. A login has a chain of single-use refresh tokens. A used token that comes
 * back after the grace period was stolen, by either side of the two that have it, and ends the login.
 */
@Injectable()
export class LoginsService {
  private readonly cache = new Map<string, CachedLogin>();
  private readonly holders = new DataLoader<string, Holder | undefined>(
    async (loginIds) => {
      const holders = await this.holdersOf(loginIds);
      return loginIds.map((login) => holders.get(login));
    },
    {
      cache: false,
      // Deferred: requests that came with the same read of the sockets are about to load too.
      batchScheduleFn: (load) => setImmediate(load),
    },
  );

  constructor(
    private readonly db: DataSource,
    private readonly jwt: JwtService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates a login; beyond `MAX_LOGINS` it deletes the least recently used one.
   * @param confirm checks again, under the account's lock, what the sign-in has proved: a password or second factor that changed
   *   meanwhile has ended all logins, and must not leave a new one. Null is an account that was closed
   */
  open(
    userId: number,
    device: Device,
    confirm: (tx: EntityManager, user: User | null) => Promise<void>,
  ): Promise<Tokens> {
    return inTransaction(this.db, async (tx) => {
      await confirm(tx, await lockUser(tx, userId));
      return this.issue(tx, await insertLogin(tx, userId, device));
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
    await this.limits.take('tokenRefreshPerLogin', claims.login);
    const tokens = await this.db.transaction(async (tx) => {
      const token = await lockRefreshToken(tx, claims.jti, REUSE_GRACE_SECONDS);
      // An unexpired token that is not stored is an old one, which `deleteOldTokens` deleted.
      if (token?.isReused ?? !(await tx.existsBy(RefreshToken, { id: claims.jti }))) {
        await this.revoke(tx, claims.login);
        return null;
      }
      if (!token) return null;
      await useRefreshToken(tx, claims.jti, claims.login, device);
      const issued = await this.issue(tx, claims.login);
      await deleteOldTokens(tx, claims.login);
      return issued;
    });
    // Thrown outside of the transaction, so that the revocation commits.
    if (!tokens) throw loginAgain();
    return tokens;
  }

  /** Like `rotate`, with `isAdmin`. @throws ShopError 401, 429 */
  async rotateSignedIn(refresh: string, device: Device): Promise<SignedIn> {
    const tokens = await this.rotate(refresh, device);
    const { login } = this.jwt.decode<TokenClaims>(tokens.access);
    const principal = await this.principal(login);
    return { ...tokens, isAdmin: principal?.isAdmin ?? false };
  }

  /** Ends the login of a refresh token. Ignores an invalid token. */
  async end(refresh: string): Promise<void> {
    const claims = await readRefreshToken(this.jwt, refresh, { ignoreExpiration: true });
    if (claims) await this.revoke(this.db.manager, claims.login);
  }

  /**
   * Returns the principal of a login.
   * @returns null when the login is unknown or revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async principal(loginId: string): Promise<Principal | null> {
    const now = Date.now();
    let cached = this.cache.get(loginId);
    if (!cached || now - cached.at > CACHE_MS) {
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      cached = { at: now, holder: this.holders.load(loginId) };
      cached.holder.catch(() => this.cache.delete(loginId));
      this.cache.set(loginId, cached);
    }
    const holder = await cached.holder;
    if (holder === 'deactivated') throw deactivated();
    return holder ?? null;
  }

  /** Ends a user's logins. @param exceptId a login to keep */
  async revokeAll(tx: EntityManager, userId: number, exceptId?: string): Promise<void> {
    await revokeLogins(tx, { userId, ...(exceptId !== undefined && { id: Not(exceptId) }) });
    this.cache.clear();
  }

  /** Ends one login of a user. @returns false when it does not exist or has ended */
  async endOf(userId: number, loginId: string): Promise<boolean> {
    const ended = await revokeLogins(this.db.manager, { id: loginId, userId });
    this.cache.delete(loginId);
    return ended > 0;
  }

  /** Ends a user's logins older than an administrator's limit. Call it before demoting them, or those would revive. */
  async endExpired(tx: EntityManager, userId: number): Promise<void> {
    const createdAt = Raw((at) => `${at} <= now() - interval '${ADMIN_HOURS} hours'`);
    await revokeLogins(tx, { userId, createdAt });
  }

  /** Clears the cache of logins. Call this after changing an account's rights. */
  clearCache(): void {
    this.cache.clear();
  }

  /**
   * Returns the principal of an access token, for connections without the guard.
   * @returns null when the token is invalid or expired, or its login was revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async holder(access: string): Promise<Principal | null> {
    const claims = await readAccessToken(this.jwt, access);
    return claims && this.principal(claims.login);
  }

  /** Returns the principals of those logins that are active, with active accounts. Never uses the cache. */
  async living(loginIds: string[]): Promise<Map<string, Principal>> {
    const holders = await this.holdersOf(loginIds);
    return new Map([...holders].flatMap(([login, holder]) => (holder === 'deactivated' ? [] : [[login, holder]])));
  }

  /** Reads the holders of logins; those that are not active are left out. */
  private async holdersOf(loginIds: readonly string[]): Promise<Map<string, Holder>> {
    // A payment may share this batch with other calls, and must not queue in their lane for a connection.
    const rows = await asPayment(() => readHolders(this.db, loginIds));
    return new Map<string, Holder>(
      rows.map(({ login, id, isStaff, isActive, lacksFactor }) => [
        login,
        isActive
          ? {
              id,
              isAdmin: isStaff && !lacksFactor,
              loginId: login,
              ...(lacksFactor && { lacksTwoFactor: true as const }),
            }
          : 'deactivated',
      ]),
    );
  }

  private async revoke(tx: EntityManager, loginId: string): Promise<void> {
    await revokeLogins(tx, { id: loginId });
    this.cache.delete(loginId);
  }

  private async issue(tx: EntityManager, login: string): Promise<Tokens> {
    const jti = randomUUID();
    await insertRefreshToken(tx, jti, login, REFRESH_SECONDS);
    return signTokens(this.jwt, { login, jti });
  }
}

const loginAgain = () => new ShopError(401, TEXTS.loginAgain);

/** The refusal of a deactivated account that presents a valid credential. */
export const deactivated = () => new ShopError(403, 'Tài khoản đã bị khóa');
