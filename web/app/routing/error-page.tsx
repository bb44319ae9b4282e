import { isRouteErrorResponse, Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { noteError } from './browser-report/watch';
import { isFailedLoad } from './loading/failed-load';
import { useRequestId } from './document/request-id';
import { Button } from '~/components/form/button';

/**
 * The error page: of a 404, with its text; of a page that did not load, with a retry; and of any other error, which is
 * a crash.
 * @param error from `useRouteError()`: a thrown Response or any other value
 */
export function ErrorPage({ error }: { error: unknown }) {
  // React gives an error that a boundary shows to nobody else. Only crashes are reported.
  useEffect(() => noteError(error), [error]);
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <NotFound detail={typeof error.data === 'string' && error.data ? error.data : undefined} />;
  }
  if (isFailedLoad(error)) return <NotLoaded />;
  return (
    <main id="main" className="page grid min-h-[70dvh] place-content-center gap-4 py-16">
      <h1 className="text-2xl">Unexpected Application Error!</h1>
      <p className="max-w-prose text-muted">
        Trang gặp sự cố ngoài dự kiến. Những gì bạn đã nhập vẫn được giữ trên thiết bị này. Hãy tải lại trang; nếu vẫn
        lỗi, vui lòng thử lại sau ít phút.
      </p>
      <p className="flex flex-wrap gap-4">
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="min-h-11 bg-accent px-6 font-medium text-on-accent transition-colors hover:bg-accent-strong"
        >
          Tải lại trang
        </button>
        <Link to="/" className="inline-flex min-h-11 items-center underline underline-offset-4" reloadDocument>
          Về trang chủ
        </Link>
      </p>
      <ErrorCode />
    </main>
  );
}

/** The id by which support finds the error in the logs. Only the server knows it, so the browser keeps what is there. */
function ErrorCode() {
  const id = useRequestId();
  return (
    <p className="text-xs text-muted empty:hidden" suppressHydrationWarning>
      {id && `Mã lỗi ${id}`}
    </p>
  );
}

/** In place of a first page that did not load; later ones leave the page before them standing. */
function NotLoaded() {
  const { revalidate, state } = useRevalidator();
  return (
    <main id="main" className="page grid min-h-[60dvh] place-content-center gap-4 py-16">
      <h1 className="text-2xl">Không tải được trang</h1>
      <p className="max-w-prose text-muted">
        Kết nối bị gián đoạn hoặc cửa hàng đang bận. Những gì bạn đã nhập vẫn được giữ trên thiết bị này.
      </p>
      <p>
        <Button isBusy={state === 'loading'} onClick={revalidate}>
          Thử lại
        </Button>
      </p>
      <ErrorCode />
    </main>
  );
}

/** The page for a URL that does not exist. */
export function NotFound({ detail = 'Trang bạn tìm không có ở đây, hoặc đã được chuyển đi nơi khác.' }) {
  return (
    <main id="main" className="page grid min-h-[60dvh] place-content-center gap-4 py-16">
      <p className="tabular text-5xl font-bold text-accent">404</p>
      <h1 className="text-2xl">Không tìm thấy trang</h1>
      <p className="max-w-prose text-muted">{detail}</p>
      <p className="flex flex-wrap gap-4">
        <Link
          to="/search"
          className="inline-flex min-h-11 items-center bg-accent px-6 font-medium text-on-accent transition-colors hover:bg-accent-strong"
        >
          Xem tất cả sản phẩm
        </Link>
        <Link to="/" className="inline-flex min-h-11 items-center underline underline-offset-4">
          Về trang chủ
        </Link>
      </p>
    </main>
  );
}
