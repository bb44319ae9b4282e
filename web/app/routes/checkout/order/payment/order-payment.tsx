import { useFetcher } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import type { Wallet } from 'contract/money/paybox';
import { formatVnd, type PaymentMethod } from 'contract/rules';
import { useRef, useState, type RefObject } from 'react';
import type { OrderAnswer } from '../order-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { useSettings } from '~/features/settings/use-settings';
import { heldUntil } from './held-until';
import type { LoadedTransfer } from './load-transfer';
import { TransferPayment } from './transfer-payment';
import { PayBar } from './pay-bar';
import { CardPayment } from './card-payment';
import { WalletPayment, canPayFrom } from './wallet-payment';

interface OrderPaymentProps {
  order: Order;
  /** Null unless the buyer chose a bank transfer. */
  transfer: LoadedTransfer | null;
  wallet: Wallet | null;
  walletError: string | null;
}

/**
 * The ways to pay an order. A bank transfer comes first for those who chose it. Otherwise the wallet does, whatever was chosen when
 * the order was placed; the card form is one click away for those who chose the card, and cash needs nothing now. An order on its way
 * is paid to who brings it.
 */
export function OrderPayment(props: OrderPaymentProps) {
  const { parcel, isDelivered, totalPrice } = props.order;
  if (!parcel || isDelivered) return <PaymentChoice {...props} />;
  return (
    <section aria-label="Thanh toán đơn hàng" className="border-t border-line pt-5">
      <Alert tone="info">
        Hàng đang trên đường đến bạn, nên không trả trước được nữa. Bạn trả {formatVnd(totalPrice)} khi nhận hàng.
      </Alert>
    </section>
  );
}

function PaymentChoice({ order, transfer, wallet, walletError }: OrderPaymentProps) {
  const [method, setMethod] = useState<PaymentMethod>(transfer ? 'VietQR' : 'Paybox');
  const card = useFetcher<OrderAnswer>();
  const walletChoice = useRef<HTMLInputElement>(null);
  const startCard = () => {
    setMethod('Stripe');
    void card.submit({ intent: 'card' }, { method: 'post' });
  };
  const cancelCard = () => {
    setMethod('Paybox');
    // The button that was pressed goes with the form.
    walletChoice.current?.focus();
  };
  return (
    <section aria-label="Thanh toán đơn hàng" className="grid gap-4 border-t border-line pt-5">
      {order.paymentMethod === 'Stripe' && method === 'Paybox' && (
        <Alert
          tone="info"
          action={
            canPayFrom(wallet, order) && (
              <Button size="sm" variant="outline" onClick={startCard}>
                Nhập thẻ
              </Button>
            )
          }
        >
          Bạn đã chọn thẻ
        </Alert>
      )}
      {order.paymentMethod === 'COD' && (
        <Alert tone="info">
          {order.isDelivered
            ? `Hàng đã giao. Cửa hàng chưa ghi nhận ${formatVnd(order.totalPrice)} tiền mặt của bạn.`
            : `Bạn trả ${formatVnd(order.totalPrice)} tiền mặt khi nhận hàng, hoặc trả trước ở đây.`}
        </Alert>
      )}
      <MethodChoice
        order={order}
        hasTransfer={transfer !== null}
        method={method}
        onChange={setMethod}
        walletChoice={walletChoice}
      />
      {method !== 'VietQR' && order.paymentMethod !== 'COD' && <Deadline order={order} />}
      {method === 'VietQR' && transfer ? (
        <>
          <TransferPayment transfer={transfer} />
          <PayBar order={order} />
        </>
      ) : method === 'Paybox' ? (
        <WalletPayment order={order} wallet={wallet} walletError={walletError} onCard={startCard} />
      ) : (
        <CardPayment order={order} fetcher={card} onStart={startCard} onCancel={cancelCard} />
      )}
    </section>
  );
}

/** Until when the order holds its goods. A bank transfer shows it beside the account; cash has no deadline before the delivery. */
function Deadline({ order }: { order: Order }) {
  const settings = useSettings();
  const until = settings && heldUntil(order, settings);
  if (!until) return null;
  return (
    <p className="text-sm text-muted">
      Hàng được giữ cho bạn đến <strong className="tabular text-ink">{until}</strong>. Đơn chưa thanh toán khi đó sẽ tự
      hủy.
    </p>
  );
}

interface MethodChoiceProps {
  order: Order;
  hasTransfer: boolean;
  method: PaymentMethod;
  onChange: (method: PaymentMethod) => void;
  /** The choice of the wallet, which has the focus after the card form closes. */
  walletChoice: RefObject<HTMLInputElement>;
}

/** The ways to pay, of which one is chosen. */
function MethodChoice({ order, hasTransfer, method, onChange, walletChoice }: MethodChoiceProps) {
  return (
    <fieldset className={`grid gap-2 ${hasTransfer ? 'grid-cols-3' : 'grid-cols-2'}`}>
      <legend className="mb-2 font-medium">
        {order.paymentMethod === 'COD' ? 'Trả trước bằng' : 'Thanh toán bằng'}
      </legend>
      {([...(hasTransfer ? (['VietQR'] as const) : []), 'Paybox', 'Stripe'] as const).map((value) => (
        <label
          key={value}
          className="grid min-h-12 cursor-pointer place-content-center rounded-md text-balance border border-line-strong px-2 text-center text-sm font-medium transition-colors has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            ref={value === 'Paybox' ? walletChoice : undefined}
            type="radio"
            name="payWith"
            value={value}
            checked={value === method}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          {value === 'VietQR' ? 'Chuyển khoản' : PAYMENT_NAMES[value]}
        </label>
      ))}
    </fieldset>
  );
}
