import { Elements, PaymentElement } from '@stripe/react-stripe-js';
import { useRef, useState, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { showOnMount } from '~/components/form/focus/focus';
import { Skeleton } from '~/components/feedback/skeleton';
import { type Provider, loadProvider } from './card-provider';
import { cardAppearance } from './card-appearance';
import { useCharge, type ChargeOptions } from './use-charge';

export interface CardFormProps extends ChargeOptions {
  provider: Provider;
  /** The client secret of the payment intent to confirm. */
  clientSecret: string;
  /** The label of the button, with the amount. */
  label: string;
  /** Lays out the button that charges. */
  layOut?: (button: ReactNode) => ReactNode;
  onCancel: () => void;
}

/** The provider's card fields and the button that charges. Loads its own chunk: import it lazily. */
export default function CardFields(props: CardFormProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  function retry() {
    // The button that was pressed goes.
    box.current?.focus();
    setHasFailed(false);
  }
  return (
    <div ref={box} tabIndex={-1} className="focus:outline-none">
      {hasFailed ? (
        <Alert
          tone="danger"
          action={
            <>
              <Button variant="outline" size="sm" onClick={retry}>
                Thử lại
              </Button>
              <Button variant="quiet" size="sm" onClick={props.onCancel}>
                Hủy
              </Button>
            </>
          }
        >
          {props.texts.unavailable}
        </Alert>
      ) : (
        <Provided {...props} onFail={() => setHasFailed(true)} />
      )}
    </div>
  );
}

type ProvidedProps = CardFormProps & { onFail: () => void };

function Provided(props: ProvidedProps) {
  const { provider, clientSecret, onFail } = props;
  const [stripe] = useState(() => loadProvider(provider).catch(() => (onFail(), null)));
  // The provider reads its options only once: a new charge needs a new form.
  const [options] = useState(() => ({ clientSecret, locale: 'vi' as const, appearance: cardAppearance() }));
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields(props: ProvidedProps) {
  const { label, layOut = (button) => button, onCancel, onFail } = props;
  const { charge, isBusy, problem } = useCharge(props);
  const [isReady, setIsReady] = useState(false);
  return (
    <form onSubmit={(event) => void charge(event)} noValidate className="grid gap-5">
      {!isReady && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Đang tải biểu mẫu thẻ…</span>
          <Skeleton className="h-12" />
          <div className="grid grid-cols-2 gap-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </div>
        </div>
      )}
      <PaymentElement onReady={() => setIsReady(true)} onLoadError={onFail} />
      {problem && (
        <div ref={showOnMount}>
          <Alert tone="danger">
            {problem.text}
            {problem.next && <span className="block">{problem.next}</span>}
          </Alert>
        </div>
      )}
      <div className="grid gap-2">
        {layOut(
          <Button type="submit" isBusy={isBusy} disabled={!isReady}>
            {label}
          </Button>,
        )}
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          Hủy
        </Button>
      </div>
    </form>
  );
}
