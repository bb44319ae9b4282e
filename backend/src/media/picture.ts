import { createHash, randomBytes } from 'node:crypto';
import type { Sharp } from 'sharp';
import { ShopError } from '../common/shop-error.js';
import { MAX_AVATAR_BYTES, MAX_PICTURE_BYTES } from '../contract/rules.js';
import { loadSharp } from './sharp.js';

const MAX_PIXELS = 50_000_000;
const FIRST_WIDTH = 320;
/** A picture that is being decoded may take 200 MB. */
const MOST_AT_ONCE = 2;

/** What a picture may be, and how much of it is kept. */
export interface PictureKind {
  maxBytes: number;
  /** In pixels: a larger one is scaled down. */
  largestSide: number;
  /** Whether it is a person's: then its name is drawn by lot, so that who has the picture cannot find where it is shown. */
  isPersonal: boolean;
}

/** A picture of the shop. Nothing larger is ever shown; what is kept may be rendered anew when widths change. */
export const SHOP_PICTURE: PictureKind = { maxBytes: MAX_PICTURE_BYTES, largestSide: 2_560, isPersonal: false };
export const AVATAR: PictureKind = { maxBytes: MAX_AVATAR_BYTES, largestSide: 640, isPersonal: true };

/** A picture as it is kept: upright and without metadata. */
export interface Picture {
  /** 32 hex digits that its addresses are made of: those of `hashOf`, or random ones. */
  hash: string;
  /** WebP. */
  original: Buffer;
  width: number;
  height: number;
  /** The mean colour, `#rrggbb`. */
  color: string;
  /** A WebP at most 320 px wide, to be shown until the others are made. */
  preview: Buffer;
}

/**
 * Reads an uploaded picture.
 *
 * @throws ShopError as `decodeSafely` does
 */
export function readPicture(bytes: Buffer, kind: PictureKind = SHOP_PICTURE): Promise<Picture> {
  const { largestSide, isPersonal } = kind;
  return decodeSafely(bytes, kind.maxBytes, async (open) => {
    const { data: original, info } = await open()
      .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 0 })
      .toBuffer({ resolveWithObject: true });
    const preview = await open()
      .resize({ width: FIRST_WIDTH, withoutEnlargement: true })
      .webp({ effort: 0 })
      .toBuffer();
    const sharp = await loadSharp();
    const mean = await sharp(preview).flatten({ background: '#fff' }).resize(1, 1).raw().toBuffer();
    const hash = isPersonal ? randomBytes(16).toString('hex') : hashOf(bytes);
    return { hash, original, width: info.width, height: info.height, color: `#${mean.toString('hex', 0, 3)}`, preview };
  });
}

/**
 * Decodes a picture from outside, of which nothing is trusted. Its content decides what it is, not a name or a header:
 * JPEG, PNG, WebP, GIF or AVIF, of an animation the first frame. Two are decoded at a time.
 *
 * @param read takes what opens the picture, upright
 * @param until milliseconds since 1970: so long it waits for its turn
 * @throws ShopError 413 over the bytes or 50 megapixels, 415 when it cannot be decoded as one of these; another error when
 *   no turn came in time
 */
export async function decodeSafely<T>(
  bytes: Buffer,
  maxBytes: number,
  read: (open: () => Sharp) => Promise<T>,
  until = Infinity,
): Promise<T> {
  checkPicture(bytes, maxBytes);
  return inTurn(until, async () => {
    const sharp = await loadSharp();
    try {
      const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width * height > MAX_PIXELS) throw new ShopError(413, 'Ảnh không được vượt quá 50 megapixel');
      return await read(() => sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient());
    } catch (error) {
      throw error instanceof ShopError ? error : notAPicture();
    }
  });
}

/**
 * Looks at what needs no decoding: how large a picture is, and how it begins.
 *
 * @throws ShopError 413, 415
 */
export function checkPicture(bytes: Buffer, maxBytes: number): void {
  if (bytes.length > maxBytes) throw pictureTooLarge(maxBytes);
  // Only these reach the decoders; sharp would open SVG and others too.
  if (!isPicture(bytes)) throw notAPicture();
}

/** What a picture of the shop is known by: 32 hex digits of the SHA-256 of its content as it was uploaded. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

export const pictureTooLarge = (maxBytes: number) =>
  new ShopError(413, `Kích thước file không được vượt quá ${Math.floor(maxBytes / 1024 / 1024)}MB`);

const notAPicture = () => new ShopError(415, 'Vui lòng chọn file hình ảnh JPEG, PNG, WebP, GIF hoặc AVIF');

/** Whether content begins as one of the formats does. */
function isPicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 32);
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^GIF8[79]a/.test(start) ||
    /^RIFF[^]{4}WEBP/.test(start) ||
    /^[^]{4}ftyp[^]*avi[fs]/.test(start)
  );
}

let decoding = 0;
const waiting: (() => void)[] = [];

/** Does a task when fewer than `MOST_AT_ONCE` others are under way. @throws when they are until then */
async function inTurn<T>(until: number, task: () => Promise<T>): Promise<T> {
  if (decoding < MOST_AT_ONCE) decoding += 1;
  // Whoever ends hands its place on.
  else await turn(until);
  try {
    return await task();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else decoding -= 1;
  }
}

function turn(until: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const take = () => {
      clearTimeout(timer);
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(new Error('Too many pictures are being decoded'));
    };
    waiting.push(take);
    if (until !== Infinity) timer = setTimeout(leave, until - Date.now());
  });
}
