import { MAX_SEARCH_PICTURE_BYTES } from 'contract/rules';
import { decodePicture, drawPicture, shrinkPicture } from '~/lib/picture';
import { cropPixels, type CropBox } from '~/features/ai-search/picture/crop/crop-box';

/** Prepares a picture for the search, see `shrinkPicture`. @throws UnreadablePicture when the browser cannot read it */
export const preparePicture = (file: File): Promise<File> => shrinkPicture(file, MAX_SEARCH_PICTURE_BYTES);

/**
 * Cuts a prepared picture.
 * @returns what is in the box, as a JPEG
 * @throws UnreadablePicture when the browser cannot read it
 */
export async function cropPicture(file: File, box: CropBox): Promise<File> {
  const { source, width, height } = await decodePicture(file);
  const part = cropPixels(box, width, height);
  return drawPicture(file, source, { ...part, maxBytes: MAX_SEARCH_PICTURE_BYTES }, (pen) =>
    pen.drawImage(source, part.x, part.y, part.width, part.height, 0, 0, part.width, part.height),
  );
}
