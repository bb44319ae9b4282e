import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';
import type { Principal } from '../common/access.js';
import { asPayment } from '../common/call.js';
import { BatchLoader } from '../common/batch-loader.js';
import { ShopError } from '../common/shop-error.js';
import type { SignedIn, Tokens } from '../contract/auth.js';
import { TEXTS } from '../contract/rules.js';
import type { Device } from './device.js';
import { isRequiredSql } from './two-factor/required.js';

/** The page asks for new tokens once an hour; ten minutes are for a computer that slept. */
const ACCESS_SECONDS = 70 * 60;
const REFRESH_SECONDS = 30 * 24 * 60 * 60;
/** Two tabs that start together send the same refresh token. */
const REUSE_GRACE_SECONDS = 30;
/** How long a login that was seen alive is taken to live: a revoked one must be refused within a second. */
const SEEN_MS = 900;
const SEEN_AT_MOST = 10_000;
/** How long after the sign-in an administrator's login ends, however it is used. */
const ADMIN_HOURS = 12;
/** How many logins of one user are kept, the living first. */
export const MOST_LOGINS = 100;

/** In SQL: whether the login `l` of the user `u` still opens the account. */
export const LIVING_LOGIN = `l.revoked_at IS NULL
  AND NOT (u.is_staff AND l.created_at <= now() - interval '${ADMIN_HOURS} hours')`;
/** In SQL: what becomes of a login that is ended. Nobody needs to know its device any more. */
const REVOKED = `revoked_at = now(), user_agent = '', network = ''`;

/** The `aud` of a token, so that neither kind is taken for the other. */
export const ACCESS_AUDIENCE = 'access';
const REFRESH_AUDIENCE = 'refresh';

/** What is inside a refresh token beside the registered claims; an access token has only the login. */
export interface TokenClaims {
  login: string;
  jti: string;
}

type Holder = Principal | 'deactivated';

interface SeenLogin {
  at: number;
  holder: Promise<Holder | undefined>;
}

/**
 * Logins: one for each sign-in on one device. A login has a chain of refresh tokens, each good for one use; a used one
 * that comes back late was stolen, from the shopper or by them, and ends the login.
 */
@Injectable()
export class LoginsService {
  private readonly seen = new Map<string, SeenLogin>();
  private readonly holders = new BatchLoader((loginIds: string[]) => this.holdersOf(loginIds));

  constructor(
    private readonly db: DataSource,
    private readonly jwt: JwtService,
  ) {}

  /** Signs a user in on one more device; beyond `MOST_LOGINS` the one that was not used for the longest is forgotten. */
  open(userId: number, { userAgent, network }: Device): Promise<Tokens> {
    return this.db.transaction(async (tx) => {
      const [login]: { id: string }[] = await tx.query(
        'INSERT INTO logins (user_id, user_agent, network) VALUES ($1, $2, $3) RETURNING id',
        [userId, userAgent, network],
      );
      if (!login) throw new Error('The login was not stored');
      await tx.query(
        `DELETE FROM logins WHERE id IN (SELECT id FROM logins WHERE user_id = $1
           ORDER BY revoked_at IS NOT NULL, last_used_at DESC OFFSET ${MOST_LOGINS} FOR NO KEY UPDATE SKIP LOCKED)`,
        [userId],
      );
      return this.issue(tx, login.id);
    });
  }

  /**
   * New tokens for a refresh token, which is then used up.
   * @throws ShopError 401 for a token that is bad, expired, used for a while or revoked, and for a deactivated account
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
    // Thrown out here, so that the revocation is kept.
    if (!tokens) throw loginAgain();
    return tokens;
  }

  /** As `rotate`, with the word whether it is an administrator's. @throws ShopError 401 */
  async rotateSignedIn(refresh: string, device: Device): Promise<SignedIn> {
    const tokens = await this.rotate(refresh, device);
    const { login } = this.jwt.decode<TokenClaims>(tokens.access);
    const principal = await this.principal(login);
    return { ...tokens, isAdmin: principal?.isAdmin ?? false };
  }

  /** Ends the login of a refresh token. A token that says nothing has nothing to end. */
  async end(refresh: string): Promise<void> {
    const claims = await this.read(refresh, { ignoreExpiration: true });
    if (claims) await this.revoke(this.db.manager, claims.login);
  }

  /**
   * Who is behind a login.
   * @returns null when it is unknown or was revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async principal(loginId: string): Promise<Principal | null> {
    const now = Date.now();
    let seen = this.seen.get(loginId);
    if (!seen || now - seen.at > SEEN_MS) {
      if (this.seen.size >= SEEN_AT_MOST) this.seen.clear();
      seen = { at: now, holder: this.holders.load(loginId) };
      seen.holder.catch(() => this.seen.delete(loginId));
      this.seen.set(loginId, seen);
    }
    const holder = await seen.holder;
    if (holder === 'deactivated') throw deactivated();
    return holder ?? null;
  }

  /** Ends a user's logins. @param exceptId one that stays */
  async revokeAll(tx: EntityManager, userId: number, exceptId?: string): Promise<void> {
    await tx.query(
      `UPDATE logins SET ${REVOKED} WHERE user_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2`,
      [userId, exceptId ?? null],
    );
    this.seen.clear();
  }

  /** Ends one login of a user. @returns false when there is none, or it is over */
  async endOf(userId: number, loginId: string): Promise<boolean> {
    const [, ended]: [unknown, number] = await this.db.query(
      `UPDATE logins SET ${REVOKED} WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL`,
      [loginId, userId],
    );
    this.seen.delete(loginId);
    return ended === 1;
  }

  /** Ends those of an administrator's logins that are over for their age, before a shopper's longer time holds for them. */
  async endAged(tx: EntityManager, userId: number): Promise<void> {
    await tx.query(
      `UPDATE logins SET ${REVOKED}
       WHERE user_id = $1 AND revoked_at IS NULL AND created_at <= now() - interval '${ADMIN_HOURS} hours'`,
      [userId],
    );
  }

  /** Looks at every login anew; for whoever has changed what an account may do. */
  lookAgain(): void {
    this.seen.clear();
  }

  /**
   * Who holds an access token; for connections that the guard does not stand before.
   * @returns null when it is bad or expired, or its login was revoked
   * @throws ShopError 403 when the account is deactivated
   */
  async holder(access: string): Promise<Principal | null> {
    const claims = await this.jwt
      .verifyAsync<TokenClaims>(access, { audience: ACCESS_AUDIENCE, algorithms: ['HS256'] })
      .catch(() => null);
    return claims && this.principal(claims.login);
  }

  /** Those of the logins that were not revoked, with who is behind them, if their account is active. Always asks anew. */
  async living(loginIds: string[]): Promise<Map<string, Principal>> {
    const holders = await this.holdersOf(loginIds);
    return new Map([...holders].flatMap(([login, holder]) => (holder === 'deactivated' ? [] : [[login, holder]])));
  }

  /** Those of the logins that were not revoked, with who is behind them. */
  private async holdersOf(loginIds: string[]): Promise<Map<string, Holder>> {
    type Row = { login: string; id: number; is_staff: boolean; is_active: boolean; lacks: boolean };
    // A payment may find the same question under way for another call of its login, and must not wait in that one's line.
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
    this.seen.delete(loginId);
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

/** What a deactivated account is told wherever it shows its right credential. */
export const deactivated = () => new ShopError(403, 'Tài khoản đã bị khóa');
