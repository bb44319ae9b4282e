import { SITE_FACTOR, siteOf } from '../../../backend/src/platform/rate-limits/networks';
import type { Held, Limits } from './limits';

/** Counts what each address holds, as long as it holds anything; what those of an IPv6 site hold, for the site too. */
export class Callers {
  private readonly held = new Map<string, number>();

  /** @param most what one address may hold of each kind; Infinity where nothing is limited */
  constructor(private readonly most: Limits['ofOne']) {}

  /**
   * @param address see `networkOf`
   * @param amount of requests, sockets or bytes, to be given back with `give`
   * @returns false, and takes nothing, when the address or its site would then hold more than it may
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
