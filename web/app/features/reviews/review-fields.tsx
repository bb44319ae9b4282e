import { useFetcher } from '@remix-run/react';
import { MAX_REVIEW_COMMENT, formatNumber, FITS } from 'contract/rules';
import { useState, type ReactNode } from 'react';
import { FitChoice } from './fit/fit-choice';
import { keepPhotos, usePhotos } from './photos/photo-drafts';
import { PhotoPicker } from './photos/photo-picker';
import { keepReviewDraft, useReviewDraft } from './review-drafts';
import { Alert } from '~/components/feedback/alert';
import { ProgressBar } from '~/components/feedback/progress-bar';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { TextArea } from '~/components/form/field';
import { StarChoice } from '~/components/form/star-choice';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { uploadProgress } from './photos/upload-progress';
import { sendReview, type ReviewAnswer } from './send-review';

/** Sends the review that these fields hold: the action of their page. */
export const sendForm = (product: number, form: FormData) =>
  sendReview(product, {
    rating: Number(textOf(form, 'rating')),
    comment: textOf(form, 'comment'),
    fit: FITS.find((fit) => fit === textOf(form, 'fit')) ?? null,
  });

interface ReviewFieldsProps {
  /** The id of the product. */
  product: number;
  /** The id of the author, whose draft is shown. */
  user: number;
  /** Whether it comes in sizes, so that it fits or not. */
  hasSizes: boolean;
  /** What replaces the fields of a sent review. */
  thanks: ReactNode;
}

/** The fields of a review. Loads its own chunk: import it on demand. */
export function ReviewFields({ product, user, hasSizes, thanks }: ReviewFieldsProps) {
  const fetcher = useFetcher<ReviewAnswer>();
  const draft = useReviewDraft(product, user);
  const photos = usePhotos(product, user);
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  const form = useFirstError(answer);
  const isFirstPress = useFirstPress(fetcher);
  const sent = uploadProgress.use();
  const [isPreparing, setPreparing] = useState(false);
  if (answer?.isSent) return thanks;
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      onSubmit={isFirstPress}
      className="grid gap-4 rounded-lg bg-sand p-4 sm:p-5"
    >
      <h2 className="text-lg">Viết đánh giá</h2>
      <StarChoice
        label="Số sao"
        name="rating"
        value={draft.rating}
        onChange={(rating) => keepReviewDraft({ ...draft, rating })}
        error={answer?.fields.rating}
      />
      {hasSizes && (
        <FitChoice
          value={draft.fit}
          onChange={(fit) => keepReviewDraft({ ...draft, fit })}
          error={answer?.fields.fit}
        />
      )}
      <TextArea
        label="Nhận xét"
        name="comment"
        rows={4}
        required
        maxLength={MAX_REVIEW_COMMENT}
        placeholder="Chất vải, đường may, cỡ mặc có vừa không…"
        hint={`${formatNumber(draft.comment.length)}/${formatNumber(MAX_REVIEW_COMMENT)}`}
        value={draft.comment}
        onChange={(event) => keepReviewDraft({ ...draft, comment: event.target.value })}
        error={answer?.fields.comment}
      />
      <PhotoPicker
        value={photos}
        onChange={(chosen) => keepPhotos(product, user, chosen)}
        isPreparing={isPreparing}
        onPreparing={setPreparing}
        error={answer?.fields.photos}
      />
      {sent !== null && <ProgressBar label="Đang tải ảnh lên" value={sent} />}
      {answer?.error && <Alert tone="danger">{answer.error}</Alert>}
      <Button type="submit" className="justify-self-start" isBusy={isPreparing || fetcher.state !== 'idle'}>
        Gửi đánh giá
      </Button>
    </fetcher.Form>
  );
}
