import type { JwtService } from '@nestjs/jwt';
import type { CookieOptions, Request } from 'express';
import { randomBytes } from 'node:crypto';
import type { StateStore } from 'passport-oauth2';

export const SOCIAL = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL)[number];

const COOKIE = 'social_state';
const AUDIENCE = 'social-state';
/** How long somebody may take at the provider's. */
const SECONDS = 10 * 60;
const LONGEST_REDIRECT = 500;

interface Journey {
  provider: SocialProvider;
  state: string;
  verifier: string;
  /** Where in the shop the visitor wanted to go. */
  redirect: string;
}

/**
 * Remembers what a journey to the provider began with in a signed cookie of the visitor's browser, so that no server
 * keeps a session: only the browser that began it can end it (RFC 6749, 10.12).
 */
export class CookieStateStore implements StateStore {
  constructor(
    private readonly provider: SocialProvider,
    private readonly jwt: JwtService,
    private readonly isSecure: boolean,
  ) {}

  /** Passport tells the kinds of stores apart by how many arguments their functions name. */
  store(...args: unknown[]): void;
  store(
    request: Request,
    verifier: string,
    _state: unknown,
    _meta: unknown,
    done: (error: Error | null, state: string) => void,
  ): void {
    const { redirect } = request.query;
    const journey: Journey = {
      provider: this.provider,
      state: randomBytes(24).toString('base64url'),
      verifier,
      redirect: typeof redirect === 'string' && redirect.length <= LONGEST_REDIRECT ? redirect : '',
    };
    const kept = this.jwt.sign(journey, { audience: AUDIENCE, expiresIn: SECONDS });
    request.res?.cookie(COOKIE, kept, { ...this.options, maxAge: SECONDS * 1_000 });
    done(null, journey.state);
  }

  verify(...args: unknown[]): void;
  verify(
    request: Request,
    state: string,
    _meta: unknown,
    done: (error: Error | null, verifier: string | false, state: unknown) => void,
  ): void {
    request.res?.clearCookie(COOKIE, this.options);
    this.jwt
      .verifyAsync<Journey>(cookieOf(request, COOKIE) ?? '', { audience: AUDIENCE, algorithms: ['HS256'] })
      .catch((): null => null)
      .then((journey): void => {
        const isTheirs = journey?.provider === this.provider && journey.state === state;
        if (isTheirs) done(null, journey.verifier, { redirect: journey.redirect });
        else done(null, false, { message: 'This browser did not begin the sign-in, or too long ago' });
      })
      .catch((error: Error) => done(error, false, null));
  }

  private get options(): CookieOptions {
    // Lax: the provider sends the visitor back from another site.
    return { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/auth/' };
  }
}

/** A cookie of a request, or undefined. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
