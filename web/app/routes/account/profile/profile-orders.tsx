import { Link } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { ChevronRight } from 'lucide-react';
import { Badge } from '~/components/display/badge';
import { buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { Empty } from '~/components/feedback/empty';
import { Pager } from '~/components/display/pager';
import { ProductPicture } from '~/components/display/picture';
import { stateLabelOf } from '~/features/orders/order-labels';

/** How many of its pictures an order shows. */
const PICTURES = 4;

/** The user's orders, newest first; each leads to its page. */
export function ProfileOrders({ orders: { results, count, page, page_size } }: { orders: Page<Order> }) {
  const pageCount = Math.ceil(count / page_size);
  const href = (to: number) => `?tab=orders${to > 1 ? `&page=${to}` : ''}`;
  if (count === 0) {
    return (
      <Empty
        title="Bạn chưa có đơn hàng nào"
        action={
          <Link to="/search" className={buttonStyle()}>
            Xem sản phẩm
          </Link>
        }
      >
        Đơn hàng bạn đặt sẽ nằm ở đây, kèm tình trạng thanh toán và giao hàng.
      </Empty>
    );
  }
  if (results.length === 0) {
    return (
      <Empty
        title="Trang này không còn đơn hàng nào"
        action={
          <Link to={href(1)} className={buttonStyle({ variant: 'outline' })}>
            Về trang đầu
          </Link>
        }
      />
    );
  }
  return (
    <div className="grid gap-6">
      <ul className="divide-y divide-line border-y border-line">
        {results.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
      <Pager page={page} pageCount={pageCount} href={href} />
    </div>
  );
}

function OrderRow({ order }: { order: Order }) {
  const { id, createdAt, totalPrice, orderItems } = order;
  const { label, tone } = stateLabelOf(order);
  const pieces = orderItems.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <li>
      <Link
        to={`/orders/${id}`}
        prefetch="intent"
        className="group grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 py-4 sm:grid-cols-[1fr_auto_auto]"
      >
        <div className="grid gap-1 max-sm:col-span-2">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span className="underline-offset-4 group-hover:underline">Đơn hàng #{id}</span>
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="tabular text-sm text-muted">
            {formatTime(createdAt)} · {pieces} sản phẩm
          </p>
        </div>
        <div className="flex items-center gap-2">
          {orderItems.slice(0, PICTURES).map(({ id: item, image, productName }) => (
            <ProductPicture key={item} src={image} alt={productName} sizes="48px" className="w-12 rounded-md" />
          ))}
          {orderItems.length > PICTURES && (
            <span className="tabular text-sm text-muted">+{orderItems.length - PICTURES}</span>
          )}
        </div>
        <strong className="tabular flex items-center gap-2 justify-self-end whitespace-nowrap">
          {formatVnd(totalPrice)}
          <ChevronRight aria-hidden="true" className="size-5 text-muted" />
        </strong>
      </Link>
    </li>
  );
}
