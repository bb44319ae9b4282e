import { MAX_REVIEW_PHOTO_BYTES, MAX_REVIEW_PHOTOS } from 'contract/rules';
import { useEffect, useRef, useState } from 'react';
import { shrinkPicture } from '~/lib/picture';
import { useIsMounted } from '~/lib/use-is-mounted';

/** The chosen photos of a review, and who hears of their changes. */
export interface ReviewPhotoChoice {
  value: readonly File[];
  onChange: (photos: readonly File[]) => void;
  /** Called with true when chosen files begin to be made smaller, and with false afterwards. */
  onPreparing: (isPreparing: boolean) => void;
}

/**
 * Adds photos to a review and removes them. Makes them smaller, and refuses files that the shop would refuse.
 * @returns `refusal`, what to tell the shopper about the files chosen last; null for nothing
 */
export function usePhotoChoice({ value, onChange, onPreparing }: ReviewPhotoChoice) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isMounted = useIsMounted();
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  }, [value]);

  async function add(files: readonly File[]) {
    // Some browsers know no type for HEIC.
    const pictures = files.filter(({ type }) => type === '' || type.startsWith('image/'));
    const notPictures = pictures.length < files.length ? 'Vui lòng chọn file hình ảnh' : null;
    setRefusal(null);
    onPreparing(true);
    const { ready, problem } = await shrinkPhotos(
      pictures,
      () => MAX_REVIEW_PHOTOS - newest.current.length,
      () => isMounted.current,
    );
    if (!isMounted.current) return;
    onPreparing(false);
    setRefusal(notPictures ?? problem);
    if (ready.length > 0) onChange([...newest.current, ...ready]);
  }

  function remove(photo: File) {
    setRefusal(null);
    onChange(value.filter((other) => other !== photo));
  }

  return { add, remove, refusal };
}

/**
 * Makes photos smaller, one after the other: a decoded photo takes much of a phone's memory.
 * @param room how many photos the review still takes @param isWanted false stops
 * @returns those that are ready, and the first problem
 */
async function shrinkPhotos(photos: readonly File[], room: () => number, isWanted: () => boolean) {
  const ready: File[] = [];
  let problem: string | null = null;
  for (const photo of photos) {
    if (ready.length >= room()) {
      problem ??= `Tối đa ${MAX_REVIEW_PHOTOS} ảnh`;
      break;
    }
    try {
      ready.push(await shrinkPicture(photo, MAX_REVIEW_PHOTO_BYTES));
    } catch (error) {
      problem ??= (error as Error).message;
    }
    if (!isWanted()) break;
  }
  return { ready, problem };
}
