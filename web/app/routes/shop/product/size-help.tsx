import type { Product } from 'contract/catalog/catalog';
import { fitSummary } from '~/features/reviews/fit/fit-votes';
import { SizeGuideButton } from '~/features/size-guide/size-guide-button';

/** A product as its page has it. */
export type ShownProduct = Omit<Product, 'description'>;

/** Below the sizes: the size guide, and how the garment fits others. */
export function SizeHelp({
  product,
  ...chosen
}: {
  product: ShownProduct;
  color: number | null;
  onChoose: (size: number) => void;
}) {
  const fit = fitSummary(product.fit_votes);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 text-sm">
      <SizeGuideButton product={product} {...chosen} />
      {fit && <span className="text-muted">{fit}</span>}
    </p>
  );
}
