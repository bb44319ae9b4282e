import type { MetaFunction } from '@remix-run/node';
import { Link, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { requireAdmin } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { buttonStyle } from '~/ui/button';
import { Empty } from '~/ui/empty';

export const meta: MetaFunction = () => [{ title: 'Quản trị · MAY' }, { name: 'robots', content: 'noindex' }];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return { username: (await requireAdmin(request)).username };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default function Dashboard() {
  return (
    <main id="main" className="page py-10">
      <h1 className="sr-only">Quản trị</h1>
      <Empty
        title="Trang quản trị đang được xây dựng"
        action={
          <>
            <Link to="/" className={buttonStyle()}>
              Về cửa hàng
            </Link>
            <Link to="/admin/mails" className={buttonStyle({ variant: 'outline' })}>
              Email
            </Link>
            <Link to="/logout" className={buttonStyle({ variant: 'outline' })}>
              Đăng xuất
            </Link>
          </>
        }
      >
        Bạn đã đăng nhập với quyền quản trị. Sản phẩm, đơn hàng, người dùng và ví sẽ được quản lý tại đây.
      </Empty>
    </main>
  );
}
