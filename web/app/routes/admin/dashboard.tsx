import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { LedgerLine } from '~/admin/ledger-line';
import { sentenceOf } from '~/api/client';
import { getLedgerCheck } from '~/api/ledger';
import { requireAdmin } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { buttonStyle } from '~/ui/button';
import { Empty } from '~/ui/empty';
import { RetryAlert } from '~/ui/retry-alert';

export const meta: MetaFunction = () => [{ title: 'Quản trị · MAY' }, { name: 'robots', content: 'noindex' }];

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  try {
    return { ledger: await getLedgerCheck(request.signal), error: null };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { ledger: null, error: sentenceOf(error, 'Không thể tải kết quả kiểm tra sổ sách.') };
  }
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

export default function Dashboard() {
  const { ledger, error } = useLoaderData<typeof clientLoader>();
  return (
    <main id="main" className="page py-10">
      <h1 className="sr-only">Quản trị</h1>
      {ledger ? <LedgerLine check={ledger} /> : <RetryAlert>{error}</RetryAlert>}
      <Empty
        title="Trang quản trị đang được xây dựng"
        action={
          <>
            <Link to="/" className={buttonStyle()}>
              Về cửa hàng
            </Link>
            <Link to="/admin/chat" className={buttonStyle({ variant: 'outline' })}>
              Tư vấn
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
