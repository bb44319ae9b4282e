import { createHash } from 'node:crypto';
import { ShopError } from '../common/shop-error.js';
import { loadSharp } from './sharp.js';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;
/** Nothing larger is ever shown; what is kept may be rendered anew when widths change. */
const LARGEST_SIDE = 2_560;
const FIRST_WIDTH = 320;

/** A picture as it is kept: upright, without metadata, at most 2,560 px on a side. */
export interface Picture {
  /** See `hashOf`. */
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
 * Reads an uploaded picture. Its content decides what it is, not a name or a header: JPEG, PNG, WebP, GIF or AVIF, of an
 * animation the first frame.
 *
 * @throws ShopError 413 over 10 MB or 50 megapixels, 415 when it cannot be decoded as one of these
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  if (bytes.length > MAX_BYTES) throw new ShopError(413, 'Ảnh không được vượt quá 10MB');
  // Only these reach the decoders; sharp would open SVG and others too.
  if (!isPicture(bytes)) throw notAPicture();
  const sharp = await loadSharp();
  try {
    const { width = 0, height = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) throw new ShopError(413, 'Ảnh không được vượt quá 50 megapixel');
    const upright = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient();
    const { data: original, info } = await upright
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, effort: 0 })
      .toBuffer({ resolveWithObject: true });
    const preview = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize({ width: FIRST_WIDTH, withoutEnlargement: true })
      .webp({ effort: 0 })
      .toBuffer();
    const mean = await sharp(preview).flatten({ background: '#fff' }).resize(1, 1).raw().toBuffer();
    const hash = hashOf(bytes);
    return { hash, original, width: info.width, height: info.height, color: `#${mean.toString('hex', 0, 3)}`, preview };
  } catch (error) {
    throw error instanceof ShopError ? error : notAPicture();
  }
}

/** What a picture is known by: 32 hex digits of the SHA-256 of its content as it was uploaded. */
export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

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
