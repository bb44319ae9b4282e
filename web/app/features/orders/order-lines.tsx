import { Link } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { ProductPicture } from '~/components/display/picture';
import { choiceOf } from '~/features/products/choice-text';

interface OrderLinesProps {
  items: Order['orderItems'];
  /** Where a product is linked to: its page in the shop by default. */
  productPath?: (id: number) => string;
}

/** The lines of an order at the prices of that day, linked to their products. */
export function OrderLines({ items, productPath = (id) => `/products/${id}` }: OrderLinesProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((item) => (
        <li key={item.id} className="grid grid-cols-[4.5rem_1fr] gap-4 py-4">
          <ProductPicture src={item.image} alt="" sizes="72px" className="w-full rounded-md" />
          <div className="grid min-w-0 content-start gap-0.5">
            <Link to={productPath(item.product)} className="font-medium underline-offset-4 hover:underline">
              {item.productName}
            </Link>
            {item.variant_info && <p className="text-sm text-muted">{choiceOf(item.variant_info)}</p>}
            <p className="tabular mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="text-muted">
                {item.qty} × {formatVnd(item.price)}
              </span>
              <strong>{formatVnd(item.qty * item.price)}</strong>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
