import { Link, data, isRouteErrorResponse, useLocation, useRevalidator, useRouteError } from '@remix-run/react';
import { TEXTS } from 'contract/rules';
import { ApiError, sentenceOf } from '~/api/client';
import { ErrorPage } from '~/routing/error-page';
import { Alert } from '~/ui/alert';
import { buttonStyle } from '~/ui/button';
import { Empty } from '~/ui/empty';

/**
 * Waits for a page's data; what the API refused becomes the page's own status, with its sentence.
 * @param otherwise what to say where the server said nothing
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

/** What is said below the sentence of a page whose thing is not there, and where to go instead. */
interface Gone {
  hint: string;
  to: string;
  label: string;
}

const GOODS: Gone = {
  hint: 'Có thể món này đã ngừng bán, hoặc đường dẫn bị thiếu. Còn nhiều món khác đang chờ bạn.',
  to: '/search',
  label: 'Xem tất cả sản phẩm',
};

/** What a public page shows when `pageData` failed: what happened, and a retry that needs no scripts. */
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
