import { Injectable } from '@nestjs/common';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';

const MB = 1024 * 1024;

interface LaneLimits {
  /** Bytes of bodies in memory, in total and from one address. */
  bytes: number;
  share: number;
  /** Concurrent calls, in total and from one address. */
  calls: number;
  address: number;
  /** The maximum wait for memory, in milliseconds. */
  maxWaitMs: number;
}

/**
 * Limits of concurrent uploads. A share holds the largest call of its lane: a product with all pictures, a review with three photos, two
 * searches. A search waits less than an upload, which has no fallback. `RateLimited` limits the rate.
 */
const LIMITS: Record<DecodeLane, LaneLimits> = {
  admin: { bytes: 128 * MB, share: 128 * MB, calls: 60, address: 60, maxWaitMs: 30_000 },
  user: { bytes: 48 * MB, share: 16 * MB, calls: 60, address: 10, maxWaitMs: 20_000 },
  visitor: { bytes: 32 * MB, share: 10 * MB, calls: 60, address: 24, maxWaitMs: 3_000 },
};
/** How long a body may take for each of its files, in milliseconds, beside its wait for memory. */
const RECEIVE_MS = 20_000;

/** What the calls of one address have. */
interface Caller {
  calls: number;
  bytes: number;
}

interface Waiting {
  bytes: number;
  caller: Caller;
  take: () => void;
}

class LaneState {
  readonly callers = new Map<string, Caller>();
  calls = 0;
  bytes = 0;
  readonly waiting: Waiting[] = [];
}

/** The place of one call with pictures in its lane. */
export interface UploadPass {
  /**
   * Reserves memory for the body, once for the whole call.
   * @throws PicturesBusy when none was free in time
   */
  reserve(bytes: number): Promise<void>;
  /** Releases the memory; the call itself still counts. */
  free(): void;
  /** Ends the call. */
  leave(): void;
}

/**
 * Admits calls with pictures before their body is read: a waiting body stays with its sender, in the socket. Counts in this
 * process, whose memory and threads it protects.
 */
@Injectable()
export class UploadGate {
  private readonly rooms: Record<DecodeLane, LaneState> = {
    admin: new LaneState(),
    user: new LaneState(),
    visitor: new LaneState(),
  };

  /** The time limit of a whole body, in milliseconds. Slower senders lose their place. @param files the maximum number */
  bodyMs(lane: DecodeLane, files: number): number {
    return LIMITS[lane].maxWaitMs + files * RECEIVE_MS;
  }

  /**
   * @param address of the caller; all networks of one caller share a limit, see `callerNetwork`
   * @throws PicturesBusy when the lane or the address has its maximum number of calls
   */
  enter(lane: DecodeLane, address: string): UploadPass {
    const room = this.rooms[lane];
    const caller = room.callers.get(address) ?? { calls: 0, bytes: 0 };
    if (room.calls >= LIMITS[lane].calls || caller.calls >= LIMITS[lane].address) throw new PicturesBusy();
    room.calls += 1;
    caller.calls += 1;
    room.callers.set(address, caller);
    return this.pass(lane, address, caller);
  }

  private pass(lane: DecodeLane, address: string, caller: Caller): UploadPass {
    const room = this.rooms[lane];
    const limits = LIMITS[lane];
    let reserved: Promise<void> | undefined;
    let giveUp = () => {};
    let held = 0;
    let isOver = false;
    const free = () => {
      room.bytes -= held;
      caller.bytes -= held;
      held = 0;
      grantMemory(room, limits);
    };
    const wait = (bytes: number) =>
      new Promise<void>((resolve, reject) => {
        const take = () => {
          clearTimeout(timer);
          giveUp = () => {};
          held = bytes;
          resolve();
        };
        const waiting = { bytes, caller, take };
        giveUp = () => {
          clearTimeout(timer);
          giveUp = () => {};
          room.waiting.splice(room.waiting.indexOf(waiting), 1);
          reject(new PicturesBusy());
          grantMemory(room, limits);
        };
        const timer = setTimeout(() => giveUp(), limits.maxWaitMs);
        room.waiting.push(waiting);
        grantMemory(room, limits);
      });
    return {
      reserve: (bytes) =>
        (reserved ??= isOver ? Promise.reject(new PicturesBusy()) : wait(Math.min(bytes, limits.share))),
      free,
      leave: () => {
        if (isOver) return;
        isOver = true;
        room.calls -= 1;
        caller.calls -= 1;
        if (caller.calls === 0) room.callers.delete(address);
        giveUp();
        free();
      },
    };
  }
}

/**
 * Grants memory in order of arrival, so that small bodies never starve a large one. Only those whose address has its share let others
 * pass.
 */
function grantMemory(room: LaneState, limits: LaneLimits): void {
  for (const next of [...room.waiting]) {
    if (next.caller.bytes + next.bytes > limits.share) continue;
    if (room.bytes + next.bytes > limits.bytes) return;
    room.waiting.splice(room.waiting.indexOf(next), 1);
    room.bytes += next.bytes;
    next.caller.bytes += next.bytes;
    next.take();
  }
}
