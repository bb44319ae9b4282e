import type { Order } from 'contract/orders/orders';
import { formatNumber } from 'contract/rules';
import { Alert } from '~/components/feedback/alert';
import type { PastedCodes } from './pasted-codes';
import { reasonNotToSend } from './sendable';

/** Names the orders that have no field, with the reason. */
export function LeftOut({ orders }: { orders: readonly Order[] }) {
  const out = orders.filter((order) => reasonNotToSend(order) !== null);
  if (out.length === 0) return null;
  return (
    <Alert tone="warning">Không gửi {out.map((order) => `#${order.id} (${reasonNotToSend(order)})`).join(', ')}.</Alert>
  );
}

export const SkippedText = ({ count }: { count: number }) => (
  <span className="mr-auto text-sm text-muted">Bỏ qua {formatNumber(count)} đơn chưa có mã</span>
);

/** What a paste has filled, and which of its numbers have no row. */
export const PastedText = ({ pasted }: { pasted: PastedCodes | null }) => (
  <div role="status" className="text-sm empty:hidden">
    {pasted && (
      <p>
        Đã điền {formatNumber(pasted.codes.size)} mã.
        {pasted.unmatched.length > 0 && (
          <span className="text-signal [overflow-wrap:anywhere]">
            {' '}
            Không khớp đơn nào ở đây, hoặc có hai mã: {pasted.unmatched.join(', ')}.
          </span>
        )}
      </p>
    )}
  </div>
);
