import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import DataLoader from 'dataloader';
import { DataSource } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { asPayment } from '../../platform/overload/call.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { readAccessToken, type AccessClaims } from './login-tokens.js';
import { readLoginUsers, type LoginUser } from './logins.sql.js';

/** How long a login's principal is cached: a revoked login must be refused within a second. */
const CACHE_MS = 900;
const MAX_CACHED = 10_000;

/** The principal of an active login; `deactivated` when its account is. */
type LoginState = Principal | 'deactivated';

interface CachedLogin {
  at: number;
  state: Promise<LoginState | undefined>;
}

/** Reads who is signed in with a login. Every call of a signed-in user asks, so results are cached and reads are batched. */
@Injectable()
export class LoginPrincipals {
  private readonly cache = new Map<string, CachedLogin>();
  /** Claims by token, for tokens with a verified signature. */
  private readonly verified = new Map<string, AccessClaims>();
  private readonly loader = new DataLoader<string, LoginState | undefined>(
    async (loginIds) => {
      const states = await this.readStates(loginIds);
      return loginIds.map((login) => states.get(login));
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
  ) {}

  /**
   * Returns the principal of a login.
   * @returns null when the login is unknown or revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async find(loginId: string): Promise<Principal | null> {
    const now = Date.now();
    let cached = this.cache.get(loginId);
    if (!cached || now - cached.at > CACHE_MS) {
      if (this.cache.size >= MAX_CACHED) this.cache.clear();
      cached = { at: now, state: this.loader.load(loginId) };
      cached.state.catch(() => this.cache.delete(loginId));
      this.cache.set(loginId, cached);
    }
    const state = await cached.state;
    if (state === 'deactivated') throw deactivated();
    return state ?? null;
  }

  /**
   * Returns the principal of an access token.
   * @returns null when the token is invalid or expired, or its login was revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async findByToken(access: string): Promise<Principal | null> {
    const claims = await this.verify(access);
    return claims && this.find(claims.login);
  }

  /** Verifies a token's signature once, and stores its claims until it expires. */
  private async verify(access: string): Promise<AccessClaims | null> {
    const known = this.verified.get(access);
    if (known && known.exp * 1_000 > Date.now()) return known;
    const claims = await readAccessToken(this.jwt, access);
    if (!claims) return null;
    if (this.verified.size >= MAX_CACHED) this.verified.clear();
    this.verified.set(access, claims);
    return claims;
  }

  /** Returns the principals of those logins that are active, with active accounts, by login. Never uses the cache. */
  async readActive(loginIds: string[]): Promise<Map<string, Principal>> {
    const states = await this.readStates(loginIds);
    return new Map([...states].flatMap(([login, state]) => (state === 'deactivated' ? [] : [[login, state]])));
  }

  /** Removes a login from the cache, or all of them. Call this after revoking it, or after changing an account's rights. */
  clearCache(loginId?: string): void {
    if (loginId === undefined) this.cache.clear();
    else this.cache.delete(loginId);
  }

  /** Reads the states of logins; those that are not active are left out. */
  private async readStates(loginIds: readonly string[]): Promise<Map<string, LoginState>> {
    // A payment may share this batch with other calls, and must not queue with their priority for a connection.
    const users = await asPayment(() => readLoginUsers(this.db, loginIds));
    return new Map(users.map((user) => [user.login, stateOf(user)]));
  }
}

function stateOf({ login, id, isStaff, isActive, lacksFactor, unprovedMailbox }: LoginUser): LoginState {
  if (!isActive) return 'deactivated';
  return {
    id,
    isAdmin: isStaff && !lacksFactor,
    loginId: login,
    ...(lacksFactor && { lacksTwoFactor: true as const }),
    ...(unprovedMailbox !== null && { unprovedMailbox }),
  };
}

/** The refusal of a deactivated account that presents a valid credential. */
export const deactivated = () => new ShopError(403, 'Tài khoản đã bị khóa. Vui lòng liên hệ cửa hàng để được hỗ trợ.');
