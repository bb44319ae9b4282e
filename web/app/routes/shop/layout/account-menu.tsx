import { Link } from '@remix-run/react';
import type { UserInfo } from '~/api/account/session';
import { Menu } from '~/components/overlay/menu';
import { Avatar } from '~/features/account/avatar/avatar';

const ROW = 'flex min-h-11 items-center px-4 hover:bg-sand';

/** Labels as in the sidebar of the admin pages. */
const ADMIN_LINKS = [
  ['/admin/users', 'Người dùng'],
  ['/admin/products', 'Sản phẩm'],
  ['/admin/orders', 'Đơn hàng'],
  ['/admin/paybox', 'Ví Paybox'],
] as const;

/** The links of the signed-in user; administrators also see the admin pages. */
export function AccountMenu({ user }: { user: UserInfo }) {
  return (
    <Menu
      label={`Tài khoản của ${user.username}`}
      className="relative"
      panel="absolute top-full right-0 z-40 w-60 rounded-lg border border-line bg-surface py-2 shadow-sheet"
      summary={<Avatar src={user.avatar} className="size-[32px]" />}
    >
      <p className="truncate px-4 pb-2 text-sm text-muted">
        Xin chào, <strong className="text-ink">{user.first_name || user.username}</strong>
      </p>
      <Link to="/profile" className={ROW}>
        Tài khoản
      </Link>
      <Link to="/paybox" className={ROW}>
        Ví Paybox
      </Link>
      <Link to="/user/chat" className={ROW}>
        Tư vấn
      </Link>
      <Link to="/logout" className={ROW}>
        Đăng xuất
      </Link>
      {user.isAdmin && (
        <>
          <Link to="/admin" className={ROW}>
            Trang quản trị
          </Link>
          <hr className="my-2 border-line" />
          {ADMIN_LINKS.map(([to, label]) => (
            <Link key={to} to={to} className={ROW}>
              {label}
            </Link>
          ))}
        </>
      )}
    </Menu>
  );
}
