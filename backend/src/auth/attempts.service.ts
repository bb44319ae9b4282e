import { Injectable } from '@nestjs/common';
import { RateLimits, type LimitName } from '../common/rate-limits.js';

/**
 * Slows down who guesses passwords. A try is counted before it is made, so that a hundred at once are not one; success
 * gives it back.
 */
@Injectable()
export class AttemptsService {
  constructor(private readonly limits: RateLimits) {}

  /** @throws ShopError 429 with `Retry-After` when there were too many tries */
  take(limit: LimitName, key: string | number): Promise<void> {
    return this.limits.take(limit, key);
  }

  /** What was counted under this key is forgotten. */
  forget(limit: LimitName, key: string | number): Promise<void> {
    return this.limits.forget(limit, key);
  }

  /**
   * Before a password is looked at.
   * @param account the id of the account, or the name that was typed where there is none
   * @throws ShopError 429
   */
  async beforeSignIn(account: string | number, address: string): Promise<void> {
    // First, because an address that has no tries left would have us remember each name that it makes up.
    await this.limits.mustHaveLeft('address', address);
    await this.limits.take('here', `${account} ${address}`);
    await this.limits.take('address', address);
    const isKnown = await this.limits.has('known', `${account} ${address}`);
    if (!isKnown) await this.limits.take('account', account);
  }

  /** After a right password: the account's failures are forgotten, the address's others are not. */
  async afterSignIn(account: number, address: string): Promise<void> {
    await Promise.all([
      this.forgive(account, address),
      this.limits.reward('address', address),
      this.limits.mark('known', `${account} ${address}`),
    ]);
  }

  /** Whoever has shown that the account is theirs has all tries again. */
  async forgive(account: number, address: string): Promise<void> {
    await Promise.all([this.forget('here', `${account} ${address}`), this.forget('account', account)]);
  }
}
