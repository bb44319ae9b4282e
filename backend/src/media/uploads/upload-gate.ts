import { Injectable } from '@nestjs/common';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';

const MB = 1024 * 1024;

/**
 * Limits of concurrent uploads: bytes of bodies in memory, calls in total, calls from one address, and the maximum wait for
 * memory in milliseconds. A search waits less than an upload, which has no fallback. `RateLimited` limits the rate.
 */
const LIMITS: Record<DecodeLane, { bytes: number; calls: number; address: number; maxWaitMs: number }> = {
  admin: { bytes: 128 * MB, calls: 60, address: 60, maxWaitMs: 30_000 },
  user: { bytes: 24 * MB, calls: 60, address: 10, maxWaitMs: 20_000 },
  visitor: { bytes: 32 * MB, calls: 60, address: 24, maxWaitMs: 3_000 },
};
/** The time limit of a body once there is memory for it, in milliseconds. Slower senders lose theirs. */
export const RECEIVE_MS = 20_000;

interface Waiting {
  bytes: number;
  take: () => void;
}

class LaneState {
  readonly addresses = new Map<string, number>();
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

  /**
   * @param address of the caller; all networks of one caller share a limit, see `callerNetwork`
   * @throws PicturesBusy when the lane or the address has its maximum number of calls
   */
  enter(lane: DecodeLane, address: string): UploadPass {
    const room = this.rooms[lane];
    const here = room.addresses.get(address) ?? 0;
    if (room.calls >= LIMITS[lane].calls || here >= LIMITS[lane].address) throw new PicturesBusy();
    room.calls += 1;
    room.addresses.set(address, here + 1);
    return this.pass(lane, address);
  }

  private pass(lane: DecodeLane, address: string): UploadPass {
    const room = this.rooms[lane];
    const limits = LIMITS[lane];
    let reserved: Promise<void> | undefined;
    let held = 0;
    let isOver = false;
    const free = () => {
      room.bytes -= held;
      held = 0;
      grantMemory(room, limits.bytes);
    };
    const wait = (bytes: number) =>
      new Promise<void>((resolve, reject) => {
        const waiting = {
          bytes,
          take: () => {
            clearTimeout(timer);
            held = bytes;
            resolve();
          },
        };
        const timer = setTimeout(() => {
          room.waiting.splice(room.waiting.indexOf(waiting), 1);
          reject(new PicturesBusy());
        }, limits.maxWaitMs);
        room.waiting.push(waiting);
        grantMemory(room, limits.bytes);
      });
    return {
      reserve: (bytes) => (reserved ??= wait(Math.min(bytes, limits.bytes))),
      free,
      leave: () => {
        if (isOver) return;
        isOver = true;
        room.calls -= 1;
        const left = (room.addresses.get(address) ?? 1) - 1;
        if (left > 0) room.addresses.set(address, left);
        else room.addresses.delete(address);
        free();
        // A body that was abandoned while it waited for memory gets some and releases it immediately.
        void reserved?.then(free, () => undefined);
      },
    };
  }
}

/** Grants memory in order of arrival, so that small bodies never starve a large one. */
function grantMemory(room: LaneState, maxBytes: number): void {
  for (let [next] = room.waiting; next && room.bytes + next.bytes <= maxBytes; [next] = room.waiting) {
    room.waiting.shift();
    room.bytes += next.bytes;
    next.take();
  }
}
