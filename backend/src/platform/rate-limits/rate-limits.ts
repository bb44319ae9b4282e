import {
  Injectable,
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
import { Config } from '../config/config.js';
import type { Principal } from '../http/access.js';
import { queueOutage } from '../queue/queue-outage.js';
import { networkOf, SITE_FACTOR, siteOf } from './networks.js';
import { ShopError } from '../errors/shop-error.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Limit {
  /** The number of events allowed within `duration`, which starts with the first one. */
  points: number;
  /** In seconds. */
  duration: number;
  /** The counted events and their key, in the words of docs/security.md. */
  counts: string;
  /** Counts by network, see `networkOf`, and by the site around it, which is allowed `SITE_FACTOR` times as many. */
  byAddress?: boolean;
}

/**
 * All rate limits of the API. A stranger can use up an account's limits, so they are high, end soon, and do not apply to an
 * address from which the owner has signed in before. An address may be a school's, so limits by address are high too.
 */
export const RATE_LIMITS = {
  here: { points: 10, duration: 15 * MINUTE, counts: 'sign-ins to one account from one address' },
  account: { points: 100, duration: 10 * MINUTE, counts: 'sign-ins to one account from everywhere' },
  address: { points: 100, duration: 15 * MINUTE, counts: 'sign-ins to all accounts from one address', byAddress: true },
  known: { points: 1, duration: 14 * DAY, counts: 'exempt from it: addresses that signed in to the account' },
  // Never given back: each right password costs a hash too.
  rightPassword: { points: 300, duration: 10 * MINUTE, counts: 'right passwords of one account' },
  // Pages refresh once an hour and when they load; tabs share the result.
  refresh: { points: 60, duration: 10 * MINUTE, counts: 'token refreshes of one login' },
  password: { points: 10, duration: 15 * MINUTE, counts: 'current passwords given by one account' },
  // Three of a million codes are valid, so a day's attempts guess one in 6,000 days.
  otp: { points: 5, duration: 15 * MINUTE, counts: 'second factors given by one account' },
  otpDay: { points: 50, duration: DAY, counts: 'second factors given by one account, too' },
  apiKey: { points: 600, duration: MINUTE, counts: 'calls with one API key' },
  change: { points: 20, duration: HOUR, counts: 'changes of e-mail and password by one account' },
  resetEmail: { points: 5, duration: HOUR, counts: 'password reset mails to one e-mail address' },
  resetAddress: {
    points: 30,
    duration: HOUR,
    counts: 'password reset mails asked for from one address',
    byAddress: true,
  },
  register: { points: 200, duration: HOUR, counts: 'registrations from one address', byAddress: true },
  // Each call sends mails, possibly to a person who requested none.
  takeEmail: { points: 5, duration: HOUR, counts: 'accounts that take one e-mail address' },
  resetConfirm: {
    points: 60,
    duration: HOUR,
    counts: 'new passwords set by a mailed link from one address',
    byAddress: true,
  },
  placeOrder: { points: 60, duration: 10 * MINUTE, counts: 'orders placed by one account' },
  couponCheck: { points: 100, duration: 10 * MINUTE, counts: 'coupon checks by one account' },
  cardPayment: { points: 60, duration: 10 * MINUTE, counts: 'card payments and deposits started by one account' },
  cardConfirm: { points: 120, duration: 10 * MINUTE, counts: 'card payments and deposits confirmed by one account' },
  bankWebhook: {
    points: 600,
    duration: MINUTE,
    counts: "reports of the bank's webhook from one address",
    byAddress: true,
  },
  refundRequest: { points: 30, duration: HOUR, counts: 'refund requests by one account' },
  review: { points: 30, duration: HOUR, counts: 'reviews by one account' },
  profile: { points: 60, duration: 10 * MINUTE, counts: 'changes of the profile by one account' },
  avatar: { points: 20, duration: 10 * MINUTE, counts: 'avatars uploaded by one account' },
  closeAccount: { points: 20, duration: HOUR, counts: 'attempts of one account to close itself' },
  personalData: { points: 10, duration: HOUR, counts: 'downloads of personal data by one account' },
  newsletter: { points: 30, duration: HOUR, counts: 'newsletter subscriptions from one address', byAddress: true },
  stockAlert: { points: 30, duration: HOUR, counts: 'stock alerts asked for from one address', byAddress: true },
  stockAlertEmail: { points: 10, duration: DAY, counts: 'stock alerts asked for with one e-mail address' },
  stockAlertLink: {
    points: 60,
    duration: HOUR,
    counts: 'stock alerts confirmed or cancelled from one address',
    byAddress: true,
  },
  cartReminder: {
    points: 200,
    duration: 10 * MINUTE,
    counts: 'changes of the kept cart and its consent by one account',
  },
  cartReminderLink: {
    points: 60,
    duration: HOUR,
    counts: 'cart reminders confirmed or ended by link from one address',
    byAddress: true,
  },
  suggest: {
    points: 600,
    duration: MINUTE,
    counts: 'suggestions to one account or one address, uncached',
    byAddress: true,
  },
  aiSearch: {
    points: 60,
    duration: MINUTE,
    counts: 'AI searches by one account, or from one address',
    byAddress: true,
  },
  searchEvents: {
    points: 120,
    duration: MINUTE,
    counts: 'reports of searches by one account, or from one address',
    byAddress: true,
  },
  browserReports: {
    points: 30,
    duration: MINUTE,
    counts: 'reports of browsers by one account or one address',
    byAddress: true,
  },
  countedEvents: { points: 500, duration: DAY, counts: 'of these, such as are counted', byAddress: true },
  // Only with Redis: a process remembers by itself what it counted.
  sameEvent: { points: 1, duration: DAY, counts: 'of these, of one query and product' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** The counters of a limit. */
interface Counters {
  own: RateLimiterAbstract;
  /** Counts the sites around networks. */
  site: RateLimiterAbstract | undefined;
}

const RATE_LIMIT = 'rate-limit';

/** Limits how often one account, or one address without an account, makes this call; beyond it 429 with `Retry-After`. */
export const RateLimited = (limit: LimitName) => SetMetadata(RATE_LIMIT, limit);

/**
 * Counts calls per key and limit: in Redis for all processes; without Redis, and while it is down, in this process. Counts
 * nothing with RATE_LIMIT=off.
 */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: Redis | null;
  private readonly counters: Map<LimitName, Counters>;

  constructor(private readonly config: Config) {
    this.redis = config.redisUrl && config.limitsRates ? this.connect(config.redisUrl) : null;
    const names = Object.keys(RATE_LIMITS) as LimitName[];
    this.counters = new Map(names.map((name) => [name, this.makeCounters(name)]));
  }

  /** Whether all processes count together. */
  get isShared(): boolean {
    return this.redis !== null;
  }

  /** Counts an event. @throws ShopError 429 with `Retry-After` when the limit is exceeded */
  async take(limit: LimitName, key: string | number): Promise<void> {
    try {
      for (const [counter, owner] of this.countersOf(limit, key)) await counter.consume(owner);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooMany((refusal as RateLimiterRes).msBeforeNext);
    }
  }

  /** Counts a call of the account that makes it, or of its network. @throws ShopError 429 when the limit is exceeded */
  takeCall(limit: LimitName, request: Request): Promise<void> {
    const { user, ip = '' } = request as Request & { user?: Principal };
    return this.take(limit, user ? `user ${user.id}` : networkOf(ip));
  }

  /** Checks a limit without counting. @throws ShopError 429 with `Retry-After` when `take` would refuse the next event */
  async mustHaveLeft(limit: LimitName, key: string | number): Promise<void> {
    for (const [counter, owner] of this.countersOf(limit, key)) {
      const counted = await counter.get(owner);
      if (counted && counted.consumedPoints >= counter.points) throw tooMany(counted.msBeforeNext);
    }
  }

  /** Reverts the counting of one event. */
  async reward(limit: LimitName, key: string | number): Promise<void> {
    for (const [counter, owner] of this.countersOf(limit, key)) await counter.reward(owner);
  }

  /** Resets the count of a key. */
  async forget(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.delete(key);
  }

  /** Marks a key for the limit's duration. */
  async mark(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.set(key, 1, RATE_LIMITS[limit].duration);
  }

  /** @returns whether any event is counted for a key */
  async has(limit: LimitName, key: string | number): Promise<boolean> {
    return Boolean(await this.of(limit)?.get(key));
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private of(limit: LimitName): RateLimiterAbstract | undefined {
    return this.config.limitsRates ? this.counters.get(limit)?.own : undefined;
  }

  /** The counters for a key, and for its site if the key is a network. */
  private countersOf(limit: LimitName, key: string | number): [RateLimiterAbstract, owner: string | number][] {
    const counters = this.config.limitsRates ? this.counters.get(limit) : undefined;
    if (!counters) return [];
    const site = siteOf(String(key));
    return counters.site && site
      ? [
          [counters.own, key],
          [counters.site, site],
        ]
      : [[counters.own, key]];
  }

  private makeCounters(limit: LimitName): Counters {
    const { points, duration, byAddress }: Limit = RATE_LIMITS[limit];
    const keyPrefix = `may:limits:${limit}`;
    return {
      own: this.limiter({ points, duration, keyPrefix }),
      site: byAddress
        ? this.limiter({ points: SITE_FACTOR * points, duration, keyPrefix: `${keyPrefix}:site` })
        : undefined,
    };
  }

  private limiter(options: { points: number; duration: number; keyPrefix: string }): RateLimiterAbstract {
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
    // Without Redis this process counts by itself.
    redis.on('error', (error: Error) => queueOutage.note(error));
    return redis;
  }
}

/** Enforces `@RateLimited()`. It runs after the guard that identifies the caller. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const limit = this.reflector.get<LimitName | undefined>(RATE_LIMIT, context.getHandler());
    if (!limit) return true;
    await this.limits.takeCall(limit, context.switchToHttp().getRequest<Request>());
    return true;
  }
}

function tooMany(milliseconds: number): ShopError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} phút` : `${seconds} giây`;
  const sentence = `Bạn đã thử quá nhiều lần. Vui lòng thử lại sau ${wait}.`;
  return new ShopError(429, sentence, {}, { 'Retry-After': String(seconds) });
}
