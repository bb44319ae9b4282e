import type { Metadata } from 'sharp';
import { ShopError } from '../../platform/errors/shop-error.js';

/** Lanes of pictures to decode, in order of priority. Each has slots of its own. */
const DECODE_LANES = ['admin', 'user', 'visitor'] as const;
export type DecodeLane = (typeof DECODE_LANES)[number];

/** The number of pictures decoded concurrently in each lane: together Node's four threads, all in use and never exceeded. */
const SLOTS: Record<DecodeLane, number> = { admin: 1, user: 1, visitor: 2 };
const MAX_WAITING = 100;
const MB = 1_000_000;
/** A picture that needs more memory than this is decoded in a separate process, one at a time. */
const LIGHT_BYTES = 48 * MB;
/** Real JPEGs have some ten scans; each further scan costs another pass over the picture for a few bytes. */
const MAX_SCANS = 100;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Too many pictures are waiting; the client may retry in a few seconds. */
export class PicturesBusy extends ShopError {
  constructor() {
    super(429, 'Đang có quá nhiều ảnh chờ xử lý. Vui lòng thử lại sau ít giây.', {}, { 'Retry-After': '5' });
  }
}

/** Returns whether decoding a picture needs much memory, judging by its header. */
export const isHeavy = (metadata: Metadata): boolean => decodingBytes(metadata) > LIGHT_BYTES;

/** Estimates the memory in bytes. Measured as the peak of a process that scales a picture of 49 megapixels to 384 pixels. */
function decodingBytes({ format, width, height, isProgressive, channels, ...picture }: Metadata): number {
  const samples = channels * (picture.depth === 'ushort' ? 2 : 1);
  const perPixel = () => {
    switch (format) {
      case 'jpeg':
        // A progressive picture is held whole, with two bytes per value; others are scaled while they are read.
        if (!isProgressive) return 0.2;
        return picture.chromaSubsampling === '4:2:0' ? channels : 2 * channels;
      case 'png':
        return isProgressive ? 1.2 * samples : 0.3 * samples;
      case 'webp':
        return 4;
      case 'gif':
        return 5;
      default:
        return (picture.bitsPerSample ?? 8) > 8 ? 24 : 18;
    }
  };
  return width * height * perPixel();
}

/** @throws ShopError 415 for a JPEG with too many scans */
export function checkScans(bytes: Buffer, { format }: Metadata): void {
  if (format !== 'jpeg') return;
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    if (++scans > MAX_SCANS) throw new ShopError(415, 'Ảnh JPEG này không đọc được. Vui lòng lưu lại rồi thử lần nữa.');
  }
}

interface Turn {
  lane: DecodeLane;
  isHeavy: boolean;
  start: () => void;
}

/** Schedules decoding: a few pictures at once in each lane, but only one that needs much memory in all lanes together. */
export class DecodeQueue {
  private readonly running = new Map<DecodeLane, number>(DECODE_LANES.map((lane) => [lane, 0]));
  private isHeavyRunning = false;
  private readonly waiting = new Map<DecodeLane, Turn[]>(DECODE_LANES.map((lane) => [lane, []]));

  /**
   * Runs a task when its turn comes.
   * @param isHeavy true when it needs much memory
   * @param until the deadline of the wait, in milliseconds since 1970
   * @throws PicturesBusy when the deadline passes, or when too many are waiting already
   */
  async run<T>(lane: DecodeLane, isHeavy: boolean, until: number, task: () => Promise<T>): Promise<T> {
    await this.turn(lane, isHeavy, until);
    try {
      return await task();
    } finally {
      this.running.set(lane, this.count(lane) - 1);
      if (isHeavy) this.isHeavyRunning = false;
      this.startWaiting();
    }
  }

  private turn(lane: DecodeLane, isHeavy: boolean, until: number): Promise<void> {
    const line = this.waiting.get(lane)!;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const turn = {
        lane,
        isHeavy,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      line.push(turn);
      this.startWaiting();
      const place = line.indexOf(turn);
      if (place < 0) return;
      const leave = () => {
        line.splice(line.indexOf(turn), 1);
        reject(new PicturesBusy());
      };
      if (line.length > MAX_WAITING) leave();
      else if (until !== Infinity) timer = setTimeout(leave, Math.max(0, until - Date.now()));
    });
  }

  /** Starts waiting tasks, per lane the longest waiting first; skips heavy ones while another heavy one runs. */
  private startWaiting(): void {
    for (const lane of DECODE_LANES) {
      const line = this.waiting.get(lane)!;
      while (this.count(lane) < SLOTS[lane]) {
        const next = line.findIndex(({ isHeavy }) => !isHeavy || !this.isHeavyRunning);
        const [turn] = next < 0 ? [] : line.splice(next, 1);
        if (!turn) break;
        this.running.set(lane, this.count(lane) + 1);
        if (turn.isHeavy) this.isHeavyRunning = true;
        turn.start();
      }
    }
  }

  private count(lane: DecodeLane): number {
    return this.running.get(lane) ?? 0;
  }
}
