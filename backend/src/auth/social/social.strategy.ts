import type { FactoryProvider } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import OAuth2Strategy from 'passport-oauth2';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { CookieStateStore, SOCIAL, type SocialProvider } from './social-state.js';

/** A user as the provider describes them. */
export interface SocialProfile {
  provider: SocialProvider;
  /** The provider's id of the user. E-mails change hands, ids do not. */
  subject: string;
  email: string | null;
  /** True when the provider has verified the e-mail. */
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

type TokenCallback = (error: unknown, accessToken?: string) => void;

const TIMEOUT_MS = 8_000;
const text = z.string().catch('');

/** Facebook does not report whether an e-mail is verified, so it counts as unverified. */
const ENDPOINTS = {
  google: {
    authorizationURL: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenURL: 'https://oauth2.googleapis.com/token',
    profileURL: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: ['openid', 'email', 'profile'],
    profile: z
      .object({ sub: z.string().min(1), email: text, email_verified: z.unknown(), given_name: text, family_name: text })
      .transform((found) => ({
        subject: found.sub,
        email: found.email || null,
        isVerified: found.email_verified === true || found.email_verified === 'true',
        firstName: found.given_name,
        lastName: found.family_name,
      })),
  },
  facebook: {
    authorizationURL: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenURL: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileURL: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    scope: ['email', 'public_profile'],
    profile: z.object({ id: z.string().min(1), email: text, first_name: text, last_name: text }).transform((found) => ({
      subject: found.id,
      email: found.email || null,
      isVerified: false,
      firstName: found.first_name,
      lastName: found.last_name,
    })),
  },
};

type Keys = NonNullable<Config['oauth'][SocialProvider]>;

/** OAuth 2.0 with PKCE and state (RFC 6749, 7636), through passport-oauth2. */
function socialStrategy(provider: SocialProvider, keys: Keys, config: Config, jwt: JwtService) {
  const { authorizationURL, tokenURL, profileURL, profile, scope } = endpoints(provider, config.oauthStandIn);

  return new (class extends PassportStrategy(OAuth2Strategy, provider) {
    constructor() {
      super({
        ...keys,
        authorizationURL,
        tokenURL,
        scope,
        callbackURL: `${config.publicUrl}/auth/${provider}/callback/`,
        pkce: true,
        store: new CookieStateStore(provider, jwt, config.publicUrl.startsWith('https:')),
      });
      // The library's own request has no timeout.
      Object.assign(this._oauth2, {
        getOAuthAccessToken: (code: string, params: Record<string, string>, done: TokenCallback) => {
          const body = new URLSearchParams({
            ...params,
            code,
            client_id: keys.clientID,
            client_secret: keys.clientSecret,
          });
          ask(tokenURL, { method: 'POST', body })
            .then((answer) => z.object({ access_token: z.string().min(1) }).parse(answer))
            .then(({ access_token }) => done(null, access_token), done);
        },
      });
    }

    override userProfile(accessToken: string, done: (error?: unknown, found?: SocialProfile) => void): void {
      ask(profileURL, { headers: { Authorization: `Bearer ${accessToken}` } })
        .then((answer) => ({ provider, ...profile.parse(answer) }))
        .then((found) => done(null, found), done);
    }

    /** @returns the value of `request.user` */
    validate(_accessToken: string, _refreshToken: string, found: SocialProfile): SocialProfile {
      return found;
    }
  })();
}

/** Registers the strategies of the configured providers with passport. */
export const socialStrategies: FactoryProvider = {
  provide: 'SOCIAL_STRATEGIES',
  inject: [Config, JwtService],
  useFactory: (config: Config, jwt: JwtService) =>
    SOCIAL.map((provider) => {
      const keys = config.oauth[provider];
      return keys && socialStrategy(provider, keys, config, jwt);
    }),
};

function endpoints(provider: SocialProvider, standIn: string | undefined) {
  const real = ENDPOINTS[provider];
  if (!standIn) return real;
  const there = (url: string) => `${standIn}/${provider}${new URL(url).pathname}`;
  return {
    ...real,
    authorizationURL: there(real.authorizationURL),
    tokenURL: there(real.tokenURL),
    profileURL: there(real.profileURL),
  };
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await fetch(url, { ...init, signal, redirect: 'error' });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  return answer.json();
}
