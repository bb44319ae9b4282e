/** Longest side in pixels of what is sent. The shop keeps no finer detail, and a smaller file saves a phone's data. */
const MAX_SIDE = 1_600;
const QUALITY = 0.85;

/** Types that the server reads. Any other that the browser can draw is converted to JPEG. */
const SENT_AS_IT_IS = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);

/** A picture that the browser cannot read; its message is for the shopper. */
export class UnreadablePicture extends Error {
  constructor() {
    super('Trình duyệt không đọc được hình ảnh này (ảnh HEIC chẳng hạn). Vui lòng chọn ảnh JPEG, PNG hoặc WebP.');
  }
}

/**
 * Prepares a picture for upload: at most `maxBytes`, no side longer than MAX_SIDE, upright.
 * @returns the file itself if it already fits, else a JPEG
 * @throws UnreadablePicture when the browser cannot read it
 */
export async function shrinkPicture(file: File, maxBytes: number): Promise<File> {
  const { source, width, height } = await decodePicture(file);
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  if (scale === 1 && file.size <= maxBytes && SENT_AS_IT_IS.has(file.type)) return file;
  const [drawnWidth, drawnHeight] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return drawPicture(file, source, { width: drawnWidth, height: drawnHeight, maxBytes }, (pen) =>
    pen.drawImage(source, 0, 0, drawnWidth, drawnHeight),
  );
}

interface Decoded {
  source: ImageBitmap | HTMLImageElement;
  width: number;
  height: number;
}

/**
 * Decodes a picture and rotates it by its EXIF orientation, which both ways respect.
 * @throws UnreadablePicture when the browser cannot read it
 */
export async function decodePicture(file: File): Promise<Decoded> {
  try {
    const source = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source, width: source.width, height: source.height };
  } catch {
    // Older browsers lack the option, and some decode an SVG only in an element.
    return decodeElement(file);
  }
}

async function decodeElement(file: File): Promise<Decoded> {
  const source = new Image();
  const address = URL.createObjectURL(file);
  source.src = address;
  try {
    await source.decode();
  } catch {
    throw new UnreadablePicture();
  } finally {
    URL.revokeObjectURL(address);
  }
  const { naturalWidth: width, naturalHeight: height } = source;
  if (width === 0 || height === 0) throw new UnreadablePicture();
  return { source, width, height };
}

/**
 * Draws on a canvas of this size, and closes the source.
 * @returns it as a JPEG with the name of `file`
 * @throws UnreadablePicture when it cannot be drawn, or has more than `maxBytes`
 */
export async function drawPicture(
  file: File,
  source: Decoded['source'],
  { width, height, maxBytes }: { width: number; height: number; maxBytes: number },
  paint: (pen: CanvasRenderingContext2D) => void,
): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new UnreadablePicture();
  // JPEG has no transparency: transparent pixels would turn black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = 'high';
  paint(pen);
  if ('close' in source) source.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob || blob.size > maxBytes) throw new UnreadablePicture();
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: blob.type });
}
