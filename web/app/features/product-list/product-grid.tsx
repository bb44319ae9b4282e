import type { ListProduct } from 'contract/catalog/catalog';
import type { FavoriteProduct } from 'contract/catalog/favorites';
import { memo } from 'react';
import { ProductCard } from './product-card';
import type { BadgeKind } from '~/features/products/product-badges';

export interface ProductGridProps {
  /** A favourite is shown in the colour in which it was added. */
  products: readonly (ListProduct & Partial<Pick<FavoriteProduct, 'favorite_color'>>)[];
  badges?: readonly BadgeKind[];
  /** Number of pictures above the fold. */
  priorityCount?: number;
  /** Classes that set the columns, from phones up. */
  columns?: string;
  sizes?: string;
  /** Whether a colour was searched for: cards show the product in the first such colour. */
  isWanted?: (color: ListProduct['swatches'][number]) => boolean;
}

/** A grid of product cards, two columns on phones. It renders again only for other products: it is the most of its page. */
export const ProductGrid = memo(function ProductGrid({
  products,
  badges,
  priorityCount = 0,
  columns = 'two-columns lg:grid-cols-4',
  sizes,
  isWanted = () => false,
}: ProductGridProps) {
  return (
    <ul className={`grid gap-x-3 gap-y-8 sm:gap-x-6 sm:gap-y-10 ${columns}`}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            badges={badges}
            isPriority={index < priorityCount}
            sizes={sizes}
            color={
              product.favorite_color ?? product.swatches.find((swatch) => swatch.image !== null && isWanted(swatch))?.id
            }
          />
        </li>
      ))}
    </ul>
  );
});
