import type { Product, Review } from 'contract/catalog';
import { formatNumber } from 'contract/rules';
import { BadgeCheck } from 'lucide-react';
import { Stars } from '~/ui/stars';

const DATE = new Intl.DateTimeFormat('vi-VN', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'Asia/Ho_Chi_Minh',
});

/** What people say of a product: the average, how often each number of stars was given, and the newest reviews. */
export function Reviews({
  product,
}: {
  product: Pick<Product, 'rating' | 'numReviews' | 'rating_breakdown' | 'reviews'>;
}) {
  const { rating, numReviews, reviews } = product;
  if (numReviews === 0) return <p className="text-muted">Chưa có đánh giá nào cho sản phẩm này.</p>;
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
        <RatingHistogram breakdown={product.rating_breakdown} />
      </div>
      <ul className="grid content-start gap-6">
        {reviews.map((review) => (
          <OneReview key={review.id} review={review} />
        ))}
        {reviews.length < numReviews && (
          <li className="text-sm text-muted">Đang hiện {reviews.length} đánh giá mới nhất.</li>
        )}
      </ul>
    </div>
  );
}

/** One bar for each number of stars, five first, as a share of all reviews. */
export function RatingHistogram({ breakdown }: { breakdown: Product['rating_breakdown'] }) {
  const total = Object.values(breakdown).reduce((sum, count) => sum + count, 0);
  return (
    <dl className="grid gap-1.5 text-sm">
      {([5, 4, 3, 2, 1] as const).map((stars) => {
        const percent = total === 0 ? 0 : Math.round((breakdown[stars] / total) * 100);
        return (
          <div key={stars} className="tabular grid grid-cols-[3rem_1fr_4.5rem] items-center gap-3">
            <dt>{stars} sao</dt>
            <dd className="contents">
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
                <span className="block h-full rounded-full bg-star" style={{ width: `${percent}%` }} />
              </span>
              <span className="text-right text-muted">
                {percent}% ({formatNumber(breakdown[stars])})
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function OneReview({ review }: { review: Review }) {
  return (
    <li className="grid gap-1.5 border-b border-line pb-6 last:border-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong>{review.name || review.user_info.username}</strong>
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
      </p>
      <p className="whitespace-pre-line">{review.comment}</p>
    </li>
  );
}
