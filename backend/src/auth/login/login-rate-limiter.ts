import { Injectable } from '@nestjs/common';
import { RateLimits } from '../../platform/rate-limits/rate-limits.js';

/**
 * Slows down password guessing. A password is counted before it is checked, so that a hundred concurrent ones count as a
 * hundred; success refunds it. Right passwords have limits of their own, by account and by address, because each costs a hash too. Those of one
 * account do not count from this machine outside production, where tests sign in as one user all the time.
 */
@Injectable()
export class LoginRateLimiter {
  constructor(private readonly limits: RateLimits) {}

  /** True for an address from which the account's owner has signed in before. */
  isTrusted(account: string | number, address: string): Promise<boolean> {
    return this.limits.hasCount('knownAddress', `${account} ${address}`);
  }

  /** True for an address from which somebody has signed in with the account's second factor. */
  isTrustedWithSecondFactor(account: number, address: string): Promise<boolean> {
    return this.isTrusted(withSecondFactor(account), address);
  }

  /** Remembers the address of a sign-in that was not refused. */
  async rememberAddress(account: number, address: string, isTwoFactor: boolean): Promise<void> {
    await this.limits.record('knownAddress', `${account} ${address}`);
    if (isTwoFactor) await this.limits.record('knownAddress', `${withSecondFactor(account)} ${address}`);
  }

  /**
   * Counts a sign-in before its password is checked.
   * @param account the id of the account, or the typed name for an unknown account
   * @throws ShopError 429
   */
  async beforeSignIn(account: string | number, address: string): Promise<void> {
    // First: an exhausted address must not fill the store with invented names.
    await this.limits.mustHaveLeft('signInPerAddress', address);
    await this.limits.mustHaveLeft('rightPasswordPerAddress', address);
    if (!this.isExempt(address)) await this.limits.mustHaveLeft('rightPasswordPerAccount', account);
    await this.limits.consume('signInPerAccountAndAddress', `${account} ${address}`);
    await this.limits.consume('signInPerAddress', address);
    if (!(await this.isTrusted(account, address))) await this.limits.consume('signInPerAccount', account);
  }

  /**
   * Records the right password of a sign-in: counts it, resets the account's other counts and refunds this sign-in of the address.
   * @throws ShopError 429
   */
  async afterSignIn(account: number, address: string): Promise<void> {
    await this.countRightPassword(account, address);
    await Promise.all([this.resetSignIns(account, address), this.limits.refund('signInPerAddress', address)]);
  }

  /** Counts the current password of a signed-in user before it is checked. @throws ShopError 429 */
  async beforePasswordCheck(account: number, address: string | undefined): Promise<void> {
    if (!this.isExempt(address)) await this.limits.mustHaveLeft('rightPasswordPerAccount', account);
    if (address !== undefined) await this.limits.mustHaveLeft('rightPasswordPerAddress', address);
    await this.limits.consume('currentPasswordPerAccount', account);
  }

  /** Counts a right current password, and resets the count of those before it. @throws ShopError 429 */
  async afterRightPassword(account: number, address: string | undefined): Promise<void> {
    await this.countRightPassword(account, address);
    await this.limits.reset('currentPasswordPerAccount', account);
  }

  /** Resets the sign-in counts of an account whose owner has proved their identity. */
  async resetSignIns(account: number, address: string): Promise<void> {
    await Promise.all([
      this.limits.reset('signInPerAccountAndAddress', `${account} ${address}`),
      this.limits.reset('signInPerAccount', account),
    ]);
  }

  private isExempt(address: string | undefined): boolean {
    return address !== undefined && this.limits.exempts(address);
  }

  private async countRightPassword(account: number, address: string | undefined): Promise<void> {
    if (!this.isExempt(address)) await this.limits.consume('rightPasswordPerAccount', account);
    if (address !== undefined) await this.limits.consume('rightPasswordPerAddress', address);
  }
}

const withSecondFactor = (account: number) => `${account} second factor`;
