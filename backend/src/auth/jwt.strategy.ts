import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { createSecretKey } from 'node:crypto';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { Principal } from '../common/access.js';
import { Config } from '../config.js';
import { ACCESS_AUDIENCE, LoginsService, type TokenClaims } from './logins.service.js';

/** `Authorization: JWT <access>`, signed by this shop, for a login that still lives. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    config: Config,
    private readonly logins: LoginsService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderWithScheme('JWT'),
      // As a text it would be tried as a public key first, with every request: a seventh of what a payment costs.
      secretOrKey: createSecretKey(config.jwtSecret, 'utf8') as unknown as Buffer,
      algorithms: ['HS256'],
      audience: ACCESS_AUDIENCE,
    });
  }

  validate(claims: TokenClaims): Promise<Principal | null> {
    return this.logins.principal(claims.login);
  }
}
