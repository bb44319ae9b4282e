import { Link } from '@remix-run/react';
import type { AdminWallet } from 'contract/money/paybox';
import { formatVnd } from 'contract/rules';
import { LockKeyhole, LockKeyholeOpen, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '~/components/display/badge';
import { Button, buttonStyle } from '~/components/form/button';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { customerPath } from '~/components/admin/customer-path';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable, type Column } from '~/components/admin/list/data-table';

/** The wallets, each with a link to its transactions and a lock button. */
export function WalletTable({ wallets }: { wallets: readonly AdminWallet[] | undefined }) {
  const [chosen, ask] = useState<AdminWallet | null>(null);
  return (
    <>
      <DataTable
        caption="Ví của khách"
        columns={COLUMNS}
        rows={wallets}
        actions={(wallet) => (
          <>
            <StatementLink wallet={wallet} />
            <LockButton wallet={wallet} onAsk={() => ask(wallet)} />
          </>
        )}
      />
      {chosen && <LockDialog wallet={chosen} onClose={() => ask(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<AdminWallet>[] = [
  {
    label: 'Chủ ví',
    sort: 'name',
    firstSort: 'asc',
    cell: ({ user_info: { id, username, email } }) => (
      <>
        <Link to={customerPath(id)} className="font-medium underline underline-offset-4">
          {username}
        </Link>
        <span className="block [overflow-wrap:anywhere] text-muted">
          <Email address={email} />
        </span>
      </>
    ),
  },
  {
    label: 'Số dư',
    sort: 'balance',
    isNumber: true,
    cell: ({ balance, owed }) => (
      <>
        <span className="font-medium whitespace-nowrap">{formatVnd(balance)}</span>
        {owed > 0 && (
          <span className="block">
            <Badge tone="danger">Nợ {formatVnd(owed)}</Badge>
          </span>
        )}
      </>
    ),
  },
  { label: 'Trạng thái', cell: ({ is_active: isActive }) => <WalletState isActive={isActive} /> },
  {
    label: 'Dùng gần nhất',
    sort: 'updated',
    isMinor: true,
    cell: ({ updated_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
  {
    label: 'Mở ví',
    isMinor: true,
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
];

const WalletState = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'success' : 'danger'}>
    {isActive ? (
      <ShieldCheck aria-hidden="true" className="size-3" />
    ) : (
      <LockKeyhole aria-hidden="true" className="size-3" />
    )}
    {isActive ? 'Đang hoạt động' : 'Tạm khóa'}
  </Badge>
);

const StatementLink = ({ wallet: { id, user_info: user } }: { wallet: AdminWallet }) => (
  <Link
    to={`/admin/paybox?tab=transactions&wallet=${id}`}
    aria-label={`Giao dịch của ${user.username}`}
    className={buttonStyle({ variant: 'outline', size: 'sm' })}
  >
    Giao dịch
  </Link>
);

function LockButton({
  wallet: { is_active: isActive, user_info: user },
  onAsk,
}: {
  wallet: AdminWallet;
  onAsk: () => void;
}) {
  const label = isActive ? 'Tạm khóa' : 'Mở khóa';
  const Icon = isActive ? LockKeyhole : LockKeyholeOpen;
  return (
    <Button variant="outline" size="sm" onClick={onAsk} aria-label={`${label} ví của ${user.username}`}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

function LockDialog({ wallet, onClose }: { wallet: AdminWallet; onClose: () => void }) {
  const { id, is_active: isActive, balance, user_info: user } = wallet;
  const label = isActive ? 'Tạm khóa' : 'Mở khóa';
  return (
    <ConfirmDialog
      title={`${label} ví của ${user.username}?`}
      confirm={label}
      fields={{ id, is_active: String(!isActive) }}
      isDanger={isActive}
      onClose={onClose}
    >
      <p>
        Chủ ví: <strong>{user.username}</strong> ({user.email}). Số dư: <strong>{formatVnd(balance)}</strong>.
      </p>
      <p className="text-muted">
        {isActive
          ? 'Ví bị khóa không thanh toán và không nạp thêm được. Tiền hoàn lại và tiền đã nạp vẫn được cộng vào ví.'
          : 'Chủ ví sẽ lại thanh toán và nạp tiền được ngay.'}
      </p>
    </ConfirmDialog>
  );
}
