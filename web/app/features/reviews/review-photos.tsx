import type { Review } from 'contract/catalog/catalog';
import type { OwnReview } from 'contract/catalog/reviews';
import { useState } from 'react';
import { ProductPicture } from '~/components/display/picture';
import { Modal } from '~/components/overlay/modal';

type Photographed = Pick<Review, 'photos' | 'name' | 'user_info'>;

interface ReviewPhotosProps {
  review: Photographed;
  /** The photos as their author sees them, with those that wait for approval; otherwise the public ones are shown. */
  own?: OwnReview['all_photos'];
}

/** The photos of a review as thumbnails. Pressing one shows it larger. */
export function ReviewPhotos({ review: { photos: approved, name, user_info }, own }: ReviewPhotosProps) {
  const [open, setOpen] = useState<number | null>(null);
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
              onClick={() => setOpen(index)}
              className="block overflow-hidden rounded-md border border-line hover:border-ink"
            >
              <ProductPicture src={photo} alt="" sizes="80px" ratio={1} className="size-20 object-cover" />
            </button>
            {isWaiting(photo) && <span className="mt-1 block w-20 text-xs text-muted">Đang chờ duyệt</span>}
          </li>
        ))}
      </ul>
      {open !== null && (
        <Modal title={altOf(open)} shape="wide" width="max-w-3xl" onClose={() => setOpen(null)}>
          <img
            src={(photos[open] ?? '').replace(/\d+\.webp$/, '1280.webp')}
            alt={altOf(open)}
            className="mx-auto max-h-[75dvh] max-w-full object-contain"
          />
        </Modal>
      )}
    </>
  );
}
