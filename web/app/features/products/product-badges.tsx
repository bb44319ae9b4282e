import type { ListProduct } from 'contract/catalog/catalog';
import { BESTSELLER_SOLD, TOP_RATED } from 'contract/rules';
import type { ComponentProps } from 'react';
import { Badge } from '~/components/display/badge';

/** A badge that a product can earn. */
export type BadgeKind = 'discount' | 'new' | 'bestseller' | 'top-rated';

type Tone = ComponentProps<typeof Badge>['tone'];

const BADGES: Record<BadgeKind, { tone: Tone; earned: (product: ListProduct) => string | false }> = {
  discount: { tone: 'danger', earned: ({ discount }) => discount > 0 && `-${discount}%` },
  new: { tone: 'sand', earned: ({ is_new }) => is_new && 'Mới' },
  bestseller: { tone: 'sand', earned: ({ total_sold }) => total_sold > BESTSELLER_SOLD && 'Bán chạy' },
  'top-rated': { tone: 'success', earned: ({ rating }) => rating >= TOP_RATED && 'Đánh giá cao' },
};

/** The badges of a card: that it is sold out, else those of `kinds` that the product earns, in their order. */
export function ProductBadges({ product, kinds }: { product: ListProduct; kinds: readonly BadgeKind[] }) {
  if (product.total_stock === 0) return <Badge tone="ink">Hết hàng</Badge>;
  return kinds.map((kind) => {
    const { tone, earned } = BADGES[kind];
    const text = earned(product);
    return (
      text && (
        <Badge key={kind} tone={tone}>
          {text}
        </Badge>
      )
    );
  });
}
