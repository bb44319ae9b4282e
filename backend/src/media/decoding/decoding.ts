import type { Metadata } from 'sharp';
import { ShopError } from '../../platform/errors/shop-error.js';

/** Who waits for a picture: each lane has places that no other lane takes. In the order in which they are served. */
export const DECODE_LANES = ['admin', 'user', 'visitor'] as const;
export type DecodeLane = (typeof DECODE_LANES)[number];

/** Pictures that are decoded at once. All together they leave none of Node's four threads idle, and never more than these. */
const PLACES: Record<DecodeLane, number> = { admin: 1, user: 1, visitor: 2 };
const MAX_WAITING = 100;
const MB = 1_000_000;
/** A picture that takes more memory than this is decoded in a process of its own, one at a time. */
const LIGHT_BYTES = 48 * MB;
/** Real JPEGs come in some ten scans; each more goes over the whole picture again for a few bytes. */
const MAX_SCANS = 100;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Too many pictures wait already: whoever sends one may try again in a few seconds. */
export class PicturesBusy extends ShopError {
  constructor() {
    super(429, 'Đang có quá nhiều ảnh chờ xử lý. Vui lòng thử lại sau ít giây.', {}, { 'Retry-After': '5' });
  }
}

/** Whether a picture takes much memory while it is decoded, by its header. */
export const isHeavy = (metadata: Metadata): boolean => decodingBytes(metadata) > LIGHT_BYTES;

/** In bytes. Measured as the peak of a process that makes 384 pixels of a picture of 49 megapixels. */
function decodingBytes({ format, width, height, isProgressive, channels, ...picture }: Metadata): number {
  const samples = channels * (picture.depth === 'ushort' ? 2 : 1);
  const perPixel = () => {
    switch (format) {
      case 'jpeg':
        // A progressive picture is held whole, with two bytes for each number; others are shrunk while they are read.
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

/** @throws ShopError 415 for a JPEG of too many scans */
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

/** Says when a picture may be decoded: a few at once in each lane, and of those that take much memory one in all lanes. */
export class DecodeQueue {
  private readonly running = new Map<DecodeLane, number>(DECODE_LANES.map((lane) => [lane, 0]));
  private isHeavyRunning = false;
  private readonly waiting = new Map<DecodeLane, Turn[]>(DECODE_LANES.map((lane) => [lane, []]));

  /**
   * Does a task when it is its turn.
   * @param isHeavy whether it takes much memory
   * @param until milliseconds since 1970: so long it waits
   * @throws PicturesBusy when no turn came until then, or too many wait already
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

  /** Starts what may: in each lane the longest waiting first, passing over what has to wait for another that takes much. */
  private startWaiting(): void {
    for (const lane of DECODE_LANES) {
      const line = this.waiting.get(lane)!;
      while (this.count(lane) < PLACES[lane]) {
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
