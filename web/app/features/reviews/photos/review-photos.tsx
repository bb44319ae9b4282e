import type { Review } from 'contract/catalog/catalog';
import type { OwnReview } from 'contract/catalog/reviews';
import { useState } from 'react';
import { ProductPicture } from '~/components/display/picture';
import { FailedPart } from '~/components/feedback/failed-part';
import { Modal } from '~/components/overlay/modal';

type Photographed = Pick<Review, 'photos' | 'name' | 'user_info'>;

interface ReviewPhotosProps {
  review: Photographed;
  /** The photos as their author sees them, with those that wait for approval; otherwise the public ones are shown. */
  own?: OwnReview['all_photos'];
}

/** The photos of a review as thumbnails. Pressing one shows it larger. */
export function ReviewPhotos({ review: { photos: approved, name, user_info }, own }: ReviewPhotosProps) {
  const [open, setOpen] = useState<{ index: number; thumbnail: HTMLImageElement | null }>();
  const photos = own ? own.map(({ image }) => image) : approved;
  const isWaiting = (photo: string) =>
    own?.some(({ image, is_approved: isApproved }) => image === photo && !isApproved);
  if (photos.length === 0) return null;
  const altOf = (index: number) => `Ảnh ${index + 1} của ${name || user_info.username}`;
  return (
    <>
      <ul aria-label="Ảnh của người mua" className="mt-1 flex flex-wrap gap-2">
        {photos.map((photo, index) => (
          <li key={photo}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`Phóng to ${altOf(index).toLowerCase()}`}
              onClick={({ currentTarget }) => setOpen({ index, thumbnail: currentTarget.querySelector('img') })}
              className="block overflow-hidden rounded-md border border-line hover:border-ink"
            >
              <ProductPicture src={photo} alt="" sizes="80px" ratio={1} className="size-20 object-cover" />
            </button>
            {isWaiting(photo) && <span className="mt-1 block w-20 text-xs text-muted">Đang chờ duyệt</span>}
          </li>
        ))}
      </ul>
      {open && (
        <Modal title={altOf(open.index)} shape="wide" width="max-w-3xl" onClose={() => setOpen(undefined)}>
          <LargePhoto photo={photos[open.index] ?? ''} alt={altOf(open.index)} thumbnail={open.thumbnail} />
        </Modal>
      )}
    </>
  );
}

interface LargePhotoProps {
  photo: string;
  alt: string;
  /** The pressed thumbnail: the same photo, small and already there. */
  thumbnail: HTMLImageElement | null;
}

const LARGE = 1280;

/** A photo in its largest size; its thumbnail, enlarged in the same place, while it loads. */
function LargePhoto({ photo, alt, thumbnail }: LargePhotoProps) {
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) return <FailedPart onRetry={() => setFailed(false)}>Không tải được ảnh này.</FailedPart>;
  const { currentSrc = '', naturalWidth = 0, naturalHeight = 0 } = thumbnail ?? {};
  return (
    <img
      src={photo.replace(/\d+\.webp$/, `${LARGE}.webp`)}
      alt={alt}
      width={LARGE}
      height={naturalWidth > 0 ? Math.round((LARGE * naturalHeight) / naturalWidth) : LARGE}
      style={currentSrc ? { backgroundImage: `url(${JSON.stringify(currentSrc)})` } : undefined}
      onError={() => setFailed(true)}
      className="mx-auto h-auto max-h-[75dvh] max-w-full bg-contain bg-center bg-no-repeat object-contain"
    />
  );
}
