import { isOwnMachine, SITE_FACTOR, siteOf } from '../../../backend/src/platform/rate-limits/networks';
import type { Limits, Resource } from './limits';

/** Counts the resources that each address holds; those of an IPv6 address count for its site (/48) too. */
export class Callers {
  private readonly held = new Map<string, number>();

  private readonly max: Limits['perAddress'];
  private readonly exemptsOwnMachine: boolean;

  /** @param limits its `perAddress` are the limits of one address by kind; Infinity for none */
  constructor({ perAddress, exemptsOwnMachine }: Pick<Limits, 'perAddress' | 'exemptsOwnMachine'>) {
    this.max = perAddress;
    this.exemptsOwnMachine = exemptsOwnMachine;
  }

  /** Whether an address is free of these limits: this machine's own, outside production. */
  exempts(address: string): boolean {
    return this.exemptsOwnMachine && isOwnMachine(address);
  }

  /**
   * @param address see `networkOf`
   * @param amount of requests, sockets or bytes; give it back with `release`
   * @returns false, without taking anything, when the address or its site would exceed its limit
   */
  acquire(address: string, kind: Resource, amount = 1): boolean {
    if (this.exempts(address)) return true;
    const site = siteOf(address);
    if (this.of(address, kind) + amount > this.max[kind]) return false;
    if (site && this.of(site, kind) + amount > SITE_FACTOR * this.max[kind]) return false;
    this.add(address, kind, amount);
    if (site) this.add(site, kind, amount);
    return true;
  }

  release(address: string, kind: Resource, amount = 1): void {
    if (this.exempts(address)) return;
    const site = siteOf(address);
    this.add(address, kind, -amount);
    if (site) this.add(site, kind, -amount);
  }

  private of(owner: string, kind: Resource): number {
    return this.held.get(`${kind} ${owner}`) ?? 0;
  }

  private add(owner: string, kind: Resource, amount: number): void {
    const sum = this.of(owner, kind) + amount;
    if (sum > 0) this.held.set(`${kind} ${owner}`, sum);
    else this.held.delete(`${kind} ${owner}`);
  }
}
