import type { Wallet } from 'contract/money/paybox';
import { formatVnd } from 'contract/rules';
import { LockKeyhole, ShieldCheck } from 'lucide-react';

/** The wallet as a card: balance, owner, whether it is locked. */
export function WalletCard({ wallet }: { wallet: Wallet }) {
  const { balance, is_active, user_info } = wallet;
  const Icon = is_active ? ShieldCheck : LockKeyhole;
  return (
    <section
      aria-label="Ví Paybox"
      className={`relative isolate grid aspect-[8/5] max-h-64 w-full max-w-md content-between overflow-clip rounded-xl p-6 text-on-accent shadow-card ${
        is_active ? 'bg-accent-strong' : 'bg-ink'
      }`}
    >
      <Weave />
      <div className="flex items-center justify-between gap-4">
        <span className="text-lg font-bold tracking-[0.18em]">PAYBOX</span>
        <span className="inline-flex items-center gap-1.5 rounded-full bg-surface/15 px-3 py-1 text-sm">
          <Icon aria-hidden="true" className="size-4" />
          {is_active ? 'Đang hoạt động' : 'Tạm khóa'}
        </span>
      </div>
      <p>
        <span className="block text-sm opacity-80">Số dư</span>
        <strong className="tabular text-2xl sm:text-3xl">{formatVnd(balance)}</strong>
      </p>
      <p className="text-sm [overflow-wrap:anywhere] opacity-90">{user_info.username}</p>
    </section>
  );
}

/** Threads of a cloth, as the card's pattern. */
function Weave() {
  return (
    <svg aria-hidden="true" className="absolute inset-0 -z-10 size-full opacity-[0.07]">
      <pattern id="weave" width="28" height="28" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
        <path d="M0 7h28M7 0v28" stroke="currentColor" strokeWidth="6" />
      </pattern>
      <rect width="100%" height="100%" fill="url(#weave)" />
    </svg>
  );
}
