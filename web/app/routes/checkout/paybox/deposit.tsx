import { Link, useFetcher } from '@remix-run/react';
import { DEFAULT_DEPOSIT, formatVnd, type Vnd } from 'contract/rules';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AmountStep } from './amount-step';
import type { DepositState, StepProps } from './deposit-state';
import { useCart } from '~/features/cart/cart';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Button, buttonStyle } from '~/components/form/button';
import { focusOnMount } from '~/components/form/focus/focus';
import { CardForm } from '~/features/checkout/card/card-form';
import { useSettings } from '~/features/settings/use-settings';

/** How long the success message shows before the last step. */
const SUCCESS_MS = 2_000;

const CARD_TEXTS = {
  unavailable: 'Có lỗi xảy ra trong quá trình thanh toán.',
  unsuccessful: 'Có lỗi xảy ra trong quá trình thanh toán.',
  refused: ({ message }: { message?: string }) => message ?? 'Có lỗi xảy ra trong quá trình thanh toán.',
};

interface DepositProps {
  /** A locked wallet takes no new money. */
  isLocked?: boolean;
  /** The initial amount; by default the shop's. */
  initialAmount?: number;
  /** The order to pay with the deposit. */
  forOrder?: number;
  /** Is told the amount once the card form shows, so that it is there again after a reload. */
  onAmount: (amount: Vnd) => void;
}

/**
 * A deposit into the wallet by card, in three steps: input, payment, success. The last result of the page's action is the
 * state.
 */
export function Deposit({ isLocked = false, initialAmount = DEFAULT_DEPOSIT, forOrder, onAmount }: DepositProps) {
  const fetcher = useFetcher<DepositState>();
  const state: DepositState = fetcher.data ?? { step: 'input', amount: initialAmount };
  const reset = () => void fetcher.submit({ intent: 'reset', amount: state.amount }, { method: 'post' });
  const isCharged = state.step === 'payment' && state.isCharged;
  const tell = useRef(onAmount);
  useEffect(() => void (tell.current = onAmount));
  // Idle: a navigation would end the loading of the wallet after the submission.
  const isAtCard = state.step === 'payment' && fetcher.state === 'idle';
  useEffect(() => {
    if (isAtCard) tell.current(state.amount);
  }, [isAtCard, state.amount]);
  return (
    // Each step takes the focus of the button that led to it; so does what stands in the place of the form once the card is charged.
    <div
      key={isCharged ? 'charged' : state.step}
      ref={fetcher.data ? focusOnMount : undefined}
      className="focus:outline-none"
    >
      <Step {...{ fetcher, state, reset, isLocked, forOrder }} />
    </div>
  );
}

interface CurrentStepProps extends Pick<DepositProps, 'forOrder'> {
  fetcher: StepProps<'input'>['fetcher'];
  state: DepositState;
  isLocked: boolean;
  reset: () => void;
}

function Step({ fetcher, state, isLocked, forOrder, reset }: CurrentStepProps) {
  switch (state.step) {
    case 'input':
      return <AmountStep fetcher={fetcher} state={state} isLocked={isLocked} />;
    case 'payment':
      return (
        <PaymentStep key={state.paymentIntentId} fetcher={fetcher} state={state} forOrder={forOrder} onCancel={reset} />
      );
    case 'success':
      return <SuccessStep state={state} forOrder={forOrder} onAgain={reset} />;
    default:
      return (
        <Alert
          tone="warning"
          action={
            <Button variant="outline" size="sm" onClick={reset}>
              Làm lại từ đầu
            </Button>
          }
        >
          Bước nạp tiền không xác định.
        </Alert>
      );
  }
}

/** @returns a ref of the element to scroll into view when it `isDue`: on phones the card form ends far below the screen */
function useShown(isDue: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDue) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isDue]);
  return ref;
}

interface PaymentStepProps extends StepProps<'payment'>, Pick<DepositProps, 'forOrder'> {
  onCancel: () => void;
}

function PaymentStep({ fetcher, state, forOrder, onCancel }: PaymentStepProps) {
  const provider = useSettings()?.payment;
  const { amount, clientSecret, paymentIntentId, message, isCharged = false, balance } = state;
  const ref = useShown(isCharged);
  const confirm = () =>
    void fetcher.submit({ intent: 'confirm', amount, clientSecret, paymentIntentId }, { method: 'post' });

  const isCredited = balance !== undefined;
  const { submit } = fetcher;
  useEffect(() => {
    if (!isCredited) return;
    const timer = setTimeout(() => void submit({ intent: 'finish', amount, balance }, { method: 'post' }), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isCredited, amount, balance, submit]);

  return (
    <div ref={ref} className="grid max-w-lg gap-5">
      <p className="flex items-baseline justify-between gap-4 border-b border-line pb-4">
        <span className="text-muted">Số tiền nạp</span>
        <strong className="tabular text-xl">{formatVnd(amount)}</strong>
      </p>
      {message && (
        <Alert
          tone={message.includes('thành công') ? 'success' : 'danger'}
          action={
            isCharged &&
            !isCredited && (
              <Button variant="outline" size="sm" isBusy={fetcher.state !== 'idle'} onClick={confirm}>
                Xác nhận lại
              </Button>
            )
          }
        >
          {message}
        </Alert>
      )}
      {!provider && <RetryAlert>{CARD_TEXTS.unavailable}</RetryAlert>}
      {/* A charged card is never charged again: only the confirmation is retried. */}
      {provider && !isCharged && (
        <CardForm
          provider={provider}
          clientSecret={clientSecret}
          label={`Nạp ${formatVnd(amount)}`}
          returnPath={`/paybox?amount=${amount}${forOrder ? `&order=${forOrder}` : ''}`}
          texts={CARD_TEXTS}
          onCharged={confirm}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

interface SuccessStepProps {
  state: StepProps<'success'>['state'];
  forOrder?: number;
  onAgain: () => void;
}

function SuccessStep({ state: { amount, balance }, forOrder, onAgain }: SuccessStepProps) {
  const hasCart = useCart().length > 0;
  const ref = useShown(true);
  return (
    <div ref={ref} className="grid max-w-lg justify-items-center gap-4 py-6 text-center" role="status">
      <CircleCheck aria-hidden="true" className="size-14 stroke-1 text-accent" />
      <p className="text-xl font-bold">Đã nạp {formatVnd(amount)}</p>
      <p className="text-muted">
        Số dư mới: <strong className="tabular text-ink">{formatVnd(balance)}</strong>
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {forOrder && (
          <Link to={`/orders/${forOrder}`} className={buttonStyle()}>
            Thanh toán đơn hàng #{forOrder}
          </Link>
        )}
        {!forOrder && hasCart && (
          <Link to="/payment" className={buttonStyle()}>
            Tiếp tục đặt hàng
          </Link>
        )}
        <Button variant="outline" onClick={onAgain}>
          Nạp thêm
        </Button>
      </div>
    </div>
  );
}
