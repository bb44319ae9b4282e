import type { FactoryProvider } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { PassportStrategy } from '@nestjs/passport';
import OAuth2Strategy from 'passport-oauth2';
import { z } from 'zod';
import { Config } from '../../platform/config/config.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../users/identity.entity.js';
import { CookieStateStore } from './social-state.js';

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
      .transform((claims) => ({
        subject: claims.sub,
        email: claims.email || null,
        isVerified: claims.email_verified === true || claims.email_verified === 'true',
        firstName: claims.given_name,
        lastName: claims.family_name,
      })),
  },
  facebook: {
    authorizationURL: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenURL: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileURL: 'https://graph.facebook.com/v23.0/me?fields=id,email,first_name,last_name',
    scope: ['email', 'public_profile'],
    profile: z.object({ id: z.string().min(1), email: text, first_name: text, last_name: text }).transform((user) => ({
      subject: user.id,
      email: user.email || null,
      isVerified: false,
      firstName: user.first_name,
      lastName: user.last_name,
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
          fetchAccessToken(tokenURL, { ...params, code }, keys).then((token) => done(null, token), done);
        },
      });
    }

    override userProfile(accessToken: string, done: (error?: unknown, profile?: SocialProfile) => void): void {
      fetchJson(profileURL, { headers: { Authorization: `Bearer ${accessToken}` } })
        .then((body) => ({ provider, ...profile.parse(body) }))
        .then((user) => done(null, user), done);
    }

    /** @returns the value of `request.user` */
    validate(_accessToken: string, _refreshToken: string, user: SocialProfile): SocialProfile {
      return user;
    }
  })();
}

/** Registers the strategies of the configured providers with passport. */
export const socialStrategies: FactoryProvider = {
  provide: 'SOCIAL_STRATEGIES',
  inject: [Config, JwtService],
  useFactory: (config: Config, jwt: JwtService) =>
    SOCIAL_PROVIDERS.map((provider) => {
      const keys = config.oauth[provider];
      return keys && socialStrategy(provider, keys, config, jwt);
    }),
};

function endpoints(provider: SocialProvider, standIn: string | undefined) {
  const real = ENDPOINTS[provider];
  if (!standIn) return real;
  const atStandIn = (url: string) => `${standIn}/${provider}${new URL(url).pathname}`;
  return {
    ...real,
    authorizationURL: atStandIn(real.authorizationURL),
    tokenURL: atStandIn(real.tokenURL),
    profileURL: atStandIn(real.profileURL),
  };
}

async function fetchAccessToken(url: string, params: Record<string, string>, keys: Keys): Promise<string> {
  const body = new URLSearchParams({ ...params, client_id: keys.clientID, client_secret: keys.clientSecret });
  const response = await fetchJson(url, { method: 'POST', body });
  return z.object({ access_token: z.string().min(1) }).parse(response).access_token;
}

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal, redirect: 'error' });
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}`);
  return response.json();
}
