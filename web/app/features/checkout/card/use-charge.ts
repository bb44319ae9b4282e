import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { useEffect, useState, type FormEvent } from 'react';
import { onNewColors, cardAppearance } from './card-appearance';

export interface ChargeOptions {
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
  /** Called when the charge succeeded; the form stays busy from then on. */
  onCharged: (paymentIntentId: string) => void;
}

/** Why a charge failed, and what the shopper can do next. */
interface Problem {
  text: string;
  next?: string;
}

/** After these errors the outcome of the charge is unknown. The intent is charged once, however often it is confirmed. */
const UNANSWERED: ReadonlySet<string> = new Set<StripeError['type']>(['api_error', 'api_connection_error']);
const RETRY_IS_SAFE = 'Bấm lần nữa để thử lại: thẻ không bị trừ tiền hai lần.';

/**
 * Charges the card whose fields the provider shows, and keeps their colours those of the shop.
 * @returns `charge`, which submits the form, whether it is under way, and why the last charge failed
 */
export function useCharge({ returnPath, texts, afterDecline, onCharged }: ChargeOptions) {
  const stripe = useStripe();
  const elements = useElements();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    if (!elements) return;
    const repaint = () => void elements.update({ appearance: cardAppearance() });
    // The colours may have changed while the provider's script was loading.
    repaint();
    return onNewColors(repaint);
  }, [elements]);
  useEffect(() => {
    // Back from the site of a card method: the page is as it was left, waiting for an answer that cannot come.
    const resume = ({ persisted }: PageTransitionEvent) => persisted && setIsBusy(false);
    window.addEventListener('pageshow', resume);
    return () => window.removeEventListener('pageshow', resume);
  }, []);

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

  return { charge, isBusy, problem };
}
