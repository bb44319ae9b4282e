import { Link } from '@remix-run/react';
import type { FoundProduct } from 'contract/search/ai-search';
import { formatNumber } from 'contract/rules';
import type { MouseEvent } from 'react';
import { Badge } from '~/components/display/badge';
import { ProductPicture } from '~/components/display/picture';
import { Stars } from '~/components/display/stars';
import { bandOf } from '~/features/ai-search/query/ai-search-similarity';

const SIZES = '(min-width: 992px) 230px, (min-width: 576px) 33vw, 50vw';

/** A found product with its similarity and the reasons. @param onOpen called when it opens in this window */
export function AiSearchCard({ product, onOpen }: { product: FoundProduct; onOpen: () => void }) {
  const { id, name, image, matched_image, min_price, oldPrice, rating, numReviews, total_stock, reasons } = product;
  const shown = product.swatches.find((swatch) => swatch.image !== null && swatch.image === matched_image);
  return (
    <article className="group relative flex h-full flex-col gap-1.5">
      <div className="relative mb-1 overflow-hidden rounded-md bg-sand">
        <ProductPicture
          src={matched_image ?? image}
          alt={name}
          sizes={SIZES}
          className="aspect-3/4 w-full transition-transform duration-500 group-hover:scale-[1.03]"
        />
      </div>
      <h4 className="line-clamp-2 text-sm font-medium">
        <Link
          to={`/products/${id}${shown ? `?color=${shown.id}` : ''}`}
          state={matched_image && { picture: matched_image }}
          prefetch="intent"
          onClick={(event) => {
            if (opensHere(event)) onOpen();
          }}
          className="after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
      </h4>
      <p className="tabular flex flex-wrap items-baseline gap-x-2">
        <span className={`font-bold ${isReduced(product) ? 'text-signal' : ''}`}>{formatNumber(min_price)}đ</span>
        {isReduced(product) && (
          <s className="text-sm text-muted">
            <span className="sr-only">Giá cũ </span>
            {formatNumber(oldPrice ?? 0)}đ
          </s>
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        {total_stock === 0 && <Badge tone="ink">Hết hàng</Badge>}
        {numReviews > 0 && (
          <>
            <Stars value={rating} className="text-sm" />
            <span className="tabular">
              {rating.toLocaleString('vi-VN')} ({formatNumber(numReviews)} đánh giá)
            </span>
          </>
        )}
      </p>
      <Similarity percent={product.compatibility_percent} />
      {reasons?.length > 0 && <p className="text-xs text-muted first-letter:uppercase">{reasons.join(' · ')}</p>}
    </article>
  );
}

const isReduced = ({ oldPrice, min_price }: FoundProduct) => oldPrice !== null && oldPrice > min_price;

/** Whether a click opens the product in this window. With a modifier key it opens elsewhere, and the search stays. */
const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

function Similarity({ percent }: { percent: number }) {
  const { word, bar, text } = bandOf(percent);
  return (
    <div className="grid gap-1 pt-1">
      <p className={`flex flex-wrap justify-between gap-x-2 text-xs font-medium ${text}`}>
        <span className="tabular">{percent}%</span>
        <span>{word}</span>
      </p>
      <div
        role="progressbar"
        aria-label="Độ phù hợp"
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${word}`}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div className={`h-full rounded-full ${bar}`} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
