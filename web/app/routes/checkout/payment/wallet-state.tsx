import { Link, useRevalidator } from '@remix-run/react';
import { formatVnd } from 'contract/rules';
import type { Wallet } from 'contract/money/paybox';
import { debtSentence, depositOf, missingIn } from '~/features/wallet/wallet-data';

export function WalletState({ wallet, total }: { wallet: Wallet; total: number }) {
  const missing = missingIn(wallet, total);
  return (
    <>
      Số dư: <strong className="tabular text-ink">{formatVnd(wallet.balance)}</strong>
      {!wallet.is_active && (
        <span className="block text-signal">Ví đang tạm khóa. Vui lòng liên hệ cửa hàng để mở khóa.</span>
      )}
      {wallet.is_active && missing > 0 && (
        <span className="block">
          <span className="text-signal">Còn thiếu {formatVnd(missing)}.</span>{' '}
          <Link
            to={`/paybox?tab=deposit&amount=${depositOf(missing)}`}
            className="relative z-10 font-medium text-accent underline underline-offset-4"
          >
            Nạp tiền vào ví
          </Link>
          {wallet.owed > 0 && <span className="mt-1 block">{debtSentence(wallet.owed)}</span>}
        </span>
      )}
    </>
  );
}

export function WalletMissing({ error }: { error: string | null }) {
  const { revalidate, state } = useRevalidator();
  return (
    <span className="text-signal">
      {error}{' '}
      <button
        type="button"
        disabled={state === 'loading'}
        onClick={revalidate}
        className="relative z-10 underline underline-offset-4"
      >
        Thử lại
      </button>
    </span>
  );
}
