import type { Order } from 'contract/orders/orders';
import { formatVnd, taxPrice } from 'contract/rules';
import type { Settings } from 'contract/administration/settings';
import type { ReactNode } from 'react';
import { formatTime } from '~/components/display/date';
import { choiceOf } from '~/features/products/choice-text';
import { OrderAddress } from '~/features/orders/order-address';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';

interface InvoiceProps {
  order: Order;
  shop: Settings;
}

/** The invoice of an order, on paper only: the shop's legal data, the buyer, the goods, the tax, how it was paid and what was refunded. */
export function Invoice({ order, shop }: InvoiceProps) {
  return (
    <article aria-label="Hóa đơn" className="hidden gap-5 text-sm print:grid">
      <header className="flex items-start justify-between gap-6 border-b border-ink pb-4">
        <Seller shop={shop} />
        <div className="text-right">
          <h2 className="text-xl">Hóa đơn bán hàng</h2>
          <p>Đơn hàng #{order.id}</p>
          <p className="tabular">Ngày đặt: {formatTime(order.createdAt)}</p>
        </div>
      </header>
      <section>
        <h3 className="text-xs uppercase">Người mua</h3>
        <OrderAddress order={order} />
      </section>
      <table className="w-full">
        <thead className="border-b border-ink text-left">
          <tr>
            <Head>Sản phẩm</Head>
            <Head isNumber>Số lượng</Head>
            <Head isNumber>Đơn giá</Head>
            <Head isNumber>Thành tiền</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {order.orderItems.map(({ id, productName, variant_info: variant, qty, price }) => (
            <tr key={id} className="break-inside-avoid align-top">
              <td className="py-1.5 pr-3">
                {productName}
                {variant && <span className="block">{choiceOf(variant)}</span>}
              </td>
              <Amount>{qty}</Amount>
              <Amount>{formatVnd(price)}</Amount>
              <Amount>{formatVnd(price * qty)}</Amount>
            </tr>
          ))}
        </tbody>
        <Sums order={order} shop={shop} />
      </table>
      <p>
        {PAYMENT_NAMES[order.paymentMethod]}:{' '}
        {order.paidAt ? `đã thanh toán lúc ${formatTime(order.paidAt)}` : 'chưa thanh toán'}
        {order.refundedAt && `, đã hoàn tiền lúc ${formatTime(order.refundedAt)}`}.
      </p>
      {order.gift_note && (
        <p className="[overflow-wrap:anywhere] whitespace-pre-line">
          <strong>Lời nhắn quà tặng:</strong> {order.gift_note}
        </p>
      )}
      <p className="text-xs">Bản in từ cửa hàng trực tuyến, không thay cho hóa đơn điện tử theo quy định về thuế.</p>
    </article>
  );
}

const Seller = ({ shop }: { shop: Settings }) => (
  <div>
    <p className="text-base font-bold">{shop.legal_name || shop.shop_name}</p>
    {shop.address && <p>{shop.address}</p>}
    {shop.tax_code && <p>Mã số thuế: {shop.tax_code}</p>}
    <p>{[shop.phone, shop.email].filter(Boolean).join(' · ')}</p>
  </div>
);

const Sums = ({ order, shop }: InvoiceProps) => (
  <tfoot className="break-inside-avoid border-t border-ink">
    <Sum label="Tạm tính">{formatVnd(order.itemsPrice)}</Sum>
    <Sum label="Phí giao hàng">{formatVnd(order.shippingPrice)}</Sum>
    <Sum label={taxLabelOf(order, shop)}>{formatVnd(order.taxPrice)}</Sum>
    {order.discount > 0 && <Sum label={`Giảm giá (${order.coupon_code})`}>−{formatVnd(order.discount)}</Sum>}
    <Sum label="Tổng cộng" isTotal>
      {formatVnd(order.totalPrice)}
    </Sum>
    {order.refundedToCard > 0 && <Sum label="Đã hoàn về thẻ">−{formatVnd(order.refundedToCard)}</Sum>}
    {order.refundedToWallet > 0 && <Sum label="Đã hoàn vào ví Paybox">−{formatVnd(order.refundedToWallet)}</Sum>}
  </tfoot>
);

/** Names the rate where it is still the one of the order. */
const taxLabelOf = (order: Order, { tax_percent: percent }: Settings) =>
  taxPrice(order.itemsPrice, percent) === order.taxPrice ? `Thuế (${percent.toLocaleString('vi-VN')}%)` : 'Thuế';

const Head = ({ isNumber, children }: { isNumber?: boolean; children: ReactNode }) => (
  <th scope="col" className={`py-1.5 font-medium ${isNumber ? 'pl-3 text-right' : 'pr-3'}`}>
    {children}
  </th>
);

const Amount = ({ children }: { children: ReactNode }) => (
  <td className="py-1.5 pl-3 text-right whitespace-nowrap tabular">{children}</td>
);

const Sum = ({ label, isTotal, children }: { label: string; isTotal?: boolean; children: ReactNode }) => (
  <tr className={isTotal ? 'text-base font-bold' : ''}>
    <th scope="row" colSpan={3} className={`py-1 text-right ${isTotal ? '' : 'font-normal'}`}>
      {label}
    </th>
    <Amount>{children}</Amount>
  </tr>
);
