import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeConstructor, StripeError } from '@stripe/stripe-js';
import type { Settings } from 'contract/settings';
import { useState, type FormEvent } from 'react';
import { Alert } from '~/ui/alert';
import { Button } from '~/ui/button';
import { Skeleton } from '~/ui/skeleton';

type Provider = Settings['payment'];

export interface CardFormProps {
  provider: Provider;
  /** Of the charge to confirm. */
  clientSecret: string;
  /** What the button says it will do and cost. */
  label: string;
  /** A path of this shop, for the card methods that lead through another site. */
  returnPath: string;
  texts: {
    /** The form can't be shown. */
    unavailable: string;
    /** The provider answered, and the money did not move. */
    unsuccessful: string;
    /** The sentence for what the provider refused. */
    refused: (error: StripeError) => string;
  };
  /** The charge succeeded; the form stays busy from then on. */
  onCharged: (paymentIntentId: string) => void;
  onCancel: () => void;
}

/** The provider's card fields and the button that charges. Comes with its own code: import it lazily. */
export default function CardForm(props: CardFormProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (!hasFailed) return <Provided {...props} onFail={() => setHasFailed(true)} />;
  return (
    <Alert
      tone="danger"
      action={
        <>
          <Button variant="outline" size="sm" onClick={() => setHasFailed(false)}>
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
  );
}

type ProvidedProps = CardFormProps & { onFail: () => void };

function Provided(props: ProvidedProps) {
  const { provider, clientSecret, onFail } = props;
  const [stripe] = useState(() => loadProvider(provider).catch(() => (onFail(), null)));
  // The provider takes these once: a new charge is a new form.
  const [options] = useState(() => ({ clientSecret, locale: 'vi' as const, appearance: appearance() }));
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ label, returnPath, texts, onCharged, onCancel, onFail }: ProvidedProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

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
      // A charge whose answer was lost the first time has succeeded when it is confirmed again.
      const intent = paymentIntent ?? error?.payment_intent;
      if (intent?.status === 'succeeded') return onCharged(intent.id);
      setProblem(error ? texts.refused(error) : texts.unsuccessful);
    } catch {
      // Nothing is known of the money.
      setProblem(texts.refused({ type: 'api_error' }));
    }
    setIsBusy(false);
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
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="grid gap-2">
        <Button type="submit" isBusy={isBusy} disabled={!isReady}>
          {label}
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          Hủy
        </Button>
      </div>
    </form>
  );
}

declare global {
  interface Window {
    Stripe?: StripeConstructor;
  }
}

let loading: Promise<Stripe> | undefined;

/**
 * The provider's object, its script loaded once per document. Stripe's own loader is not used: it knows only Stripe's
 * address, and the sandbox serves a script of its own.
 */
function loadProvider({ script_url, publishable_key }: Provider): Promise<Stripe> {
  loading ??= loadScript(script_url).then(() => {
    if (!window.Stripe) throw new Error(`${script_url} defines no Stripe`);
    return window.Stripe(publishable_key, { locale: 'vi' });
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error(`${src} can't be loaded`));
    };
    document.head.append(script);
  });
}

/** The shop's colours for fields that live in the provider's frame, where its style sheet does not reach. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    variables: {
      colorPrimary: token('color-accent'),
      colorBackground: token('color-surface'),
      colorText: token('color-ink'),
      colorTextPlaceholder: token('color-line-strong'),
      colorDanger: token('color-signal'),
      colorWarning: token('color-warn'),
      fontFamily: token('font-sans'),
      borderRadius: token('radius-md'),
    },
  };
}
