import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { ShopError } from '../common/shop-error.js';
import { Config } from '../config.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How many tries there are in how many seconds, from the first one on. A stranger can use up those of `account`, so they
 * are many, come back soon, and do not count for an address from which the owner has signed in before.
 */
const LIMITS = {
  /** Sign-ins to one account from one address. */
  here: { points: 10, duration: 15 * MINUTE },
  /** Sign-ins to one account from everywhere. */
  account: { points: 100, duration: 10 * MINUTE },
  /** Sign-ins to all accounts from one address. */
  address: { points: 100, duration: 15 * MINUTE },
  /** Not a limit: from where an account was signed in to. */
  known: { points: 1, duration: 14 * DAY },
  /** Current passwords of one signed-in user. */
  password: { points: 10, duration: 15 * MINUTE },
  /** New e-mails and passwords of one user: each sends a mail, and an e-mail that was never proven may be anybody's. */
  change: { points: 20, duration: HOUR },
  /** Mails with a link for a new password, to one e-mail and from one address. */
  resetEmail: { points: 5, duration: HOUR },
  resetAddress: { points: 30, duration: HOUR },
  /** Accounts made from one address, which may be that of a school. */
  register: { points: 200, duration: HOUR },
} as const;

type Limit = keyof typeof LIMITS;

/**
 * Slows down who guesses. A try is counted before it is made, so that a hundred at once are not one; success gives it back.
 * Counted in Redis for all processes when there is one, else, and while it is down, in this process.
 */
@Injectable()
export class AttemptsService implements OnApplicationShutdown {
  private readonly logger = new Logger('Attempts');
  private readonly redis: Redis | null;
  private readonly limiters: Map<Limit, RateLimiterAbstract>;

  constructor(private readonly config: Config) {
    this.redis = config.redisUrl && config.limitsRates ? this.connect(config.redisUrl) : null;
    this.limiters = new Map(Object.keys(LIMITS).map((limit) => [limit as Limit, this.limiter(limit as Limit)]));
  }

  /** @throws ShopError 429 with `Retry-After` when there were too many tries */
  async take(limit: Limit, key: string | number): Promise<void> {
    if (!this.config.limitsRates) return;
    try {
      await this.limiters.get(limit)?.consume(key);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooMany((refusal as RateLimiterRes).msBeforeNext);
    }
  }

  /** What was counted under this key is forgotten. */
  async forget(limit: Limit, key: string | number): Promise<void> {
    if (this.config.limitsRates) await this.limiters.get(limit)?.delete(key);
  }

  /**
   * Before a password is looked at.
   * @param account the id of the account, or the name that was typed where there is none
   * @throws ShopError 429
   */
  async beforeSignIn(account: string | number, address: string): Promise<void> {
    if (!this.config.limitsRates) return;
    await this.take('here', `${account} ${address}`);
    await this.take('address', address);
    const known = await this.limiters.get('known')?.get(`${account} ${address}`);
    if (!known) await this.take('account', account);
  }

  /** After a right password: the account's failures are forgotten, the address's others are not. */
  async afterSignIn(account: number, address: string): Promise<void> {
    if (!this.config.limitsRates) return;
    const here = `${account} ${address}`;
    await Promise.all([
      this.forgive(account, address),
      this.limiters.get('address')?.reward(address),
      this.limiters.get('known')?.set(here, 1, LIMITS.known.duration),
    ]);
  }

  /** Whoever has shown that the account is theirs has all tries again. */
  async forgive(account: number, address: string): Promise<void> {
    await Promise.all([this.forget('here', `${account} ${address}`), this.forget('account', account)]);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private limiter(limit: Limit): RateLimiterAbstract {
    const options = { ...LIMITS[limit], keyPrefix: `may:attempts:${limit}` };
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
    redis.on('error', (error: Error) =>
      this.logger.warn(`Attempts are counted in this process only: ${error.message}`),
    );
    return redis;
  }
}

function tooMany(milliseconds: number): ShopError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} phút` : `${seconds} giây`;
  const sentence = `Bạn đã thử quá nhiều lần. Vui lòng thử lại sau ${wait}.`;
  return new ShopError(429, sentence, {}, { 'Retry-After': String(seconds) });
}
