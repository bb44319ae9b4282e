import type { AdminReview } from 'contract/catalog/reviews';
import { MAX_REVIEW_COMMENT } from 'contract/rules';
import { useState } from 'react';
import { FormPanel } from '~/components/admin/form-panel';
import { formatTime } from '~/components/display/date';
import { TextArea } from '~/components/form/field';
import { StarChoice } from '~/components/form/star-choice';

/** The form that edits a review's stars and comment. */
export function EditReviewForm({ review, onClose }: { review: AdminReview; onClose: () => void }) {
  const [rating, setRating] = useState(review.rating);
  return (
    <FormPanel title="Sửa đánh giá" of={review} intent="change" onClose={onClose}>
      {({ errors, field }) => (
        <>
          <input type="hidden" name="product" value={review.product.id} />
          <p className="text-sm text-muted">
            {review.user_info.username} viết về {review.product.name}, {formatTime(review.createdAt)}.
          </p>
          <StarChoice label="Số sao" name="rating" value={rating} onChange={setRating} error={errors.rating} />
          <TextArea label="Nhận xét" {...field('comment')} rows={8} required maxLength={MAX_REVIEW_COMMENT} />
        </>
      )}
    </FormPanel>
  );
}
