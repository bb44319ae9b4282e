import { SITE_FACTOR, siteOf } from '../../../backend/src/platform/rate-limits/networks';
import type { Held, Limits } from './limits';

/** Counts the resources that each address holds; those of an IPv6 address count for its site (/48) too. */
export class Callers {
  private readonly held = new Map<string, number>();

  /** @param most limits of one address by kind; Infinity for none */
  constructor(private readonly most: Limits['ofOne']) {}

  /**
   * @param address see `networkOf`
   * @param amount of requests, sockets or bytes; release it with `give`
   * @returns false, without taking anything, when the address or its site would exceed its limit
   */
  take(address: string, kind: Held, amount = 1): boolean {
    const site = siteOf(address);
    if (this.of(address, kind) + amount > this.most[kind]) return false;
    if (site && this.of(site, kind) + amount > SITE_FACTOR * this.most[kind]) return false;
    this.add(address, kind, amount);
    if (site) this.add(site, kind, amount);
    return true;
  }

  give(address: string, kind: Held, amount = 1): void {
    const site = siteOf(address);
    this.add(address, kind, -amount);
    if (site) this.add(site, kind, -amount);
  }

  private of(owner: string, kind: Held): number {
    return this.held.get(`${kind} ${owner}`) ?? 0;
  }

  private add(owner: string, kind: Held, amount: number): void {
    const sum = this.of(owner, kind) + amount;
    if (sum > 0) this.held.set(`${kind} ${owner}`, sum);
    else this.held.delete(`${kind} ${owner}`);
  }
}
