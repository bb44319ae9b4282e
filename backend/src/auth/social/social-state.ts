import type { JwtService } from '@nestjs/jwt';
import type { CookieOptions, Request } from 'express';
import { randomBytes } from 'node:crypto';
import type { StateStore } from 'passport-oauth2';
import type { SocialProvider } from '../users/identity.entity.js';

const COOKIE = 'social_state';
const AUDIENCE = 'social-state';
/** The time limit of a sign-in at the provider. */
const SECONDS = 10 * 60;
const MAX_REDIRECT_LENGTH = 500;

interface Journey {
  provider: SocialProvider;
  state: string;
  verifier: string;
  /** The shop's page that the visitor wanted. */
  redirect: string;
}

/**
 * Stores the state of an OAuth flow in a signed cookie, so that the server needs no session: only the browser that began
 * the flow can finish it (RFC 6749, 10.12).
 */
export class CookieStateStore implements StateStore {
  constructor(
    private readonly provider: SocialProvider,
    private readonly jwt: JwtService,
    private readonly isSecure: boolean,
  ) {}

  /** Passport distinguishes kinds of stores by the number of declared parameters. */
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
      redirect: typeof redirect === 'string' && redirect.length <= MAX_REDIRECT_LENGTH ? redirect : '',
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
    // Lax: the provider redirects the visitor from another site.
    return { httpOnly: true, sameSite: 'lax', secure: this.isSecure, path: '/auth/' };
  }
}

/** Returns a cookie of a request; undefined when it is missing. */
export function cookieOf(request: Request, name: string): string | undefined {
  const pair = request.headers.cookie?.split(/; */).find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}
