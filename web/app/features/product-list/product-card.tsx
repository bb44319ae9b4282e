import { Link, useViewTransitionState } from '@remix-run/react';
import type { ListProduct } from 'contract/catalog/catalog';
import { formatNumber } from 'contract/rules';
import { useState } from 'react';
import { ProductPicture, pictureName } from '~/components/display/picture';
import { Price } from '~/components/display/price';
import { Stars } from '~/components/display/stars';
import { FavoriteHeart } from '~/features/favorites/favorite-heart';
import { QuickViewButton } from '~/features/quick-view/quick-view-button';
import { ProductBadges, type BadgeKind } from '~/features/products/product-badges';
import { Swatches } from '~/features/products/swatches';

/** Two columns, four on wide screens; the gaps and the page's padding are taken off. */
export const CARD_SIZES =
  '(min-width: 1320px) 296px, (min-width: 992px) calc(23.5vw - 18px), (min-width: 576px) calc(47vw - 12px), calc(50vw - 22px)';

interface ProductCardProps {
  product: ListProduct;
  /** The badges that the product may earn, the most important first. */
  badges?: readonly BadgeKind[];
  /** In the first row of the page: load its picture eagerly. */
  isPriority?: boolean;
  /** On wide screens the picture fills the card's height in the grid, instead of 3:4. */
  isLarge?: boolean;
  /** The `sizes` attribute of the picture. */
  sizes?: string;
  /** The id of the colour to show first: one that was searched for. */
  color?: number;
}

/** A product in a list. The whole card is a link to the product in the colour that the card shows. */
export function ProductCard({
  product,
  badges = ALL,
  isPriority = false,
  isLarge = false,
  sizes = CARD_SIZES,
  color,
}: ProductCardProps) {
  const { id, name, min_price, oldPrice, total_stock } = product;
  const { picked, pick, shown, image, over } = useShownColor(product, color);
  const address = `/products/${id}${shown === null ? '' : `?color=${shown}`}`;
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
          className={`aspect-3/4 w-full ${isLarge ? 'lg:absolute lg:inset-0 lg:aspect-auto lg:size-full' : ''} ${total_stock === 0 ? 'opacity-60' : ''}`}
        />
        {over && over !== image && (picked !== null || isPointedAt) && (
          <OverPicture key={over} src={over} sizes={sizes} isKept={picked !== null} />
        )}
        {/* Above the link that covers the card. */}
        <FavoriteHeart product={product} color={shown} className="absolute! top-0 right-0 z-20" />
      </div>
      <div className={`flex flex-col gap-1 ${isLarge ? '' : 'flex-1'}`}>
        <div className="flex items-center justify-between">
          <Swatches product={product} shown={shown} onShow={pick} />
          <QuickViewButton product={product} color={shown} />
        </div>
        <h3 className={`line-clamp-2 text-sm font-medium tracking-normal text-wrap ${isLarge ? '' : 'min-h-[2lh]'}`}>
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
        <Facts product={product} badges={badges} />
      </div>
    </article>
  );
}

const ALL: readonly BadgeKind[] = ['discount', 'new', 'bestseller'];

/** The colour that a card shows, and its pictures. */
function useShownColor({ image, hover_image, swatches }: ListProduct, color: number | undefined) {
  const [picked, pick] = useState<number | null>(null);
  const shown = picked ?? color ?? null;
  const imageOf = (wanted: number | null | undefined) => swatches.find(({ id }) => id === wanted)?.image;
  return {
    picked,
    pick,
    shown,
    image: imageOf(color) ?? image,
    /** Loaded when somebody points at it: the picture of the picked colour, else the second one. */
    over: shown === null ? hover_image : imageOf(picked),
  };
}

/** Badges, reviews and sales. */
function Facts({ product, badges }: { product: ListProduct; badges: readonly BadgeKind[] }) {
  const { numReviews, rating, total_sold } = product;
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 pt-0.5 text-xs text-muted">
      <ProductBadges product={product} kinds={badges} />
      {numReviews > 0 && <Stars value={rating} className="text-sm" />}
      <span lang="en">{numReviews} reviews</span>
      {total_sold > 0 && <span className="tabular">Đã bán {formatNumber(total_sold)}</span>}
    </div>
  );
}

/** A picture over the card's own: while a mouse or the keyboard points at the card, or until another one is picked (`isKept`). */
function OverPicture({ src, sizes, isKept }: { src: string; sizes: string; isKept: boolean }) {
  const [isLoaded, setLoaded] = useState(false);
  const shown = isKept ? 'opacity-100' : 'group-focus-within:opacity-100 group-hover:opacity-100';
  return (
    <div className={`absolute inset-0 opacity-0 transition-opacity ${isLoaded ? shown : ''}`}>
      <ProductPicture src={src} alt="" sizes={sizes} onLoad={() => setLoaded(true)} className="size-full" />
    </div>
  );
}
