import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { asPayment } from '../../platform/overload/call.js';
import { BatchLoader } from '../../platform/batching/batch-loader.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import type { SignedIn, Tokens } from '../../contract/auth.js';
import { TEXTS } from '../../contract/rules.js';
import type { Device } from './device.js';
import { isRequiredSql } from '../two-factor/required.js';

/** Pages refresh their tokens once an hour; ten minutes are a margin for a computer that slept. */
const ACCESS_SECONDS = 70 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
/** Two tabs that start together send the same refresh token: reuse within this time is not theft. */
const REUSE_GRACE_SECONDS = 30;
/** How long a login's state is cached: a revoked login must be refused within a second. */
const CACHE_MS = 900;
const MAX_CACHED = 10_000;
/** An administrator's login ends this long after the sign-in, even when in use. */
const ADMIN_HOURS = 12;
/** How many logins of one user are stored, active ones first. */
export const MAX_LOGINS = 100;

/** SQL condition: the login `l` of the user `u` is active. */
export const LIVING_LOGIN = `l.revoked_at IS NULL
  AND NOT (u.is_staff AND l.created_at <= now() - interval '${ADMIN_HOURS} hours')`;
/** SQL assignments that end a login and erase its device. */
const REVOKED = `revoked_at = now(), user_agent = '', network = ''`;

/** The `aud` claim keeps access and refresh tokens apart. */
export const ACCESS_AUDIENCE = 'access';
const REFRESH_AUDIENCE = 'refresh';

/** The private claims of a refresh token; an access token has only the login. */
export interface TokenClaims {
  login: string;
  jti: string;
}

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
  private readonly holders = new BatchLoader((loginIds: string[]) => this.holdersOf(loginIds));

  constructor(
    private readonly db: DataSource,
    private readonly jwt: JwtService,
  ) {}

  /** Creates a login; beyond `MAX_LOGINS` it deletes the least recently used one. */
  open(userId: number, { userAgent, network }: Device): Promise<Tokens> {
    return this.db.transaction(async (tx) => {
      const [login]: { id: string }[] = await tx.query(
        'INSERT INTO logins (user_id, user_agent, network) VALUES ($1, $2, $3) RETURNING id',
        [userId, userAgent, network],
      );
      if (!login) throw new Error('The login was not stored');
      await tx.query(
        `DELETE FROM logins WHERE id IN (SELECT id FROM logins WHERE user_id = $1
           ORDER BY revoked_at IS NOT NULL, last_used_at DESC OFFSET ${MAX_LOGINS} FOR NO KEY UPDATE SKIP LOCKED)`,
        [userId],
      );
      return this.issue(tx, login.id);
    });
  }

  /**
   * Exchanges a refresh token for new tokens.
   * @throws ShopError 401 for a token that is invalid, expired, used before or revoked, and for a deactivated account
   */
  async rotate(refresh: string, { userAgent, network }: Device): Promise<Tokens> {
    const claims = await this.read(refresh);
    if (!claims) throw loginAgain();
    const tokens = await this.db.transaction(async (tx) => {
      const [token]: { is_reused: boolean }[] = await tx.query(
        `SELECT coalesce(t.used_at < now() - make_interval(secs => $2), false) AS is_reused
         FROM refresh_tokens t JOIN logins l ON l.id = t.login_id JOIN users u ON u.id = l.user_id
         WHERE t.id = $1 AND t.expires_at > now() AND ${LIVING_LOGIN} AND u.is_active FOR UPDATE OF t`,
        [claims.jti, REUSE_GRACE_SECONDS],
      );
      if (!token) return null;
      if (token.is_reused) {
        await this.revoke(tx, claims.login);
        return null;
      }
      await tx.query('UPDATE refresh_tokens SET used_at = coalesce(used_at, now()) WHERE id = $1', [claims.jti]);
      await tx.query('DELETE FROM refresh_tokens WHERE login_id = $1 AND expires_at < now()', [claims.login]);
      await tx.query('UPDATE logins SET last_used_at = now(), user_agent = $2, network = $3 WHERE id = $1', [
        claims.login,
        userAgent,
        network,
      ]);
      return this.issue(tx, claims.login);
    });
    // Thrown outside of the transaction, so that the revocation commits.
    if (!tokens) throw loginAgain();
    return tokens;
  }

  /** Like `rotate`, with `isAdmin`. @throws ShopError 401 */
  async rotateSignedIn(refresh: string, device: Device): Promise<SignedIn> {
    const tokens = await this.rotate(refresh, device);
    const { login } = this.jwt.decode<TokenClaims>(tokens.access);
    const principal = await this.principal(login);
    return { ...tokens, isAdmin: principal?.isAdmin ?? false };
  }

  /** Ends the login of a refresh token. Ignores an invalid token. */
  async end(refresh: string): Promise<void> {
    const claims = await this.read(refresh, { ignoreExpiration: true });
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
    await tx.query(
      `UPDATE logins SET ${REVOKED} WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
      [userId, exceptId ?? null],
    );
    this.cache.clear();
  }

  /** Ends one login of a user. @returns false when it does not exist or has ended */
  async endOf(userId: number, loginId: string): Promise<boolean> {
    const [, ended]: [unknown, number] = await this.db.query(
      `UPDATE logins SET ${REVOKED} WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [loginId, userId],
    );
    this.cache.delete(loginId);
    return ended === 1;
  }

  /** Ends a user's logins older than an administrator's limit. Call it before demoting them, or those would revive. */
  async endExpired(tx: EntityManager, userId: number): Promise<void> {
    await tx.query(
      `UPDATE logins SET ${REVOKED}
       WHERE user_id = $1 AND revoked_at IS NULL AND created_at <= now() - interval '${ADMIN_HOURS} hours'`,
      [userId],
    );
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
    const claims = await this.jwt
      .verifyAsync<TokenClaims>(access, { audience: ACCESS_AUDIENCE, algorithms: ['HS256'] })
      .catch(() => null);
    return claims && this.principal(claims.login);
  }

  /** Returns the principals of those logins that are active, with active accounts. Never uses the cache. */
  async living(loginIds: string[]): Promise<Map<string, Principal>> {
    const holders = await this.holdersOf(loginIds);
    return new Map([...holders].flatMap(([login, holder]) => (holder === 'deactivated' ? [] : [[login, holder]])));
  }

  /** Reads the holders of those logins that are active. */
  private async holdersOf(loginIds: string[]): Promise<Map<string, Holder>> {
    type Row = { login: string; id: number; is_staff: boolean; is_active: boolean; lacks: boolean };
    // A payment may share this batch with other calls, and must not queue in their lane for a connection.
    const rows = await asPayment(() =>
      this.db.query<Row[]>(
        `SELECT l.id AS login, u.id, u.is_staff, u.is_active,
           CASE WHEN u.is_staff THEN ${isRequiredSql} AND NOT EXISTS
             (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) ELSE false END AS lacks
         FROM logins l JOIN users u ON u.id = l.user_id
         WHERE l.id = ANY ($1::uuid[]) AND ${LIVING_LOGIN} AND u.closed_at IS NULL`,
        [loginIds],
      ),
    );
    return new Map(
      rows.map(({ login, id, is_staff: isStaff, is_active: isActive, lacks }) => [
        login,
        isActive
          ? { id, isAdmin: isStaff && !lacks, loginId: login, ...(lacks && { lacksTwoFactor: true as const }) }
          : 'deactivated',
      ]),
    );
  }

  private async revoke(tx: EntityManager, loginId: string): Promise<void> {
    await tx.query(`UPDATE logins SET ${REVOKED} WHERE id = $1 AND revoked_at IS NULL`, [loginId]);
    this.cache.delete(loginId);
  }

  private async issue(tx: EntityManager, login: string): Promise<Tokens> {
    const jti = randomUUID();
    await tx.query(
      'INSERT INTO refresh_tokens (id, login_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))',
      [jti, login, REFRESH_SECONDS],
    );
    return {
      access: this.jwt.sign({ login }, { audience: ACCESS_AUDIENCE, expiresIn: ACCESS_SECONDS }),
      refresh: this.jwt.sign({ login, jti }, { audience: REFRESH_AUDIENCE, expiresIn: REFRESH_SECONDS }),
    };
  }

  private read(refresh: string, options: { ignoreExpiration?: boolean } = {}): Promise<TokenClaims | null> {
    return this.jwt
      .verifyAsync<TokenClaims>(refresh, { audience: REFRESH_AUDIENCE, algorithms: ['HS256'], ...options })
      .catch(() => null);
  }
}

const loginAgain = () => new ShopError(401, TEXTS.loginAgain);

/** The refusal of a deactivated account that presents a valid credential. */
export const deactivated = () => new ShopError(403, 'Tài khoản đã bị khóa');
