import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { Config } from '../../platform/config/config.js';
import { callerNetwork } from '../../platform/rate-limits/networks.js';

/** The part of a minute's calls that one caller may use. */
const SHARE = 1 / 4;
const MINUTE = 60;
/** The engine's calls for a picture: one describes it, one embeds the description. */
const CALLS = { picture: 2, text: 1 };

/**
 * Shares the calls of a paid engine (AI_SEARCH_CALLS_PER_MINUTE) among callers, so that one cannot spend what all may. Counts in this
 * process: the engine's budget remains the bound of all.
 */
@Injectable()
export class PaidEngineShare {
  private readonly counter: RateLimiterMemory | undefined;

  constructor({ aiSearch, limitsRates }: Config) {
    if (aiSearch.provider !== 'openai' || !limitsRates) return;
    const points = Math.max(CALLS.picture, Math.floor(aiSearch.callsPerMinute * SHARE));
    this.counter = new RateLimiterMemory({ points, duration: MINUTE });
  }

  /**
   * Counts a search of a caller.
   * @param network see `networkOf`
   * @returns false when its share of this minute is used up; true without a paid engine
   */
  async consume(network: string, kind: keyof typeof CALLS): Promise<boolean> {
    if (!this.counter) return true;
    return this.counter.consume(callerNetwork(network), CALLS[kind]).then(
      () => true,
      () => false,
    );
  }
}
