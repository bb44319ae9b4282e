import { Link } from '@remix-run/react';
import { formatNumber } from 'contract/rules';
import { Stars } from '~/components/display/stars';
import type { Choice } from '~/features/buying/variant-choice';
import { FavoriteHeart } from '~/features/favorites/favorite-heart';
import { ShareButton } from '~/features/share/share-button';
import type { ShownProduct } from './size-help';

interface ProductHeadingProps {
  product: ShownProduct;
  choice: Choice;
  brandName: string | undefined;
  /** Called when the rating is pressed. */
  onShowReviews: () => void;
}

/** The brand of a product, its name, how it is rated and sold, and the buttons that keep and share it. */
export function ProductHeading({ product, choice, brandName, onShowReviews }: ProductHeadingProps) {
  return (
    <div className="grid gap-2">
      {brandName && (
        <Link
          to={`/search?brand=${product.brand}`}
          className="w-fit text-sm font-medium tracking-wide text-muted underline-offset-4 hover:underline"
        >
          {brandName}
        </Link>
      )}
      <div className="flex items-start justify-between gap-2">
        <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere] lg:text-3xl">{product.name}</h1>
        <FavoriteHeart product={product} color={choice.color} className="-mt-1 -mr-2" />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <a
          href="#reviews"
          onClick={(event) => {
            event.preventDefault();
            onShowReviews();
          }}
          className="inline-flex items-center gap-2 underline-offset-4 hover:underline"
        >
          {product.numReviews > 0 && <Stars value={product.rating} />}
          <span lang="en">{product.numReviews} reviews</span>
        </a>
        {product.total_sold > 0 && <span className="tabular">Đã bán {formatNumber(product.total_sold)}</span>}
        <ShareButton product={product} choice={choice} />
      </p>
    </div>
  );
}
