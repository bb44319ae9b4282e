import type { ReactNode } from 'react';
import { ProductPicture } from '~/components/display/picture';
import type { PinnableProduct } from './pins-draft';

/** A product in a list of the panel, with its buttons. */
export function PinnableRow({
  product,
  place,
  children,
}: {
  product: PinnableProduct;
  place?: number;
  children?: ReactNode;
}) {
  const { name, image, is_archived: isArchived } = product;
  return (
    <li className="flex items-center gap-3 py-1.5 text-sm">
      {place !== undefined && <span className="w-5 shrink-0 text-right text-muted tabular">{place}</span>}
      <span className="w-9 shrink-0 overflow-hidden rounded-sm">
        <ProductPicture src={image} alt="" sizes="36px" className="aspect-3/4 w-full" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2">{name}</span>
        {isArchived && <span className="text-signal">Đã lưu trữ, không hiện ra</span>}
      </span>
      {children && <span className="flex shrink-0">{children}</span>}
    </li>
  );
}
