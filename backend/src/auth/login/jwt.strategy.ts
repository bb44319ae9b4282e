import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { createSecretKey } from 'node:crypto';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Principal } from '../../platform/http/access.js';
import { Config } from '../../platform/config/config.js';
import { ACCESS_AUDIENCE, type TokenClaims } from './login-tokens.js';
import { LoginPrincipals } from './login-principals.js';

const tokenOf = ExtractJwt.fromAuthHeaderWithScheme('JWT');
const MAX_VERIFIED = 10_000;

interface AccessClaims extends TokenClaims {
  /** Expiry in seconds since the epoch. */
  exp: number;
}

/** Accepts `Authorization: JWT <access>`, signed by this shop, for an active login. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  /** Claims by token, for tokens with a verified signature. */
  private readonly verified = new Map<string, AccessClaims>();

  constructor(
    config: Config,
    private readonly principals: LoginPrincipals,
  ) {
    super({
      jwtFromRequest: tokenOf,
      // As a string, every request would first try it as a public key: a seventh of the cost of a payment.
      secretOrKey: createSecretKey(config.jwtSecret, 'utf8') as unknown as Buffer,
      algorithms: ['HS256'],
      audience: ACCESS_AUDIENCE,
      passReqToCallback: true,
    });
  }

  /** Verifies a token's signature once and caches the result until it expires; checks its login with every request. */
  override authenticate(request: Request, options?: object): void {
    const claims = this.verified.get(tokenOf(request) ?? '');
    if (!claims || claims.exp * 1_000 <= Date.now()) return super.authenticate(request, options);
    this.principals.find(claims.login).then(
      (principal) => (principal ? this.success(principal) : this.fail(401)),
      (error: Error) => this.error(error),
    );
  }

  /** Called by passport after it has verified the signature. */
  validate(request: Request, claims: AccessClaims): Promise<Principal | null> {
    if (this.verified.size >= MAX_VERIFIED) this.verified.clear();
    this.verified.set(tokenOf(request) ?? '', claims);
    return this.principals.find(claims.login);
  }
}
