import { Link } from '@remix-run/react';
import type { AdminUser } from 'contract/accounts/admin-users';
import { Lock, LockOpen, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import { auditOf } from '~/components/admin/audit-link';
import { customerPath } from '~/components/admin/customer-path';
import { IconButton } from '~/components/admin/buttons';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { Badge } from '~/components/display/badge';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { chatWith } from '~/features/order-admin/chat-link';
import { useUser } from '~/api/account/session';
import { RIGHTS_CHANGES, type RightsChange } from './rights-changes';

/** The open panel: a form, or a confirmation about one account. */
export type UserPanel = { is: 'create' } | { is: 'update' | 'close' | RightsChange; user: AdminUser };

interface UserTableProps {
  /** Undefined while they load. */
  users: readonly AdminUser[] | undefined;
  onOpen: (panel: UserPanel) => void;
}

/** The accounts of the shop, each with its actions. */
export const UserTable = ({ users, onOpen }: UserTableProps) => (
  <DataTable
    caption="Người dùng"
    columns={COLUMNS}
    rows={users}
    actions={(user) => <Actions user={user} onOpen={onOpen} />}
  />
);

const LINK = 'inline-block min-h-6 underline underline-offset-4';

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    label: 'Người dùng',
    sort: 'name',
    firstSort: 'asc',
    cell: (user) => (
      <span className="block sm:min-w-40 [overflow-wrap:anywhere]">
        <Link to={customerPath(user.id)} className="font-medium underline underline-offset-4">
          {user.username}
        </Link>
        <span className="block text-muted">
          <Email address={user.email} />
        </span>
      </span>
    ),
  },
  { label: 'Họ tên', isMinor: true, cell: ({ last_name: last, first_name: first }) => `${last} ${first}`.trim() },
  {
    label: 'Vai trò',
    cell: (user) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={user.is_staff ? 'ink' : 'sand'}>{user.is_staff ? 'Quản trị viên' : 'Khách hàng'}</Badge>
        {!user.is_active && <Badge tone="danger">Đã khóa</Badge>}
      </span>
    ),
  },
  {
    label: 'Ngày tham gia',
    sort: 'date',
    cell: ({ date_joined: joined }) => (
      <span className="whitespace-nowrap text-muted tabular">{formatTime(joined)}</span>
    ),
  },
  {
    label: 'Xem thêm',
    isMinor: true,
    cell: ({ id, username }) => (
      <span className="flex flex-wrap gap-x-3">
        <Link to={`/admin/orders?user=${id}`} className={LINK} aria-label={`Đơn hàng của ${username}`}>
          Đơn hàng
        </Link>
        <Link to={`/admin/paybox?user=${id}`} className={LINK} aria-label={`Ví của ${username}`}>
          Ví
        </Link>
        <Link to={`/admin/reviews?user=${id}`} className={LINK} aria-label={`Đánh giá của ${username}`}>
          Đánh giá
        </Link>
        <Link to={chatWith({ id, username })} className={LINK} aria-label={`Trò chuyện với ${username}`}>
          Trò chuyện
        </Link>
        <Link to={auditOf('user', id)} className={LINK} aria-label={`Nhật ký về ${username}`}>
          Nhật ký
        </Link>
      </span>
    ),
  },
];

/** Administrators cannot lock, demote or close their own account: the server refuses it, and the row says why. */
function Actions({ user, onOpen }: { user: AdminUser; onOpen: (panel: UserPanel) => void }) {
  const isMe = useUser()?.id === user.id;
  const { username } = user;
  const [locking, ranking] = [user.is_active ? 'lock' : 'unlock', user.is_staff ? 'demote' : 'promote'] as const;
  const actions = [
    { is: 'update', label: 'Sửa', icon: Pencil },
    { is: locking, label: RIGHTS_CHANGES[locking].label, icon: locking === 'lock' ? Lock : LockOpen },
    { is: ranking, label: RIGHTS_CHANGES[ranking].label, icon: ranking === 'demote' ? ShieldOff : ShieldCheck },
    { is: 'close', label: 'Đóng tài khoản', icon: Trash2 },
  ] as const;
  return (
    <div className="grid sm:justify-items-end gap-1">
      <div className="flex gap-1">
        {actions.map(({ is, label, icon }) => (
          <IconButton
            key={is}
            icon={icon}
            title={label}
            label={`${label} ${username}`}
            disabled={isMe && is !== 'update'}
            aria-describedby={isMe && is !== 'update' ? 'own-account' : undefined}
            onClick={() => onOpen({ is, user })}
          />
        ))}
      </div>
      {isMe && (
        <p id="own-account" className="max-w-44 pb-2 sm:text-right text-xs whitespace-normal text-muted">
          Tài khoản của bạn: không thể tự khóa, bỏ quyền hay đóng.
        </p>
      )}
    </div>
  );
}
