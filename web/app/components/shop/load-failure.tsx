import { Link, data, isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from '@remix-run/react';
import { TEXTS } from 'contract/rules';
import { ApiError, sentenceOf } from '~/api/http/client';
import { ErrorPage } from '~/routing/error-page';
import { Alert } from '~/components/feedback/alert';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';

/**
 * Awaits a page's data. An API error becomes the page's own status and message.
 * @param otherwise the message if the server sent none
 */
export async function pageData<T>(work: Promise<T>, otherwise?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isDown = error.status === 0 || error.status >= 500;
    throw data(sentenceOf(error, otherwise), {
      status: isDown ? 503 : error.status,
      headers: isDown ? { 'Retry-After': '5' } : {},
    });
  }
}

/** The explanation on a page whose object does not exist, and a link to go on. */
interface Gone {
  hint: string;
  to: string;
  label: string;
}

const GOODS: Gone = {
  hint: 'Có thể món này đã ngừng bán, hoặc đường dẫn chưa đầy đủ. Còn nhiều món khác đang chờ bạn.',
  to: '/search',
  label: 'Xem tất cả sản phẩm',
};

const ORDER: Gone = {
  hint: 'Có thể đường dẫn chưa đầy đủ, hoặc đơn hàng thuộc về một tài khoản khác.',
  to: '/profile?tab=orders',
  label: 'Xem đơn hàng của tôi',
};

/** The error page of an order, see `LoadFailure`. */
export const OrderFailure = () => <LoadFailure gone={ORDER} />;

/** The error page after `pageData` failed: the message, and a retry that works without scripts. */
export function LoadFailure({ gone = GOODS }: { gone?: Gone }) {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  if (!isRouteErrorResponse(error)) return <ErrorPage error={error} />;
  const detail = typeof error.data === 'string' && error.data ? error.data : TEXTS.unavailable;
  if (error.status === 404) return <NotThere title={detail} {...gone} />;
  return (
    <main id="main" className="page min-h-[50dvh] py-12">
      <Alert
        tone="danger"
        action={
          <a
            href={pathname + search}
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
            onClick={(event) => {
              event.preventDefault();
              revalidate();
            }}
          >
            {state === 'loading' ? 'Đang thử lại…' : 'Thử lại'}
          </a>
        }
      >
        {detail}
      </Alert>
    </main>
  );
}

function NotThere({ title, hint, to, label }: Gone & { title: string }) {
  return (
    <main id="main" className="page grid min-h-[60dvh] place-content-center">
      <Empty
        title={title}
        heading="h1"
        action={
          <>
            <Link to={to} className={buttonStyle()}>
              {label}
            </Link>
            <Link to="/" className={buttonStyle({ variant: 'outline' })}>
              Về trang chủ
            </Link>
          </>
        }
      >
        {hint}
      </Empty>
    </main>
  );
}
