import type { Product, Review } from 'contract/catalog/catalog';
import type { OwnReview } from 'contract/catalog/reviews';
import { formatNumber, FIT_NAMES } from 'contract/rules';
import { BadgeCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Skeleton } from '~/components/feedback/skeleton';
import { Stars } from '~/components/display/stars';
import { FitBar } from './fit/fit-bar';
import { ReviewForm } from './review-form';
import { ReviewPhotos } from './photos/review-photos';
import { useOwnReview } from './use-own-review';
import { useReviewList, type ReviewList, type Rating } from './use-review-list';

const DATE = new Intl.DateTimeFormat('vi-VN', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Ho_Chi_Minh',
});

type Reviewed = Pick<
  Product,
  'id' | 'rating' | 'numReviews' | 'rating_breakdown' | 'reviews' | 'fit_votes' | 'available_sizes'
>;

/** A product's reviews: the average, the histogram of stars, the list and the form. */
export function Reviews({ product }: { product: Reviewed }) {
  const [before] = useState(product.numReviews);
  const hasGrown = product.numReviews > before;
  if (product.numReviews === 0) {
    return (
      <div className="grid max-w-3xl gap-6">
        <p className="text-muted">Chưa có đánh giá nào cho sản phẩm này.</p>
        <ReviewForm product={product} hasGrown={false} />
      </div>
    );
  }
  // A new count resets the list: the filtered and loaded reviews may miss the newest.
  return <Written key={product.numReviews} product={product} hasGrown={hasGrown} />;
}

/** @param props.hasGrown whether a review came while the page was open */
function Written({ product, hasGrown }: { product: Reviewed; hasGrown: boolean }) {
  const { rating, numReviews } = product;
  const list = useReviewList(product);
  const own = useOwnReview(product);
  return (
    <div className="grid gap-10 lg:grid-cols-[20rem_1fr]">
      <div className="grid content-start gap-4">
        <p className="flex items-center gap-4">
          <span className="tabular text-4xl font-bold">
            {rating.toLocaleString('vi-VN', { minimumFractionDigits: 1 })}
          </span>
          <span className="grid gap-1">
            <Stars value={rating} className="text-xl" />
            <span lang="en" className="text-sm text-muted">
              {numReviews} reviews
            </span>
          </span>
        </p>
        <RatingHistogram breakdown={product.rating_breakdown} chosen={list.stars} onChoose={list.filter} />
        <FitBar votes={product.fit_votes} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <ReviewForm product={product} own={own} hasGrown={hasGrown} />
        {list.stars !== null && (
          <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {formatNumber(list.total)} đánh giá {list.stars} sao
            <button type="button" onClick={() => list.filter(null)} className="min-h-9 underline underline-offset-4">
              Xem tất cả
            </button>
          </p>
        )}
        <List list={list} own={own} />
      </div>
    </div>
  );
}

interface HistogramProps {
  breakdown: Product['rating_breakdown'];
  chosen: Rating | null;
  /** Called when a row is pressed; null when the chosen row is pressed again. */
  onChoose: (stars: Rating | null) => void;
}

/** A bar for each number of stars, five first: its share of all reviews. Pressing it filters the list. */
export function RatingHistogram({ breakdown, chosen, onChoose }: HistogramProps) {
  const total = Object.values(breakdown).reduce((sum, count) => sum + count, 0);
  return (
    <ul aria-label="Lọc theo số sao" className="grid text-sm">
      {([5, 4, 3, 2, 1] as const).map((stars) => {
        const percent = total === 0 ? 0 : Math.round((breakdown[stars] / total) * 100);
        return (
          <li key={stars}>
            <button
              type="button"
              aria-pressed={stars === chosen}
              disabled={breakdown[stars] === 0}
              onClick={() => onChoose(stars === chosen ? null : stars)}
              className="tabular -mx-2 grid min-h-9 w-[calc(100%+1rem)] grid-cols-[3rem_1fr_5rem] items-center gap-3 rounded-md px-2 text-left transition-colors enabled:hover:bg-sand aria-pressed:bg-sand aria-pressed:font-medium"
            >
              {stars} sao
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
                <span className="block h-full rounded-full bg-star" style={{ width: `${percent}%` }} />
              </span>
              <span className="text-right text-muted">
                {percent}% ({formatNumber(breakdown[stars])})
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function List({ list, own }: { list: ReviewList; own: OwnReview | undefined }) {
  const { reviews, status, hasMore } = list;
  const items = useRef<HTMLUListElement>(null);
  const before = useRef(reviews.length);
  // The button disappears with the last page: focus the first review that it loaded.
  useEffect(() => {
    const first = before.current;
    before.current = reviews.length;
    if (hasMore || reviews.length <= first || document.activeElement !== document.body) return;
    (items.current?.children[first] as HTMLElement | undefined)?.focus();
  }, [hasMore, reviews.length]);
  return (
    <>
      <ul ref={items} aria-label="Đánh giá" aria-busy={status === 'loading'} className="grid gap-6">
        {reviews.map((review) => (
          <OneReview key={review.id} review={review} own={own?.id === review.id ? own : undefined} />
        ))}
        {status === 'loading' && reviews.length === 0 && <Loading />}
      </ul>
      {status === 'failed' ? (
        <Alert
          tone="danger"
          action={
            <Button variant="outline" size="sm" onClick={list.more}>
              Thử lại
            </Button>
          }
        >
          Không thể tải đánh giá.
        </Alert>
      ) : (
        hasMore &&
        reviews.length > 0 && (
          <Button
            variant="outline"
            className="justify-self-start noscript:hidden"
            isBusy={status === 'loading'}
            onClick={list.more}
          >
            Xem thêm đánh giá
          </Button>
        )
      )}
    </>
  );
}

const Loading = () => (
  <li className="grid gap-2">
    <span className="sr-only">Đang tải đánh giá</span>
    <Skeleton className="h-5 w-40" />
    <Skeleton className="h-4 w-28" />
    <Skeleton className="h-4 w-full" />
    <Skeleton className="h-4 w-3/4" />
  </li>
);

function OneReview({ review, own }: { review: Review; own: OwnReview | undefined }) {
  return (
    <li tabIndex={-1} className="grid gap-1.5 border-b border-line pb-6 last:border-0 focus:outline-none">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="min-w-0 [overflow-wrap:anywhere]">{review.name || review.user_info.username}</strong>
        {review.verified_purchase && (
          <span className="inline-flex items-center gap-1 text-xs font-medium text-accent">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Đã mua hàng
          </span>
        )}
      </p>
      <p className="flex items-center gap-3">
        <Stars value={review.rating} />
        <time dateTime={review.createdAt} className="tabular text-sm text-muted">
          {DATE.format(new Date(review.createdAt))}
        </time>
        {review.fit && <span className="text-sm text-muted">Mặc {FIT_NAMES[review.fit].toLowerCase()}</span>}
      </p>
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{review.comment}</p>
      <ReviewPhotos review={review} own={own?.all_photos} />
    </li>
  );
}
