import type { Callers } from '../limits/callers';
import type { MemoryBudget } from '../http/request-body';
import type { Backend } from './backend-state';

/** The memory for the body of one request, counted for its address and for all. A small body is not counted. */
export class BodyMemory implements MemoryBudget {
  private receivedBytes = 0;
  private countedBytes = 0;

  constructor(
    private readonly backend: Backend,
    private readonly callers: Callers,
    private readonly address: string,
  ) {}

  reserve(bytes: number): boolean {
    const { limits, buffered } = this.backend;
    this.receivedBytes += bytes;
    if (this.receivedBytes <= limits.smallBody) return true;
    const uncounted = this.receivedBytes - this.countedBytes;
    if (buffered.bodies + uncounted > limits.bodies) return false;
    if (!this.callers.acquire(this.address, 'bodyBytes', uncounted)) return false;
    this.countedBytes += uncounted;
    buffered.bodies += uncounted;
    return true;
  }

  release(): void {
    this.callers.release(this.address, 'bodyBytes', this.countedBytes);
    this.backend.buffered.bodies -= this.countedBytes;
  }
}
