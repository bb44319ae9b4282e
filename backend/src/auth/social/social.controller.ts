import { Controller, Get, HttpCode, Logger, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { Public } from '../../platform/http/access.js';
import { Answers, Redirects, Summary, TaggedAs } from '../../platform/openapi/openapi.js';
import { ShopError } from '../../platform/errors/shop-error.js';
import { Config } from '../../platform/config/config.js';
import { Providers, SignedIn, type SocialOutcome } from '../../contract/accounts/auth.js';
import { TEXTS } from '../../contract/rules.js';
import { CurrentDevice, type Device } from '../login/device.js';
import { LoginsService } from '../login/logins.service.js';
import { cookieOf } from './social-state.js';
import { SocialGuard } from './social.guard.js';
import { SocialRefusal, SocialService } from './social.service.js';
import type { SocialProfile } from './social.strategy.js';

const COOKIE = 'social_login';
const COOKIE_MS = 60_000;

/**
 * Sign-in with Google and Facebook. No URL contains a token: the redirect to the page sets a refresh token in a one-minute
 * HttpOnly cookie, and the page exchanges it for tokens, which uses it up.
 */
@Public()
@TaggedAs('Sign-in')
@Controller('auth')
export class SocialController {
  private readonly logger = new Logger('Social');

  constructor(
    private readonly social: SocialService,
    private readonly logins: LoginsService,
    private readonly config: Config,
  ) {}

  @Get('providers')
  @Summary('Tells whether Google and Facebook can be used to sign in')
  @Answers(Providers)
  providers(): Providers {
    const { google, facebook } = this.config.oauth;
    return { google: google !== null, facebook: facebook !== null };
  }

  /** The guard has redirected the visitor; `?redirect=` is the shop's page to open afterwards. */
  @Get(['google', 'facebook'])
  @Summary('Starts a sign-in with Google', 'Starts a sign-in with Facebook')
  @Redirects()
  @UseGuards(SocialGuard)
  start(): void {}

  @Get(['google/callback', 'facebook/callback'])
  @Summary('Ends a sign-in with Google', 'Ends a sign-in with Facebook')
  @Redirects()
  @UseGuards(SocialGuard)
  async finish(
    @Req() request: Request & { user: SocialProfile | null; authInfo?: { state?: { redirect?: string } } },
    @Res() response: Response,
    @CurrentDevice() device: Device,
  ): Promise<void> {
    const social = await this.signIn(request, response, device);
    const redirect = request.authInfo?.state?.redirect;
    const query = new URLSearchParams({ social, ...(redirect && { redirect }) });
    response.redirect(302, `${this.config.publicUrl}/login?${query.toString()}`);
  }

  /** Returns the tokens of a visitor who has just signed in; works once. */
  @Post('jwt/social')
  @Summary('Gives tokens to a visitor who signed in with Google or Facebook')
  @HttpCode(200)
  @Answers(SignedIn)
  exchange(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentDevice() device: Device,
  ): Promise<SignedIn> {
    const refresh = cookieOf(request, COOKIE);
    if (!refresh) throw new ShopError(401, TEXTS.loginAgain);
    response.clearCookie(COOKIE, this.cookieOptions);
    return this.logins.rotateWithRole(refresh, device);
  }

  private async signIn({ user, query }: Request & { user: SocialProfile | null }, response: Response, device: Device) {
    const outcome = (social: SocialOutcome) => social;
    if (!user) return outcome(query.error === 'access_denied' ? 'cancelled' : 'failed');
    try {
      const { refresh } = await this.social.signIn(user, device);
      response.cookie(COOKIE, refresh, { ...this.cookieOptions, maxAge: COOKIE_MS });
      return outcome('done');
    } catch (error) {
      if (error instanceof SocialRefusal) return outcome(error.outcome);
      this.logger.error(error);
      return outcome('failed');
    }
  }

  private get cookieOptions(): CookieOptions {
    const secure = this.config.publicUrl.startsWith('https:');
    return { httpOnly: true, sameSite: 'strict', secure, path: '/auth/jwt/' };
  }
}
