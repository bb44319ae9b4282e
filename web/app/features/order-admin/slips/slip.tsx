import type { Settings } from 'contract/administration/settings';
import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { formatTime } from '~/components/display/date';
import { choiceOf } from '~/features/products/choice-text';
import { hasOpenRefundRequest, isPaidInCash } from '../order-status';
import { Code39 } from './code-39';
import { SheetTable, sheetStyle } from './sheet';

interface SlipProps {
  order: Order;
  shop: Settings;
  hasPrices: boolean;
}

/** The packing slip of an order, on paper of its own. */
export const Slip = ({ order, shop, hasPrices }: SlipProps) => (
  <article className={`${sheetStyle} not-last:break-after-page`}>
    <header className="flex flex-wrap items-start justify-between gap-6">
      <div>
        <p className="text-lg font-bold">{shop.shop_name}</p>
        <p>{shop.address}</p>
        <p>{[shop.phone, shop.email].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="w-56 text-center">
        <Code39 number={order.id} className="h-14 w-full" />
        <p className="tabular tracking-widest">{order.id}</p>
      </div>
    </header>
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-ink py-3">
      <h1 className="text-xl">Phiếu giao hàng</h1>
      <p>
        Đơn hàng #{order.id} · đặt lúc <span className="tabular">{formatTime(order.createdAt)}</span>
      </p>
    </div>
    <Receiver order={order} />
    <SlipGoods order={order} hasPrices={hasPrices} />
    {order.gift_note && (
      <section className="grid gap-1 break-inside-avoid">
        <h2 className="text-xs text-muted uppercase">Lời nhắn quà tặng</h2>
        <p className="text-base [overflow-wrap:anywhere] whitespace-pre-line">{order.gift_note}</p>
      </section>
    )}
    {hasOpenRefundRequest(order) && (
      <p className="border-2 border-ink p-3 text-lg font-bold">
        Đang có yêu cầu hoàn tiền chờ duyệt: hỏi cửa hàng trước khi gửi
      </p>
    )}
    {isPaidInCash(order) && (
      <p className="border-2 border-ink p-3 text-lg font-bold">
        Thu tiền mặt khi giao: <span className="tabular">{formatVnd(order.totalPrice)}</span>
      </p>
    )}
    <p>Cảm ơn bạn đã mua hàng tại {shop.shop_name}. Đổi trả trong vòng 7 ngày kể từ khi nhận hàng.</p>
  </article>
);

const Receiver = ({ order: { shippingAddress: to, user } }: { order: Order }) => (
  <section className="grid gap-1">
    <h2 className="text-xs text-muted uppercase">Người nhận</h2>
    {to.address ? (
      <address className="text-base [overflow-wrap:anywhere] not-italic">
        <strong>{to.receiver || user.username}</strong>
        {to.phone && <span className="tabular"> · {to.phone}</span>}
        <span className="block">{to.address}</span>
        <span className="block">{[to.city, to.postalCode, to.country].join(', ')}</span>
      </address>
    ) : (
      <p>Địa chỉ đã được xóa cùng tài khoản của khách.</p>
    )}
  </section>
);

function SlipGoods({ order, hasPrices }: Omit<SlipProps, 'shop'>) {
  const pieces = order.orderItems.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <SheetTable
      caption="Hàng trong kiện"
      texts={['Sản phẩm', 'Phân loại']}
      numbers={hasPrices ? ['Số lượng', 'Thành tiền'] : ['Số lượng']}
      sum={
        <tr>
          <td colSpan={2} className="py-2">
            {hasPrices
              ? `Tổng cộng (gồm phí giao hàng và thuế${order.discount > 0 ? ', đã trừ mã giảm giá' : ''})`
              : 'Cộng'}
          </td>
          <td className="py-2 text-right tabular">{pieces}</td>
          {hasPrices && (
            <td className="py-2 pl-3 text-right whitespace-nowrap tabular">{formatVnd(order.totalPrice)}</td>
          )}
        </tr>
      }
    >
      {order.orderItems.map((item) => (
        <tr key={item.id} className="break-inside-avoid align-top">
          <td className="py-1.5 pr-3">{item.productName}</td>
          <td className="py-1.5 pr-3">{item.variant_info && choiceOf(item.variant_info)}</td>
          <td className="py-1.5 text-right tabular">{item.qty}</td>
          {hasPrices && (
            <td className="py-1.5 pl-3 text-right whitespace-nowrap tabular">{formatVnd(item.qty * item.price)}</td>
          )}
        </tr>
      ))}
    </SheetTable>
  );
}
