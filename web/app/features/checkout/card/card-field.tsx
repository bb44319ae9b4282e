import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { showOnMount } from '~/components/form/focus/focus';
import { Skeleton } from '~/components/feedback/skeleton';
import { type Provider, loadProvider } from './card-provider';
import { onNewColors, cardAppearance } from './card-appearance';

export interface CardFormProps {
  provider: Provider;
  /** The client secret of the payment intent to confirm. */
  clientSecret: string;
  /** The label of the button, with the amount. */
  label: string;
  /** The path of the shop to return to from card methods that redirect to another site. */
  returnPath: string;
  texts: {
    /** Shown when the form cannot be loaded. */
    unavailable: string;
    /** Shown when the provider answers that the charge did not succeed. */
    unsuccessful: string;
    /** The message for an error of the provider. */
    refused: (error: StripeError) => string;
  };
  /** What the shopper can do after the bank declined the card. */
  afterDecline?: string;
  /** Lays out the button that charges. */
  layOut?: (button: ReactNode) => ReactNode;
  /** Called when the charge succeeded; the form stays busy from then on. */
  onCharged: (paymentIntentId: string) => void;
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

/** Why a charge failed, and what the shopper can do next. */
interface Problem {
  text: string;
  next?: string;
}

/** After these errors the outcome of the charge is unknown. The intent is charged once, however often it is confirmed. */
const UNANSWERED: ReadonlySet<string> = new Set<StripeError['type']>(['api_error', 'api_connection_error']);
const RETRY_IS_SAFE = 'Bấm lần nữa để thử lại: thẻ không bị trừ tiền hai lần.';

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
  const { label, returnPath, texts, afterDecline, layOut = (button) => button, onCharged, onCancel, onFail } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!elements) return;
    const repaint = () => void elements.update({ appearance: cardAppearance() });
    // The colours may have changed while the provider's script was loading.
    repaint();
    return onNewColors(repaint);
  }, [elements]);

  async function charge(event: FormEvent) {
    event.preventDefault();
    if (!stripe || !elements || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
        redirect: 'if_required',
      });
      // Confirming again a charge whose response was lost returns an error with the succeeded intent.
      const intent = paymentIntent ?? error?.payment_intent;
      if (intent?.status === 'succeeded') return onCharged(intent.id);
      // The provider's fields show what was typed wrong themselves.
      if (error?.type !== 'validation_error') setProblem(problemOf(error));
    } catch {
      setProblem(problemOf({ type: 'api_error' }));
    }
    setIsBusy(false);
  }

  function problemOf(error?: StripeError): Problem {
    if (!error) return { text: texts.unsuccessful };
    const text = texts.refused(error);
    if (error.type === 'card_error') return { text, next: afterDecline };
    return UNANSWERED.has(error.type) ? { text, next: RETRY_IS_SAFE } : { text };
  }

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
