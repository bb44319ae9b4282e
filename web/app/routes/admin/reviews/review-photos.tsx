import type { AdminReview, ReviewPhoto } from 'contract/catalog/reviews';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { PostButton } from '~/components/admin/post-button';
import { ProductPicture } from '~/components/display/picture';
import { Button } from '~/components/form/button';

/** A photo of a review. */
export interface ReviewedPhoto {
  /** Names it for administrators. */
  name: string;
  /** Names it for the page's action. */
  fields: { product: number; id: number; photo: number };
}

interface ModeratedPhotosProps {
  review: Pick<AdminReview, 'id' | 'product' | 'user_info' | 'all_photos'>;
  onRemove: (photo: ReviewedPhoto) => void;
}

/** The photos of a review: each opens in a tab of its own, waiting ones can be approved, all can be removed. */
export function ModeratedPhotos({ review, onRemove }: ModeratedPhotosProps) {
  if (review.all_photos.length === 0) return null;
  return (
    <ul aria-label="Ảnh của đánh giá" className="mt-2 flex flex-wrap gap-3">
      {review.all_photos.map((photo, index) => (
        <OnePhoto
          key={photo.id}
          photo={photo}
          name={`ảnh ${index + 1} của ${review.user_info.username}`}
          fields={{ product: review.product.id, id: review.id, photo: photo.id }}
          onRemove={onRemove}
        />
      ))}
    </ul>
  );
}

interface OnePhotoProps extends ReviewedPhoto, Pick<ModeratedPhotosProps, 'onRemove'> {
  photo: ReviewPhoto;
}

function OnePhoto({ photo, name, fields, onRemove }: OnePhotoProps) {
  return (
    <li className="grid content-start justify-items-start gap-1">
      <a
        href={photo.image.replace(/\d+\.webp$/, '1280.webp')}
        target="_blank"
        rel="noreferrer"
        aria-label={`Mở ${name}`}
      >
        <ProductPicture src={photo.image} alt="" sizes="96px" ratio={1} className="size-24 rounded-md object-cover" />
      </a>
      <span className="text-xs text-muted">{photo.is_approved ? 'Đã duyệt' : 'Đang chờ duyệt'}</span>
      {!photo.is_approved && (
        <PostButton fields={{ intent: 'approve-photo', ...fields }} label={`Duyệt ${name}`}>
          Duyệt
        </PostButton>
      )}
      <Button variant="quiet" size="sm" aria-label={`Xóa ${name}`} onClick={() => onRemove({ name, fields })}>
        Xóa ảnh
      </Button>
    </li>
  );
}

/** Confirms that a photo is removed. */
export function RemovePhotoDialog({ photo, onClose }: { photo: ReviewedPhoto; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Xóa ${photo.name}?`}
      confirm="Xóa hẳn"
      isDanger
      fields={{ intent: 'remove-photo', ...photo.fields }}
      onClose={onClose}
    >
      <p>Xóa rồi không lấy lại được. Đánh giá vẫn còn.</p>
    </ConfirmDialog>
  );
}
