import { Injectable, Logger, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Config } from '../../platform/config/config.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../users/identity.entity.js';
import type { SocialProfile } from './social.strategy.js';

const logger = new Logger('Social');

/** A failed sign-in is reported by the page, not by a 401. */
const guardOf = (provider: SocialProvider) =>
  new (class extends AuthGuard(provider) {
    override handleRequest<P>(error: unknown, profile: SocialProfile | false): P {
      if (error) logger.warn({ err: error }, `Signing in by ${provider} failed`);
      return (profile || null) as P;
    }
  })();

/**
 * Redirects a visitor to the provider, or handles the callback: `request.user` is then a `SocialProfile`, or null. Answers 404
 * for a provider that is not configured.
 */
@Injectable()
export class SocialGuard implements CanActivate {
  private readonly guards = { google: guardOf('google'), facebook: guardOf('facebook') };

  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext) {
    const { path } = context.switchToHttp().getRequest<Request>();
    const provider = SOCIAL_PROVIDERS.find((each) => each === path.split('/')[2]?.toLowerCase());
    if (!provider || !this.config.oauth[provider]) throw ShopError.notFound();
    return this.guards[provider].canActivate(context);
  }
}
