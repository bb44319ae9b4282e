import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { createSecretKey } from 'node:crypto';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Principal } from '../common/access.js';
import { Config } from '../config.js';
import { ACCESS_AUDIENCE, LoginsService, type TokenClaims } from './logins.service.js';

const tokenOf = ExtractJwt.fromAuthHeaderWithScheme('JWT');
const VERIFIED_AT_MOST = 10_000;

interface AccessClaims extends TokenClaims {
  /** When it expires, in seconds. */
  exp: number;
}

/** `Authorization: JWT <access>`, signed by this shop, for a login that still lives. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  /** Tokens whose signature was found right. */
  private readonly verified = new Map<string, AccessClaims>();

  constructor(
    config: Config,
    private readonly logins: LoginsService,
  ) {
    super({
      jwtFromRequest: tokenOf,
      // As a text it would be tried as a public key first, with every request: a seventh of what a payment costs.
      secretOrKey: createSecretKey(config.jwtSecret, 'utf8') as unknown as Buffer,
      algorithms: ['HS256'],
      audience: ACCESS_AUDIENCE,
      passReqToCallback: true,
    });
  }

  /** A signature is looked at once, as long as its token lives; the login behind it with every request. */
  override authenticate(request: Request, options?: object): void {
    const claims = this.verified.get(tokenOf(request) ?? '');
    if (!claims || claims.exp * 1_000 <= Date.now()) return super.authenticate(request, options);
    this.logins.principal(claims.login).then(
      (principal) => (principal ? this.success(principal) : this.fail(401)),
      (error: Error) => this.error(error),
    );
  }

  /** Called when the signature was looked at and is right. */
  validate(request: Request, claims: AccessClaims): Promise<Principal | null> {
    if (this.verified.size >= VERIFIED_AT_MOST) this.verified.clear();
    this.verified.set(tokenOf(request) ?? '', claims);
    return this.logins.principal(claims.login);
  }
}
