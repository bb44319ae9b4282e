import { Link, useFetcher } from '@remix-run/react';
import type { Order } from 'contract/orders/orders';
import type { Wallet } from 'contract/money/paybox';
import { formatVnd, TEXTS } from 'contract/rules';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Button } from '~/components/form/button';
import { showOnMount } from '~/components/form/focus/focus';
import { useFirstPress } from '~/components/form/use-first-press';
import { debtSentence, depositOf, missingIn } from '~/features/wallet/wallet-data';
import type { OrderAnswer } from '../order-answer';
import { PayBar } from './pay-bar';

/** True when a wallet is active and holds the total of an order. */
export const canPayFrom = (wallet: Wallet | null, order: Order) =>
  wallet?.is_active === true && missingIn(wallet, order.totalPrice) === 0;

interface WalletPaymentProps {
  order: Order;
  wallet: Wallet | null;
  walletError: string | null;
  /** Opens the card form. */
  onCard: () => void;
}

/** The button that pays from the wallet. Whoever chose the card and has too little in the wallet is led to the card instead. */
export function WalletPayment({ order, wallet, walletError, onCard }: WalletPaymentProps) {
  const fetcher = useFetcher<OrderAnswer>();
  const isFirstPress = useFirstPress(fetcher);
  // There was no answer, and the order may have been paid. It is paid once, however often this is pressed.
  const isUnsure = fetcher.data?.isUnanswered === true;
  const isCardNext = order.paymentMethod === 'Stripe' && !canPayFrom(wallet, order);
  const pay = (
    <Button
      type="submit"
      name="intent"
      value="wallet"
      // Cash needs nothing now: the order is placed.
      variant={isCardNext || order.paymentMethod === 'COD' ? 'outline' : 'primary'}
      className="py-2"
      isBusy={fetcher.state !== 'idle'}
      disabled={!canPayFrom(wallet, order)}
    >
      {/* Two lines on a narrow phone: what is paid, and from where. */}
      <span>
        <span className="inline-block">
          {isUnsure ? 'Thanh toán lại' : 'Thanh toán'}{' '}
          <span className="whitespace-nowrap">{formatVnd(order.totalPrice)}</span>
        </span>{' '}
        <span className="inline-block">bằng ví Paybox</span>
      </span>
    </Button>
  );
  return (
    <fetcher.Form method="post" onSubmit={isFirstPress} className="grid gap-3">
      {wallet ? (
        <p className="flex justify-between gap-4 text-sm">
          <span className="text-muted">Số dư ví</span>
          <strong className="tabular">{formatVnd(wallet.balance)}</strong>
        </p>
      ) : (
        <RetryAlert>{walletError}</RetryAlert>
      )}
      {wallet && <WalletTrouble wallet={wallet} order={order} />}
      {fetcher.data?.error && fetcher.state === 'idle' && (
        <div ref={showOnMount}>
          <Alert tone="danger">
            {fetcher.data.error}
            {isUnsure && <span className="block">Bấm lần nữa để thử lại: ví không bị trừ tiền hai lần.</span>}
          </Alert>
        </div>
      )}
      {isCardNext ? (
        <>
          {pay}
          <PayBar order={order}>
            <Button onClick={onCard}>Nhập thẻ · {formatVnd(order.totalPrice)}</Button>
          </PayBar>
        </>
      ) : (
        <PayBar order={order}>{pay}</PayBar>
      )}
    </fetcher.Form>
  );
}

/** Why a wallet cannot pay an order: it is locked, or holds too little. */
function WalletTrouble({ wallet, order }: { wallet: Wallet; order: Order }) {
  const missing = missingIn(wallet, order.totalPrice);
  return (
    <>
      {!wallet.is_active && <Alert tone="danger">Ví đang tạm khóa. Vui lòng liên hệ cửa hàng để mở khóa.</Alert>}
      {missing > 0 && (
        <Alert tone="warning">
          {TEXTS.insufficientBalance} Còn thiếu {formatVnd(missing)}.{' '}
          <Link
            to={`/paybox?tab=deposit&amount=${depositOf(missing)}&order=${order.id}`}
            className="font-medium underline underline-offset-4"
          >
            Nạp tiền vào ví
          </Link>
          {wallet.owed > 0 && <p className="mt-1 text-sm">{debtSentence(wallet.owed)}</p>}
        </Alert>
      )}
    </>
  );
}
