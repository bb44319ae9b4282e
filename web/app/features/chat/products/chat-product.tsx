import { Link } from '@remix-run/react';
import { ProductPicture } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Skeleton } from '~/components/feedback/skeleton';
import { useLoad } from '~/lib/use-load';
import { linkedProduct } from './linked-products';
import { addressOfLinked, type LinkedProduct } from './product-link';

/** As high in each state, so that messages do not move under a reader. */
const CARD = 'flex h-24 w-full max-w-72 items-center gap-3 rounded-xl border border-line bg-surface p-2 text-left';

/** The product that a message links to, in the colour of the link. */
export function ChatProduct({ link }: { link: LinkedProduct }) {
  const { data: shown, error, retry } = useLoad(link.id, linkedProduct);
  if (error !== undefined) {
    return (
      <p className={`${CARD} justify-center text-sm text-muted`}>
        Không tải được sản phẩm.
        <button type="button" className="min-h-8 font-medium text-ink underline" onClick={retry}>
          Thử lại
        </button>
      </p>
    );
  }
  if (shown === undefined) return <Skeleton className="h-24 w-full max-w-72 rounded-xl" />;
  if (shown === null) return <p className={`${CARD} justify-center text-sm text-muted`}>Sản phẩm không còn bán.</p>;
  const color = shown.swatches.find((swatch) => swatch.id === link.color);
  return (
    <Link to={addressOfLinked(link)} className={`${CARD} transition-colors hover:border-ink`}>
      <ProductPicture
        src={color?.image ?? shown.image}
        alt=""
        sizes="60px"
        className="h-20 w-15 shrink-0 rounded-md object-cover"
      />
      <span className="grid min-w-0 gap-0.5 text-sm">
        <span className="line-clamp-2 font-medium text-ink">{shown.name}</span>
        {color && <span className="truncate text-muted">{color.name}</span>}
        <Price amount={shown.min_price} before={shown.oldPrice} />
      </span>
    </Link>
  );
}
