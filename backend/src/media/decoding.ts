import type { Metadata } from 'sharp';
import { ShopError } from '../common/shop-error.js';

/** Who waits for a picture: each lane has places that no other lane takes. In the order in which they are served. */
export const LANES = ['admin', 'user', 'visitor'] as const;
export type Lane = (typeof LANES)[number];

/** Pictures that are decoded at once. All together they leave none of Node's four threads idle, and never more than these. */
const PLACES: Record<Lane, number> = { admin: 1, user: 1, visitor: 2 };
const MOST_WAITING = 100;
const MB = 1_000_000;
/** What takes more memory than this is decoded alone, beside others that take less. */
const LIGHT_BYTES = 48 * MB;
/** What takes more than this is not decoded. */
const MOST_BYTES = 256 * MB;
/** Real JPEGs come in some ten scans; each more goes over the whole picture again for a few bytes. */
const MOST_SCANS = 100;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/** Too many pictures wait already: whoever sends one may try again in a few seconds. */
export class PicturesBusy extends ShopError {
  constructor() {
    super(429, 'Đang có quá nhiều ảnh chờ xử lý. Vui lòng thử lại sau ít giây.', {}, { 'Retry-After': '5' });
  }
}

/**
 * How much memory a picture takes while it is decoded, by its header. Measured as the peak of a process that makes 384 pixels
 * of one of 49 megapixels.
 * @returns bytes
 */
export function decodingBytes({ format, width, height, isProgressive, channels, ...picture }: Metadata): number {
  const samples = channels * (picture.depth === 'ushort' ? 2 : 1);
  const perPixel = () => {
    switch (format) {
      case 'jpeg':
        // What comes in several scans is kept whole, in two bytes for each number; the rest is shrunk as it is read.
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

/** @throws ShopError 413 for a picture that would take too much memory, 415 for a JPEG of too many scans */
export function checkCost(bytes: Buffer, metadata: Metadata): void {
  if (decodingBytes(metadata) > MOST_BYTES) throw tooCostly();
  if (metadata.format !== 'jpeg') return;
  let scans = 0;
  for (let at = bytes.indexOf(START_OF_SCAN); at >= 0; at = bytes.indexOf(START_OF_SCAN, at + 2)) {
    if (++scans > MOST_SCANS)
      throw new ShopError(415, 'Ảnh JPEG này không đọc được. Vui lòng lưu lại rồi thử lần nữa.');
  }
}

const tooCostly = () =>
  new ShopError(413, 'Ảnh này cần quá nhiều bộ nhớ để đọc. Vui lòng chọn ảnh nhỏ hơn hoặc lưu lại dạng JPEG.');

interface Turn {
  lane: Lane;
  isHeavy: boolean;
  start: () => void;
}

/** Says when a picture may be decoded: a few at once in each lane, and of those that take much memory one in all lanes. */
export class DecodeQueue {
  private readonly running = new Map<Lane, number>(LANES.map((lane) => [lane, 0]));
  private isHeavyRunning = false;
  private readonly waiting = new Map<Lane, Turn[]>(LANES.map((lane) => [lane, []]));

  /**
   * Does a task when it is its turn.
   * @param bytes how much memory it takes
   * @param until milliseconds since 1970: so long it waits
   * @throws PicturesBusy when no turn came until then, or too many wait already
   */
  async run<T>(lane: Lane, bytes: number, until: number, task: () => Promise<T>): Promise<T> {
    const isHeavy = bytes > LIGHT_BYTES;
    await this.turn(lane, isHeavy, until);
    try {
      return await task();
    } finally {
      this.running.set(lane, this.count(lane) - 1);
      if (isHeavy) this.isHeavyRunning = false;
      this.startWaiting();
    }
  }

  private turn(lane: Lane, isHeavy: boolean, until: number): Promise<void> {
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
      if (line.length > MOST_WAITING) leave();
      else if (until !== Infinity) timer = setTimeout(leave, Math.max(0, until - Date.now()));
    });
  }

  /** Starts what may: in each lane the longest waiting first, passing over what has to wait for another that takes much. */
  private startWaiting(): void {
    for (const lane of LANES) {
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

  private count(lane: Lane): number {
    return this.running.get(lane) ?? 0;
  }
}
