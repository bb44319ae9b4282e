import { Link } from '@remix-run/react';
import { formatVnd } from 'contract/rules';
import { Trash2 } from 'lucide-react';
import { limitOf, putBack, removeFromCart, setQuantity, type CartItem } from './cart';
import type { CartChange } from './refresh-cart';
import { ProductPicture } from '~/components/display/picture';
import { choiceOf } from '~/features/products/choice-text';
import { productAddress } from '~/features/products/product-address';
import { Price } from '~/components/display/price';
import { Quantity } from '~/components/form/quantity';
import { toast } from '~/components/feedback/toast';

/** An editable line of the cart. `index` is the position to which an undo restores it. */
export function CartLine({ item, index, changes }: { item: CartItem; index: number; changes: readonly CartChange[] }) {
  const isGone = item.countInStock === 0;
  const address = productAddress(item.id, item.color_id, item.size_id);

  function remove() {
    removeFromCart(item.uniqueKey);
    toast(`Đã xóa ${item.name} khỏi giỏ hàng.`, {
      action: (
        <button type="button" className="underline underline-offset-4" onClick={() => putBack(item, index)}>
          Hoàn tác
        </button>
      ),
    });
  }

  return (
    <li className="grid grid-cols-[5.5rem_1fr] gap-4 border-b border-line py-5 sm:grid-cols-[7rem_1fr]">
      <Link to={address} tabIndex={-1} aria-hidden="true" className={isGone ? 'opacity-50' : ''}>
        <ProductPicture src={item.image} alt="" sizes="(min-width: 576px) 112px, 88px" className="w-full rounded-md" />
      </Link>
      <div className="grid min-w-0 content-between gap-3">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-base leading-snug font-medium">
              <Link to={address} className="line-clamp-3 underline-offset-4 hover:underline">
                {item.name}
              </Link>
            </h2>
            {choiceOf(item) && <p className="mt-0.5 text-sm text-muted">{choiceOf(item)}</p>}
            <p className="mt-0.5 text-sm text-muted">{formatVnd(item.price)}</p>
          </div>
          <button
            type="button"
            data-remove
            onClick={remove}
            aria-label={`Xóa ${item.name}`}
            className="-mt-2 -mr-2 grid size-11 shrink-0 place-content-center text-muted transition-colors hover:text-signal"
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
        </div>
        <LineNotice item={item} changes={changes} />
        {!isGone && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Quantity
              value={item.qty}
              max={limitOf(item)}
              label={`Số lượng ${item.name}`}
              onChange={(qty) => setQuantity(item.uniqueKey, qty)}
            />
            <Price amount={item.price * item.qty} />
          </div>
        )}
      </div>
    </li>
  );
}

/** The notice of a line: sold out, quantity reduced, price changed, or last pieces. */
function LineNotice({ item, changes }: { item: CartItem; changes: readonly CartChange[] }) {
  const { countInStock, qty } = item;
  if (countInStock === 0) {
    return <p className="text-sm font-medium text-signal">Đã hết hàng. Hãy xóa khỏi giỏ để tiếp tục.</p>;
  }
  const notices = changes.map((change) => {
    if (change.kind === 'price') return `Giá đã đổi từ ${formatVnd(change.before)} thành ${formatVnd(change.after)}.`;
    return change.kind === 'less' ? `Chỉ còn ${change.after} sản phẩm, số lượng đã được giảm từ ${change.before}.` : '';
  });
  const isLast = qty >= limitOf(item);
  if (changes.length === 0 && !isLast) return null;
  return (
    <p className="text-sm text-warn" role="status">
      {notices.join(' ') || `Còn ${countInStock} sản phẩm.`}
    </p>
  );
}
