import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ACCESS, type Access, type Principal } from '../platform/http/access.js';
import { ShopError } from '../platform/errors/shop-error.js';
import { TEXTS } from '../contract/rules.js';
import { ApiKeyAccess } from './api-keys/api-key-access.js';
import { bearerKeyOf } from './api-keys/api-key.js';
import { LoginPrincipals } from './login/login-principals.js';

const ACCESS_TOKEN = /^JWT\s+(\S+)/i;

/**
 * The global guard. Every call needs a signed-in caller, by `Authorization: JWT <access>`, except when marked `@Public()` (a bad
 * token or a deactivated account then counts as an anonymous visitor). `@Admin()` lets only administrators pass.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly principals: LoginPrincipals,
    private readonly keys: ApiKeyAccess,
  ) {}

  /** Public calls ignore an API key; other calls need one with their scope. */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<Request & { user?: Principal }>();
    const { authorization } = request.headers;
    const access = this.accessOf(context);
    if (authorization === undefined && access === 'public') return true;
    const key = bearerKeyOf(authorization);
    if (key === undefined) return this.admit(request, access);
    return access === 'public' || this.keys.admit(request, key);
  }

  /**
   * Makes the account of the access token the call's principal.
   * @throws ShopError 401 without a valid token; 403 for a deactivated account, and for a call of administrators
   */
  private async admit(request: Request & { user?: Principal }, access: Access | undefined): Promise<true> {
    const principal = await this.findPrincipal(request, access);
    if (access !== 'public' && !principal) throw new ShopError(401, TEXTS.loginAgain);
    if (access === 'admin' && principal?.lacksTwoFactor) throw lacksTwoFactor();
    if (access === 'admin' && !principal?.isAdmin) throw new ShopError(403, TEXTS.forbidden);
    if (principal) request.user = principal;
    return true;
  }

  private async findPrincipal({ headers }: Request, access: Access | undefined): Promise<Principal | null> {
    const token = ACCESS_TOKEN.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    try {
      return await this.principals.findByToken(token);
    } catch (error) {
      if (access === 'public' && error instanceof ShopError) return null;
      throw error;
    }
  }

  private accessOf(context: ExecutionContext): Access | undefined {
    return this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
  }
}

const lacksTwoFactor = () =>
  new ShopError(403, 'Cửa hàng bắt buộc quản trị viên bật xác thực hai lớp. Hãy thiết lập trong trang Hồ sơ.', {
    reason: 'two_factor_required',
  });
