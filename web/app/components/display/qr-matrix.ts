import type * as Encoder from 'uqr';
import { loadChunk } from '~/lib/chunk';

/** Light modules around it, so that a camera finds its edge (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The side of a module in a picture that is saved. A bank's app reads it from the photos, which may be shrunk. */
const MODULE_PX = 16;

/** @returns the rows of a text's QR code with its edge; a dark module is true */
export const qrMatrix = ({ encode }: typeof Encoder, text: string): boolean[][] =>
  encode(text, { border: QUIET_ZONE }).data;

/**
 * Draws a text's QR code.
 * @returns a PNG
 * @throws Error when the encoder cannot be loaded or the browser cannot draw
 */
export async function qrPicture(text: string, name: string): Promise<File> {
  const rows = qrMatrix(await loadChunk(() => import('uqr')), text);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = rows.length * MODULE_PX;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No picture');
  return new File([blob], name, { type: 'image/png' });
}
