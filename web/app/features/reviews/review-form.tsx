import { Link, useFetcher, useLocation } from '@remix-run/react';
import type { Product } from 'contract/catalog';
import { MAX_REVIEW_COMMENT, TEXTS, formatNumber } from 'contract/rules';
import { loginPath } from '~/routing/local-path';
import { keepReviewDraft, useHasReviewDraft, useReviewDraft } from './review-drafts';
import { useUser, type UserInfo } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { TextArea } from '~/components/form/field';
import { StarChoice } from '~/components/form/star-choice';
import { useFirstError } from '~/components/form/use-first-error';
import type { ReviewAnswer } from './send-review';

type Reviewed = Pick<Product, 'id' | 'reviews'>;

/** The form for a review. It asks a guest to sign in, and tells a shopper who has already reviewed the product. */
export function ReviewForm({ product }: { product: Reviewed }) {
  const user = useUser();
  if (user === null) return <SignInFirst product={product.id} />;
  if (product.reviews.some(({ user_info }) => user_info.username === user.username)) return <Thanks />;
  return <Form key={user.id} product={product.id} user={user} />;
}

const Thanks = () => <Alert tone="info">{TEXTS.alreadyReviewed}</Alert>;

function SignInFirst({ product }: { product: number }) {
  const { pathname } = useLocation();
  const hasDraft = useHasReviewDraft(product);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-sand p-4 sm:p-5">
      <p className="max-w-prose">
        Vui lòng đăng nhập để viết đánh giá.
        {hasDraft && ' Nội dung viết dở vẫn được giữ trên thiết bị này.'}
      </p>
      <Link to={loginPath(`${pathname}#reviews`)} className={buttonStyle({ variant: 'outline' })}>
        Đăng nhập
      </Link>
    </div>
  );
}

function Form({ product, user }: { product: number; user: UserInfo }) {
  const fetcher = useFetcher<ReviewAnswer>();
  const draft = useReviewDraft(product, user.id);
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined;
  const form = useFirstError(answer);
  if (answer?.isSent) return <Thanks />;
  return (
    <fetcher.Form ref={form} method="post" noValidate className="grid gap-4 rounded-lg bg-sand p-4 sm:p-5">
      <h3 className="text-lg">Viết đánh giá</h3>
      <StarChoice
        label="Số sao"
        name="rating"
        value={draft.rating}
        onChange={(rating) => keepReviewDraft({ ...draft, rating })}
        error={answer?.fields.rating}
      />
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
      {answer?.error && <Alert tone="danger">{answer.error}</Alert>}
      <Button type="submit" className="justify-self-start" isBusy={fetcher.state !== 'idle'}>
        Gửi đánh giá
      </Button>
    </fetcher.Form>
  );
}
