import { Link, useViewTransitionState } from '@remix-run/react';
import type { ListProduct } from 'contract/catalog';
import { BESTSELLER_SOLD, TOP_RATED, formatNumber } from 'contract/rules';
import { Badge } from '~/components/display/badge';
import { ProductPicture, pictureName } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Stars } from '~/components/display/stars';
import { useState } from 'react';
import { FavoriteHeart } from '~/features/favorites/favorite-heart';

/** A badge on a product card. */
export type BadgeKind = 'discount' | 'new' | 'bestseller' | 'top-rated';

/** Two columns, four on wide screens; the gaps and the page's padding are taken off. */
export const CARD_SIZES =
  '(min-width: 1320px) 296px, (min-width: 992px) calc(23.5vw - 18px), (min-width: 576px) calc(47vw - 12px), calc(50vw - 22px)';

const MAX_SWATCHES = 5;

interface ProductCardProps {
  product: ListProduct;
  /** The badges to show when the product earns them. */
  badges?: readonly BadgeKind[];
  /** In the first row of the page: load its picture eagerly. */
  isPriority?: boolean;
  /** On wide screens the picture fills the card's height in the grid, instead of 3:4. */
  isLarge?: boolean;
  /** The `sizes` attribute of the picture. */
  sizes?: string;
}

/** A product in a list. The whole card is a link to the product. */
export function ProductCard({
  product,
  badges = ALL,
  isPriority = false,
  isLarge = false,
  sizes = CARD_SIZES,
}: ProductCardProps) {
  const { id, name, image, hover_image, min_price, oldPrice, total_sold, total_stock } = product;
  const isSoldOut = total_stock === 0;
  const address = `/products/${id}`;
  // Only the chosen card's picture becomes the gallery's: a page may show a product twice, and names must be unique.
  const [isChosen, setChosen] = useState(false);
  const isLeaving = useViewTransitionState(address) && isChosen;
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <article
      className="group relative flex h-full flex-col gap-3"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointedAt(true)}
      onFocus={() => setPointedAt(window.matchMedia('(hover: hover)').matches)}
    >
      <div className={`relative overflow-hidden rounded-md bg-sand ${isLarge ? 'lg:flex-1' : ''}`}>
        <ProductPicture
          src={image}
          alt={name}
          sizes={sizes}
          isPriority={isPriority}
          transitionName={isLeaving ? pictureName(id) : undefined}
          className={`aspect-3/4 w-full ${isLarge ? 'lg:absolute lg:inset-0 lg:aspect-auto lg:size-full' : ''} ${isSoldOut ? 'opacity-60' : ''}`}
        />
        {hover_image && isPointedAt && <HoverPicture src={hover_image} sizes={sizes} />}
        <div className="absolute top-2 left-2 grid gap-1">
          {isSoldOut ? <Badge tone="ink">Hết hàng</Badge> : <Badges product={product} kinds={badges} />}
        </div>
        {/* Above the link that covers the card. */}
        <FavoriteHeart product={product} className="absolute! top-0 right-0 z-20" />
      </div>
      <div className={`flex flex-col gap-1 ${isLarge ? '' : 'flex-1'}`}>
        <Swatches colors={product.colors} />
        <h3 className="line-clamp-2 text-sm font-medium tracking-normal text-wrap">
          <Link
            to={address}
            prefetch="intent"
            viewTransition
            onClick={() => setChosen(true)}
            className="after:absolute after:inset-0 after:z-10"
          >
            {name}
          </Link>
        </h3>
        <Price amount={min_price} before={oldPrice} />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 pt-0.5 text-xs text-muted">
          <Stars value={product.rating} className="text-sm" />
          <span lang="en">{product.numReviews} reviews</span>
          {total_sold > 0 && <span className="tabular">Đã bán {formatNumber(total_sold)}</span>}
        </div>
      </div>
    </article>
  );
}

/** The second picture, loaded and shown while a mouse or the keyboard points at the card. */
function HoverPicture({ src, sizes }: { src: string; sizes: string }) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div
      className={`absolute inset-0 opacity-0 transition-opacity ${isLoaded ? 'group-focus-within:opacity-100 group-hover:opacity-100' : ''}`}
    >
      <ProductPicture src={src} alt="" sizes={sizes} onLoad={() => setLoaded(true)} className="size-full" />
    </div>
  );
}

const ALL: readonly BadgeKind[] = ['discount', 'new', 'bestseller'];

function Badges({ product, kinds }: { product: ListProduct; kinds: readonly BadgeKind[] }) {
  return kinds.map((kind) => {
    switch (kind) {
      case 'discount':
        return product.discount > 0 && <Badge key={kind} tone="signal">{`-${product.discount}%`}</Badge>;
      case 'new':
        return (
          product.is_new && (
            <Badge key={kind} tone="paper">
              Mới
            </Badge>
          )
        );
      case 'bestseller':
        return (
          product.total_sold > BESTSELLER_SOLD && (
            <Badge key={kind} tone="ink">
              Bán chạy
            </Badge>
          )
        );
      case 'top-rated':
        return (
          product.rating >= TOP_RATED && (
            <Badge key={kind} tone="accent">
              Đánh giá cao
            </Badge>
          )
        );
    }
  });
}

function Swatches({ colors }: { colors: readonly string[] }) {
  if (colors.length < 2) return <p className="h-3" />; // keeps the names of a row of cards on one line
  const rest = colors.length - MAX_SWATCHES;
  return (
    <p role="img" className="flex items-center gap-1.5" aria-label={`${colors.length} màu`}>
      {colors.slice(0, MAX_SWATCHES).map((color) => (
        <span key={color} className="size-3 rounded-full border border-ink/20" style={{ backgroundColor: color }} />
      ))}
      {rest > 0 && <span className="text-xs text-muted">+{rest}</span>}
    </p>
  );
}
