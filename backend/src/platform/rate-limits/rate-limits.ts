import { Injectable, SetMetadata, type OnApplicationShutdown } from '@nestjs/common';
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
import { isOwnMachine, networkOf, SITE_FACTOR, siteOf } from './networks.js';
import { ShopError } from '../errors/shop-error.js';
import { type Limit, RATE_LIMITS, type LimitName } from './rate-limit-list.js';

/** The counters of a limit. */
interface Counters {
  own: RateLimiterAbstract;
  /** Counts the sites around networks. */
  site: RateLimiterAbstract | undefined;
}

/** The metadata that `RateLimitGuard` reads. */
export const RATE_LIMIT = 'rate-limit';
/** How long Redis may take to answer, in milliseconds. */
const ANSWER_MS = 1_000;
/** The pause before another connection to Redis, in milliseconds. Meanwhile this process counts by itself. */
const RECONNECT_MS = 2_000;

/** Limits how often one account, or one address without an account, makes this call; beyond it 429 with `Retry-After`. */
export const RateLimited = (...limits: LimitName[]) => SetMetadata(RATE_LIMIT, limits);

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

  /** Whether a network is free of limits that are meant for strangers: this machine's own, outside production. */
  exempts(network: string): boolean {
    return this.config.exemptsOwnMachine && isOwnMachine(network);
  }

  /** Counts an event. @throws ShopError 429 with `Retry-After` when the limit is exceeded */
  async consume(limit: LimitName, key: string | number): Promise<void> {
    try {
      for (const [counter, owner] of this.countersOf(limit, key)) await counter.consume(owner);
    } catch (refusal) {
      if (refusal instanceof Error) throw refusal;
      throw tooMany((refusal as RateLimiterRes).msBeforeNext);
    }
  }

  /** Counts an event before it happens; one that fails does not count. @throws ShopError 429, or what `act` throws */
  async consumeIfSuccessful<T>(limit: LimitName, key: string | number, act: () => Promise<T>): Promise<T> {
    await this.consume(limit, key);
    try {
      return await act();
    } catch (error) {
      await this.refund(limit, key);
      throw error;
    }
  }

  /** Counts an event unless the limit is exceeded. @returns whether it was within the limit */
  async tryConsume(limit: LimitName, key: string | number): Promise<boolean> {
    return this.consume(limit, key).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ShopError) return false;
        throw error;
      },
    );
  }

  /** Counts a call of the account that makes it, or of its network. @throws ShopError 429 when the limit is exceeded */
  consumeForCaller(limit: LimitName, request: Request): Promise<void> {
    const { user, ip = '' } = request as Request & { user?: Principal };
    return this.consume(limit, user ? `user ${user.id}` : networkOf(ip));
  }

  /** Checks a limit without counting. @throws ShopError 429 with `Retry-After` when `consume` would refuse the next event */
  async mustHaveLeft(limit: LimitName, key: string | number): Promise<void> {
    for (const [counter, owner] of this.countersOf(limit, key)) {
      const counted = await counter.get(owner);
      if (counted && counted.consumedPoints >= counter.points) throw tooMany(counted.msBeforeNext);
    }
  }

  /** Takes back the counting of one event. */
  async refund(limit: LimitName, key: string | number): Promise<void> {
    for (const [counter, owner] of this.countersOf(limit, key)) await counter.reward(owner);
  }

  /** Resets the count of a key. */
  async reset(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.delete(key);
  }

  /** Counts one event for the limit's whole duration from now, whatever was counted before. Refuses nothing. */
  async record(limit: LimitName, key: string | number): Promise<void> {
    await this.of(limit)?.set(key, 1, RATE_LIMITS[limit].duration);
  }

  /** @returns whether any event is counted for a key */
  async hasCount(limit: LimitName, key: string | number): Promise<boolean> {
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
    const { byAddress, isOfPasswords }: Limit = RATE_LIMITS[limit];
    if (byAddress && !isOfPasswords && this.exempts(String(key))) return [];
    const site = siteOf(String(key));
    return counters.site && site
      ? [
          [counters.own, key],
          [counters.site, site],
        ]
      : [[counters.own, key]];
  }

  private makeCounters(limit: LimitName): Counters {
    const { points, duration, byAddress, storedAs = limit }: Limit = RATE_LIMITS[limit];
    const keyPrefix = `may:limits:${storedAs}`;
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
    // Without Redis this process counts by itself. A call counts several events, one after the other, but waits for a silent Redis once:
    // its connection is given up then, and asked again a while later.
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      socketTimeout: ANSWER_MS,
      retryStrategy: () => RECONNECT_MS,
    });
    redis.on('error', (error: Error) => queueOutage.note(error));
    return redis;
  }
}

function tooMany(milliseconds: number): ShopError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000));
  const wait = seconds > 90 ? `${Math.ceil(seconds / 60)} phút` : `${seconds} giây`;
  const sentence = `Bạn đã thử quá nhiều lần. Vui lòng thử lại sau ${wait}.`;
  return new ShopError(429, sentence, {}, { 'Retry-After': String(seconds) });
}
