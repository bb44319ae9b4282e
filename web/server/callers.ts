import type { Held, Limits } from './limits';

/** Counts what each address holds, as long as it holds anything. */
export class Callers {
  private readonly held = new Map<string, number>();

  /** @param most what one address may hold of each kind; Infinity where nothing is limited */
  constructor(private readonly most: Limits['ofOne']) {}

  /**
   * @param amount of requests, sockets or bytes, to be given back with `give`
   * @returns false, and takes nothing, when the address would then hold more than it may
   */
  take(address: string, kind: Held, amount = 1): boolean {
    const key = `${kind} ${address}`;
    const sum = (this.held.get(key) ?? 0) + amount;
    if (sum > this.most[kind]) return false;
    this.held.set(key, sum);
    return true;
  }

  give(address: string, kind: Held, amount = 1): void {
    const key = `${kind} ${address}`;
    const rest = (this.held.get(key) ?? 0) - amount;
    if (rest > 0) this.held.set(key, rest);
    else this.held.delete(key);
  }
}
