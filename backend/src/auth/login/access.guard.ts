import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { ACCESS, type Access, type Principal } from '../../platform/http/access.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { ApiKeyAccess } from '../api-keys/api-key-access.js';
import { bearerKeyOf } from '../api-keys/api-key.js';
import { TEXTS } from '../../contract/rules.js';

/**
 * The global guard. Every call needs a signed-in caller, except when marked `@Public()` (a bad token or a deactivated
 * account then counts as an anonymous visitor). `@Admin()` lets only administrators pass.
 */
@Injectable()
export class AccessGuard extends AuthGuard('jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly keys: ApiKeyAccess,
  ) {
    super();
  }

  /**
   * Admits a public call without a credential at once: passport would find no user. Public calls ignore an API key; other calls need
   * one with their scope.
   */
  override canActivate(
    context: ExecutionContext,
  ): ReturnType<InstanceType<ReturnType<typeof AuthGuard>>['canActivate']> {
    const request = context.switchToHttp().getRequest<Request>();
    const { authorization } = request.headers;
    const isPublic = this.accessOf(context) === 'public';
    if (authorization === undefined && isPublic) return true;
    const key = bearerKeyOf(authorization);
    if (key === undefined) return super.canActivate(context);
    return isPublic || this.keys.admit(request, key);
  }

  /** Called by passport's guard with the result of the strategy; the return value becomes `request.user`. */
  override handleRequest<P>(error: unknown, user: Principal | false, _info: unknown, context: ExecutionContext): P {
    const access = this.accessOf(context);
    if (error && !(access === 'public' && error instanceof ShopError)) throw error;
    const principal = user || undefined;
    if (access !== 'public' && !principal) throw new ShopError(401, TEXTS.loginAgain);
    if (access === 'admin' && principal?.lacksTwoFactor) throw lacksTwoFactor();
    if (access === 'admin' && !principal?.isAdmin) throw new ShopError(403, TEXTS.forbidden);
    return principal as P;
  }

  private accessOf(context: ExecutionContext): Access | undefined {
    return this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [context.getHandler(), context.getClass()]);
  }
}

const lacksTwoFactor = () =>
  new ShopError(403, 'Cửa hàng bắt buộc quản trị viên bật xác thực hai lớp. Hãy thiết lập trong trang Hồ sơ.', {
    reason: 'two_factor_required',
  });
