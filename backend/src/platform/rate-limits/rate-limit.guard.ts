import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { LimitName } from './rate-limit-list.js';
import { RATE_LIMIT, RateLimits } from './rate-limits.js';

/** Enforces `@RateLimited()`. It runs after the guard that identifies the caller. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limits = this.reflector.get<LimitName[] | undefined>(RATE_LIMIT, context.getHandler()) ?? [];
    for (const limit of limits) await this.limits.consumeForCaller(limit, context.switchToHttp().getRequest<Request>());
    return true;
  }
}
