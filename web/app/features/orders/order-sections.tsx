import type { Order } from 'contract/orders/orders';
import type { ReactNode } from 'react';
import { formatTime } from '~/components/display/date';
import { PAYMENT_NAMES } from './order-labels';

/** A titled part of an order's page. */
export function OrderSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** How an order is paid, and when it was. */
export const PaymentSection = ({ order: { paymentMethod, paidAt } }: { order: Order }) => (
  <OrderSection title="Thanh toán">
    <p>{PAYMENT_NAMES[paymentMethod]}</p>
    <p className="text-sm text-muted">{paidAt ? `Đã thanh toán lúc ${formatTime(paidAt)}` : 'Chưa thanh toán'}</p>
  </OrderSection>
);

/** The note that goes with a gift; nothing without one. */
export const GiftNoteSection = ({ order: { gift_note: note } }: { order: Order }) =>
  note && (
    <OrderSection title="Lời nhắn quà tặng">
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{note}</p>
    </OrderSection>
  );
