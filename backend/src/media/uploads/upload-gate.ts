import { Injectable } from '@nestjs/common';
import { PicturesBusy, type DecodeLane } from '../decoding/decoding.js';

const MB = 1024 * 1024;

/**
 * How much may be under way: bytes of bodies in memory, calls in all, and calls from one address. A search waits for memory less
 * long than an upload, which has nothing to fall back on; in milliseconds. How many a minute: `RateLimited`.
 */
const LIMITS: Record<DecodeLane, { bytes: number; calls: number; address: number; patience: number }> = {
  admin: { bytes: 128 * MB, calls: 60, address: 60, patience: 30_000 },
  user: { bytes: 24 * MB, calls: 60, address: 10, patience: 20_000 },
  visitor: { bytes: 32 * MB, calls: 60, address: 24, patience: 3_000 },
};
/** In milliseconds: so long a body may take once there is memory for it. Slower ones give theirs to others. */
export const RECEIVE_MS = 20_000;

interface Waiting {
  bytes: number;
  take: () => void;
}

class Room {
  readonly addresses = new Map<string, number>();
  calls = 0;
  bytes = 0;
  readonly waiting: Waiting[] = [];
}

/** The place of a call with pictures in its lane. */
export interface UploadPass {
  /**
   * Takes memory for the body, once for the whole call.
   * @throws PicturesBusy when none was free in time
   */
  reserve(bytes: number): Promise<void>;
  /** Gives the memory back; the call itself still counts. */
  free(): void;
  /** The call is over. */
  leave(): void;
}

/**
 * Stands before each call that brings pictures, before its body is read: what waits stays with its sender, in the socket. Counts
 * in this process, whose memory and threads it guards.
 */
@Injectable()
export class UploadGate {
  private readonly rooms: Record<DecodeLane, Room> = { admin: new Room(), user: new Room(), visitor: new Room() };

  /**
   * @param address of the caller: a whole customer's network has its share, see `customerNetwork`
   * @throws PicturesBusy when the lane or the address has as many under way as it may
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
      serve(room, limits.bytes);
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
        }, limits.patience);
        room.waiting.push(waiting);
        serve(room, limits.bytes);
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
        // A body that was given up while it waited for memory gets some and gives it back at once.
        void reserved?.then(free, () => undefined);
      },
    };
  }
}

/** Gives memory to those who wait, in their order: a large body is not passed over for ever by small ones. */
function serve(room: Room, most: number): void {
  for (let [next] = room.waiting; next && room.bytes + next.bytes <= most; [next] = room.waiting) {
    room.waiting.shift();
    room.bytes += next.bytes;
    next.take();
  }
}
