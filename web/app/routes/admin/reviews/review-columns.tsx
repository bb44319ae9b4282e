import { Link } from '@remix-run/react';
import type { AdminReview } from 'contract/catalog/reviews';
import { FIT_NAMES } from 'contract/rules';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '~/components/admin/list/data-table';
import { hrefWith, useListAddress } from '~/components/admin/list/list-url';
import { formatTime } from '~/components/display/date';
import { ProductPicture } from '~/components/display/picture';
import { Stars } from '~/components/display/stars';
import { ModeratedPhotos, type ReviewedPhoto } from './review-photos';
import { shorten } from '~/components/shop/seo';

/** Length of a comment's summary, from the specification. */
export const SHORT_COMMENT = 100;

/** The columns of the list of reviews. @param onRemovePhoto asks whether to remove a photo */
export const reviewColumns = (onRemovePhoto: (photo: ReviewedPhoto) => void): readonly Column<AdminReview>[] => [
  { label: 'Sản phẩm', cell: ({ product }) => <OfProduct product={product} /> },
  {
    label: 'Đánh giá',
    sort: 'rating',
    cell: (review) => (
      <div className="max-w-xl sm:min-w-52">
        <Stars value={review.rating} />
        {review.fit && <span className="ml-3 text-sm text-muted">Mặc {FIT_NAMES[review.fit].toLowerCase()}</span>}
        <Comment text={review.comment} />
        <ModeratedPhotos review={review} onRemove={onRemovePhoto} />
      </div>
    ),
  },
  {
    label: 'Khách',
    cell: ({ name, user_info: { username }, verified_purchase: hasBought }) => (
      <div className="sm:min-w-28">
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
        {name !== username && <span className="block [overflow-wrap:anywhere] text-muted">{username}</span>}
        {hasBought && (
          <span className="mt-1 flex items-center gap-1 text-xs whitespace-nowrap text-accent">
            <BadgeCheck aria-hidden="true" className="size-4" />
            Đã mua hàng
          </span>
        )}
      </div>
    ),
  },
  {
    label: 'Ngày',
    sort: 'date',
    cell: ({ createdAt }) => <span className="text-muted tabular">{formatTime(createdAt)}</span>,
  },
];

function OfProduct({ product: { id, name, image } }: Pick<AdminReview, 'product'>) {
  const address = useListAddress();
  return (
    <span className="flex sm:min-w-36 gap-3">
      <ProductPicture src={image} alt="" sizes="40px" className="w-10 shrink-0 self-start rounded-md" />
      <Link
        to={hrefWith(address, { product: id })}
        title="Chỉ xem đánh giá của sản phẩm này"
        className="font-medium [overflow-wrap:anywhere] hover:underline hover:underline-offset-4"
      >
        {name}
      </Link>
    </span>
  );
}

/** A comment, cut to a summary with a button that shows all of it. */
function Comment({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const short = shorten(text, SHORT_COMMENT);
  // `shorten` joins lines, so compare with the text without line breaks.
  const isCut = short.length < text.replaceAll(/\s+/g, ' ').trim().length;
  return (
    <>
      <p className={`mt-1 break-words ${isWhole ? 'whitespace-pre-line' : ''}`}>{isWhole ? text : short}</p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="min-h-9 text-muted underline underline-offset-4 hover:text-ink"
        >
          {isWhole ? 'Thu gọn' : 'Xem hết'}
        </button>
      )}
    </>
  );
}
