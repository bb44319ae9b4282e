import type { JwtService, JwtVerifyOptions } from '@nestjs/jwt';
import type { Tokens } from '../../contract/accounts/auth.js';
import { REFRESH_DAYS } from './logins.sql.js';

/** Pages refresh their tokens once an hour; ten minutes are a margin for a computer that slept. */
const ACCESS_SECONDS = 70 * 60;
export const REFRESH_SECONDS = REFRESH_DAYS * 24 * 60 * 60;
/** The `aud` claim keeps access and refresh tokens apart. */
const ACCESS_AUDIENCE = 'access';
const REFRESH_AUDIENCE = 'refresh';

/** The private claims of a refresh token. */
export interface TokenClaims {
  login: string;
  jti: string;
}

export interface AccessClaims {
  login: string;
  /** Expiry in seconds since the epoch. */
  exp: number;
}

/** Signs the access token of a login, and its refresh token, which works once. */
export const signTokens = (jwt: JwtService, { login, jti }: TokenClaims): Tokens => ({
  access: jwt.sign({ login }, { audience: ACCESS_AUDIENCE, expiresIn: ACCESS_SECONDS }),
  refresh: jwt.sign({ login, jti }, { audience: REFRESH_AUDIENCE, expiresIn: REFRESH_SECONDS }),
});

/** Reads an access token. @returns null when it is invalid or expired */
export const readAccessToken = (jwt: JwtService, token: string): Promise<AccessClaims | null> =>
  readToken<AccessClaims>(jwt, token, { audience: ACCESS_AUDIENCE });

/** Reads a refresh token. @returns null when it is invalid, or expired unless that is ignored */
export const readRefreshToken = (
  jwt: JwtService,
  token: string,
  options: { ignoreExpiration?: boolean } = {},
): Promise<TokenClaims | null> => readToken<TokenClaims>(jwt, token, { audience: REFRESH_AUDIENCE, ...options });

const readToken = <Claims extends object>(
  jwt: JwtService,
  token: string,
  options: JwtVerifyOptions,
): Promise<Claims | null> => jwt.verifyAsync<Claims>(token, { algorithms: ['HS256'], ...options }).catch(() => null);
