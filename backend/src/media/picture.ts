import { createHash, randomBytes } from 'node:crypto';
import type { Sharp } from 'sharp';
import { ShopError } from '../platform/errors/shop-error.js';
import { MAX_AVATAR_BYTES, MAX_PICTURE_BYTES } from '../contract/rules.js';
import { DecodeQueue, checkScans, isHeavy, type DecodeLane } from './decoding/decoding.js';
import { MAX_PIXELS, loadSharp, openUpright } from './decoding/sharp.js';
import { shrinkApart } from './decoding/shrink-apart.js';

const FIRST_WIDTH = 320;

const queue = new DecodeQueue();

/** The limits of a kind of picture, and its stored size. */
export interface PictureKind {
  maxBytes: number;
  /** In pixels; a larger picture is scaled down. */
  largestSide: number;
  /** True for a picture of a person: its URL is random, so that a copy of the picture does not reveal where the shop shows it. */
  isPersonal: boolean;
}

/** A picture of the shop. No page shows a larger one; the stored size allows new widths later. */
export const SHOP_PICTURE: PictureKind = { maxBytes: MAX_PICTURE_BYTES, largestSide: 2_560, isPersonal: false };
export const AVATAR: PictureKind = { maxBytes: MAX_AVATAR_BYTES, largestSide: 640, isPersonal: true };

/** A decoded picture as it is stored: upright and without metadata. */
export interface DecodedPicture {
  /** 32 hex digits for its URLs: those of `hashOf`, or random ones. */
  hash: string;
  /** WebP. */
  original: Buffer;
  width: number;
  height: number;
  /** The mean colour, `#rrggbb`. */
  color: string;
  /** A WebP at most 320 px wide, shown until the renditions are made. */
  preview: Buffer;
}

/**
 * Decodes an uploaded picture.
 *
 * @throws ShopError as `decodeSafely` does
 */
export function readPicture(
  bytes: Buffer,
  kind: PictureKind = SHOP_PICTURE,
  wait: DecodeWait = {},
): Promise<DecodedPicture> {
  const { largestSide, isPersonal } = kind;
  const read = async (open: () => Sharp) => {
    const { data: original, info } = await open()
      .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 0 })
      .toBuffer({ resolveWithObject: true });
    const sharp = await loadSharp();
    // From the scaled result, which is small: a large picture is decoded once.
    const preview = await sharp(original)
      .resize({ width: FIRST_WIDTH, withoutEnlargement: true })
      .webp({ effort: 0 })
      .toBuffer();
    const mean = await sharp(preview).flatten({ background: '#fff' }).resize(1, 1).raw().toBuffer();
    const hash = isPersonal ? randomBytes(16).toString('hex') : hashOf(bytes);
    return { hash, original, width: info.width, height: info.height, color: `#${mean.toString('hex', 0, 3)}`, preview };
  };
  return decodeSafely(bytes, kind, read, wait);
}

/** The lane in which a picture waits for decoding, and the deadline in milliseconds since 1970. */
export interface DecodeWait {
  lane?: DecodeLane;
  until?: number;
}

/**
 * Decodes an untrusted picture. Its content determines the format, not a name or a header: JPEG, PNG, WebP, GIF or AVIF, of an
 * animation the first frame. The cost is computed from the picture's header first; an expensive picture is scaled down in a
 * separate process.
 *
 * @param bounds the accepted size, and the needed size
 * @param read receives the opened picture, upright, in full size or with `largestSide` as its longer side
 * @throws ShopError 413 over the maximum bytes or 50 megapixels, or when the machine is short of memory; 415 when it cannot be
 *   decoded as one of these formats; 429 (`PicturesBusy`) when its turn did not come in time
 */
export async function decodeSafely<T>(
  bytes: Buffer,
  { maxBytes, largestSide }: Pick<PictureKind, 'maxBytes' | 'largestSide'>,
  read: (open: () => Sharp) => Promise<T>,
  { lane = 'admin', until = Infinity }: DecodeWait = {},
): Promise<T> {
  checkPicture(bytes, maxBytes);
  const sharp = await loadSharp();
  const asPicture = (error: unknown): never => {
    throw error instanceof ShopError ? error : notAPicture();
  };
  const metadata = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asPicture);
  if (metadata.width * metadata.height > MAX_PIXELS) throw new ShopError(413, 'Ảnh không được vượt quá 50 megapixel');
  checkScans(bytes, metadata);
  const mustShrink = isHeavy(metadata);
  const decode = async () => {
    const picture = mustShrink ? await shrinkApart(bytes, largestSide) : bytes;
    return read(() => openUpright(sharp, picture));
  };
  return queue.run(lane, mustShrink, until, () => decode().catch(asPicture));
}

/**
 * Checks what needs no decoding: the size of a picture and its first bytes.
 *
 * @throws ShopError 413, 415
 */
export function checkPicture(bytes: Buffer, maxBytes: number): void {
  if (bytes.length > maxBytes) throw pictureTooLarge(maxBytes);
  // Only these formats reach the decoders; sharp would open SVG and others too.
  if (!isPicture(bytes)) throw notAPicture();
}

/** Returns the id of a picture: the first 32 hex digits of the SHA-256 of the uploaded file. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/** @param field the form field of the file, which the refusal names */
export function pictureTooLarge(maxBytes: number, field?: string): ShopError {
  const sentence = `Kích thước file không được vượt quá ${Math.floor(maxBytes / 1024 / 1024)}MB`;
  return new ShopError(413, sentence, field === undefined ? {} : { [field]: [sentence] });
}

/** Returns a function that throws a refusal of a picture (413, 415) with the name of its form field, and any other error as it is. */
export const namingField = (field: string) => (error: unknown) => {
  if (!(error instanceof ShopError) || ![413, 415].includes(error.status)) throw error;
  throw new ShopError(error.status, error.message, { [field]: [error.message] });
};

const notAPicture = () => new ShopError(415, 'Vui lòng chọn file hình ảnh JPEG, PNG, WebP, GIF hoặc AVIF');

/** True when the content begins like one of the formats. */
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
