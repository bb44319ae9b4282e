import type { useFetcher } from '@remix-run/react';
import { useNavigate } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import { formatVnd } from 'contract/rules';
import type { ReactNode } from 'react';
import type { OrderAnswer } from '../order-answer';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Button } from '~/components/form/button';
import { focusOnMount, showOnMount } from '~/components/form/focus/focus';
import { CardForm } from '~/features/checkout/card/card-form';
import { useSettings } from '~/features/settings/use-settings';
import { PAYMENT_NAMES } from '~/features/orders/order-labels';
import { afterDecline } from './held-until';
import { PayBar } from './pay-bar';

const CARD_TEXTS = {
  unavailable: 'Could not initialize payment...',
  unsuccessful: 'Payment was not successful!',
  refused: ({ type, message }: { type: string; message?: string }) =>
    ((type === 'card_error' || type === 'validation_error') && message) || 'An unexpected error occurred.',
};

interface CardPaymentProps {
  order: Order;
  /** Requests the card form. */
  fetcher: ReturnType<typeof useFetcher<OrderAnswer>>;
  onStart: () => void;
  onCancel: () => void;
}

export function CardPayment({ order, fetcher, onStart, onCancel }: CardPaymentProps) {
  const settings = useSettings();
  const provider = settings?.payment;
  const navigate = useNavigate();
  const clientSecret = fetcher.data?.clientSecret;
  const back = `/confirmation?id=${order.id}&success=true`;
  if (clientSecret && settings && provider) {
    return (
      <Focused key="form">
        <CardForm
          provider={provider}
          clientSecret={clientSecret}
          label={`Thanh toán ${formatVnd(order.totalPrice)} bằng thẻ`}
          returnPath={back}
          texts={CARD_TEXTS}
          afterDecline={afterDecline(order, settings)}
          onCharged={(intent) => navigate(`${back}&payment_intent=${encodeURIComponent(intent)}`)}
          layOut={(button) => <PayBar order={order}>{button}</PayBar>}
          onCancel={onCancel}
        />
      </Focused>
    );
  }
  return (
    <Focused key="start">
      {fetcher.data?.error && fetcher.state === 'idle' && (
        <div ref={showOnMount}>
          <Alert tone="danger">{fetcher.data.error}</Alert>
        </div>
      )}
      {!provider && <RetryAlert>{CARD_TEXTS.unavailable}</RetryAlert>}
      <PayBar order={order}>
        <Button isBusy={fetcher.state !== 'idle'} disabled={!provider} onClick={onStart}>
          Nhập thẻ · {formatVnd(order.totalPrice)}
        </Button>
      </PayBar>
    </Focused>
  );
}

/** Takes the focus from the button that is gone, and is announced. */
const Focused = ({ children }: { children: ReactNode }) => (
  <div ref={focusOnMount} role="group" aria-label={PAYMENT_NAMES.Stripe} className="grid gap-3 focus:outline-none">
    {children}
  </div>
);
