import {
  Injectable,
  Logger,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { Config } from '../config.js';
import type { Principal } from './access.js';
import { networkOf } from './client-address.js';
import { ShopError } from './shop-error.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Limit {
  /** How many within `duration`, from the first one on. */
  points: number;
  /** In seconds. */
  duration: number;
  /** What is counted and for whom, as docs/security.md says it. */
  counts: string;
}

/**
 * Every rate limit of the API. A stranger can use up those of an account, so they are high, end soon, and do not count
 * for an address from which the owner has signed in before. An address may be that of a school, so what is counted by
 * address is high, too.
 */
export const LIMITS = {
  here: { points: 10, duration: 15 * MINUTE, counts: 'sign-ins to one account from one address' },
  account: { points: 100, duration: 10 * MINUTE, counts: 'sign-ins to one account from everywhere' },
  address: { points: 100, duration: 15 * MINUTE, counts: 'sign-ins to all accounts from one address' },
  known: { points: 1, duration: 14 * DAY, counts: 'no limit: addresses from which an account was signed in to' },
  password: { points: 10, duration: 15 * MINUTE, counts: 'current passwords given by one account' },
  // Of a million codes three are right, so a day's tries guess one in 6,000 days.
  otp: { points: 5, duration: 15 * MINUTE, counts: 'second factors given by one account' },
  otpDay: { points: 50, duration: DAY, counts: 'second factors given by one account, too' },
  change: { points: 20, duration: HOUR, counts: 'changes of e-mail and password by one account' },
  resetEmail: { points: 5, duration: HOUR, counts: 'password reset mails to one e-mail address' },
  resetAddress: { points: 30, duration: HOUR, counts: 'password reset mails asked for from one address' },
  register: { points: 200, duration: HOUR, counts: 'registrations from one address' },
  // Each is followed by mails, to somebody who may have asked for none.
  takeEmail: { points: 5, duration: HOUR, counts: 'accounts that take one e-mail address' },
  resetConfirm: { points: 60, duration: HOUR, counts: 'new passwords set by a mailed link from one address' },
  placeOrder: { points: 60, duration: 10 * MINUTE, counts: 'orders placed by one account' },
  couponCheck: { points: 100, duration: 10 * MINUTE, counts: 'coupon checks by one account' },
  cardPayment: { points: 60, duration: 10 * MINUTE, counts: 'card payments and deposits started by one account' },
  cardConfirm: { points: 120, duration: 10 * MINUTE, counts: 'card payments and deposits confirmed by one account' },
  refundRequest: { points: 30, duration: HOUR, counts: 'refund requests by one account' },
  review: { points: 30, duration: HOUR, counts: 'reviews by one account' },
  profile: { points: 60, duration: 10 * MINUTE, counts: 'changes of the profile by one account' },
  avatar: { points: 20, duration: 10 * MINUTE, counts: 'avatars uploaded by one account' },
  personalData: { points: 10, duration: HOUR, counts: 'downloads of personal data by one account' },
  newsletter: { points: 30, duration: HOUR, counts: 'newsletter subscriptions from one address' },
  aiSearch: { points: 60, duration: MINUTE, counts: 'AI searches by one account, or from one address' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

const RATE_LIMIT = 'rate-limit';

/** Limits how often one account, or one address without an account, makes this call: 429 with `Retry-After` beyond it. */
export const RateLimited = (limit: LimitName) => SetMetadata(RATE_LIMIT, limit);

/**
 * Counts calls per key and limit: in Redis for all processes when there is one; without it, and while it is down, in this
 * process. Counts nothing with RATE_LIMIT=off.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly logger = new Logger('RateLimits');
  private readonly redis: Redis | null;
  private readonly limiters: Map<LimitName, RateLimiterAbstract>;

  constructor(private readonly config: Config) {
    this.redis = config.redisUrl && config.limitsRates ? this.connect(config.redisUrl) : null;
    this.limiters = new Map(Object.keys(LIMITS).map((name) => [name as LimitName, this.limiter(name as LimitName)]));
  }

  /** Counts one. @throws ShopError 429 with `Retry-After` when there were too many */
  async take(limit: LimitName, key: string | number): Promise<void> {
    try {
      await this.of(limit)?.consume(key);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooMany((refusal as RateLimiterRes).msBeforeNext);
    }
  }

  /** Counts nothing. @throws ShopError 429 with `Retry-After` when `take` would refuse the next one */
  async mustHaveLeft(limit: LimitName, key: string | number): Promise<void> {
    const counted = await this.of(limit)?.get(key);
    if (counted && counted.consumedPoints >= LIMITS[limit].points) throw tooMany(counted.msBeforeNext);
  }

  /** Gives one back. */
  async reward(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.reward(key);
  }

  /** Forgets what was counted under a key. */
  async forget(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.delete(key);
  }

  /** Marks a key for the limit's duration. */
  async mark(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.set(key, 1, LIMITS[limit].duration);
  }

  /** @returns whether anything was counted under a key */
  async has(limit: LimitName, key: string | number): Promise<boolean> {
    return Boolean(await this.of(limit)?.get(key));
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private of(limit: LimitName): RateLimiterAbstract | undefined {
    return this.config.limitsRates ? this.limiters.get(limit) : undefined;
  }

  private limiter(limit: LimitName): RateLimiterAbstract {
    const { points, duration } = LIMITS[limit];
    const options = { points, duration, keyPrefix: `may:limits:${limit}` };
    const here = new RateLimiterMemory(options);
    if (!this.redis) return here;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: here,
    });
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 1_000 });
    redis.on('error', (error: Error) => this.logger.warn(`Limits are counted in this process only: ${error.message}`));
    return redis;
  }
}

/** Holds the calls that are marked `@RateLimited()` to their limits. It stands behind the guard that knows who calls. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<LimitName | undefined>(RATE_LIMIT, context.getHandler());
    if (!limit) return true;
    const { user, ip = '' } = context.switchToHttp().getRequest<Request & { user?: Principal }>();
    await this.limits.take(limit, user ? `user ${user.id}` : networkOf(ip));
    return true;
  }
}

function tooMany(milliseconds: number): ShopError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} phút` : `${seconds} giây`;
  const sentence = `Bạn đã thử quá nhiều lần. Vui lòng thử lại sau ${wait}.`;
  return new ShopError(429, sentence, {}, { 'Retry-After': String(seconds) });
}
