import type { Settings } from 'contract/administration/settings';
import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminPage } from '~/components/admin/list/list-page';
import { formatTime } from '~/components/display/date';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Skeleton } from '~/components/feedback/skeleton';
import { Button } from '~/components/form/button';
import { choiceOf } from '~/features/products/choice-text';
import { Code39 } from './code-39';
import { hasOpenRefundRequest } from './order-status';

interface PrintPageProps {
  /** Above what is printed, with the print button. */
  tools: ReactNode;
  children: ReactNode;
}

/** A page to print: only `children` reach the paper. */
export const PrintPage = ({ tools, children }: PrintPageProps) => (
  <main id="main" className="grid content-start gap-4 px-3 py-5 sm:px-5 lg:px-8 lg:py-7 print:block print:p-0">
    <div className="flex max-w-2xl flex-wrap items-center justify-between gap-3 print:hidden">
      {tools}
      <Button size="sm" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        In
      </Button>
    </div>
    {children}
  </main>
);

/** The page of slips while they are loaded, or the reason why they cannot be. */
export const NoSlip = ({ error }: { error?: string }) => (
  <AdminPage title="Phiếu giao hàng">
    {error === undefined ? <Skeleton className="h-96 max-w-2xl" /> : <RetryAlert>{error}</RetryAlert>}
  </AdminPage>
);

interface PrintOptionProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

/** Whether a part is printed. */
export const PrintOption = ({ isOn, onChange, children }: PrintOptionProps) => (
  <label className="flex min-h-9 items-center gap-2 text-sm">
    <input
      type="checkbox"
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4 accent-accent"
    />
    {children}
  </label>
);

/** The look of a sheet of paper. */
export const sheetStyle =
  'grid max-w-2xl gap-6 border border-line bg-surface p-6 text-sm sm:p-8 print:max-w-none print:border-0 print:p-0';

interface SheetTableProps {
  caption: string;
  /** The headings, first of the columns of texts, then of those of numbers. */
  texts: readonly string[];
  numbers: readonly string[];
  /** The last row. */
  sum: ReactNode;
  children: ReactNode;
}

/** The goods on a sheet of paper. */
export const SheetTable = ({ caption, texts, numbers, sum, children }: SheetTableProps) => (
  <table className="w-full">
    <caption className="sr-only">{caption}</caption>
    <thead className="border-b border-ink text-left">
      <tr>
        {texts.map((heading) => (
          <th key={heading} scope="col" className="py-1.5 pr-3 font-medium">
            {heading}
          </th>
        ))}
        {numbers.map((heading) => (
          <th key={heading} scope="col" className="py-1.5 pl-3 text-right font-medium">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">{children}</tbody>
    <tfoot className="border-t border-ink font-bold">{sum}</tfoot>
  </table>
);

/** Why an order's goods must stay in the shop; null when they may be sent. */
export function reasonToKeep(order: Order): string | null {
  if (order.isRefunded) return 'đã được hoàn tiền';
  if (order.isCancelled) return 'đã bị hủy';
  if (hasOpenRefundRequest(order)) return 'đang có yêu cầu hoàn tiền chờ duyệt';
  return order.isPaid || isPaidInCash(order) ? null : 'chưa được thanh toán';
}

/** Whether the carrier collects what the order costs. */
const isPaidInCash = ({ paymentMethod, isPaid, isCancelled }: Order) =>
  paymentMethod === 'COD' && !isPaid && !isCancelled;

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
