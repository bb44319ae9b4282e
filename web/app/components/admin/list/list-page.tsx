import { Link } from '@remix-run/react';
import { formatNumber } from 'contract/rules';
import type { Page } from 'contract/common';
import type { ReactNode } from 'react';
import { Empty } from '~/components/feedback/empty';
import { Pager } from '~/components/display/pager';
import { RetryAlert } from '~/components/feedback/retry-alert';
import type { Loaded } from '../run-action';
import { LIST_PAGE_SIZE, hrefWith, pageOf, useListAddress } from './list-url';

interface AdminPageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of an admin page: its title, its buttons and its content. */
export function AdminPage({ title, actions, children }: AdminPageProps) {
  return (
    <main id="main" className="grid content-start gap-4 px-3 py-5 sm:px-5 lg:px-8 lg:py-7">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl">{title}</h1>
        {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

interface ListBodyProps<T> {
  /** The loaded list; undefined while it loads. */
  list: Loaded<Page<T>> | undefined;
  /** Shown for an empty list without filters: why it is empty, and what to do next. */
  empty: ReactNode;
  /** Rows of a page. */
  pageSize?: number;
  /** The table; without rows, its placeholder. */
  children: (rows: readonly T[] | undefined) => ReactNode;
}

/** A list in every state: loading, failed, empty, past its end, or a table with pages. */
export function ListBody<T>({ list, empty, pageSize = LIST_PAGE_SIZE, children }: ListBodyProps<T>) {
  const address = useListAddress();
  if (!list || address.isTurning) return children(undefined);
  if (list.error !== null) return <RetryAlert>{list.error}</RetryAlert>;
  const { results, count } = list.data;
  const page = pageOf(address.params);
  if (results.length === 0) return page > 1 ? <PastTheEnd /> : isFiltered(address.params) ? <NothingFound /> : empty;
  const first = (page - 1) * pageSize + 1;
  return (
    <>
      {children(results)}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted tabular">
          {formatNumber(first)}-{formatNumber(first + results.length - 1)} trong {formatNumber(count)}
        </p>
        <Pager page={page} pageCount={Math.ceil(count / pageSize)} href={(next) => hrefWith(address, { page: next })} />
      </div>
    </>
  );
}

/** Parameters that choose the list itself: a part of the page, the endpoint whose log is open. */
const CHOOSE_LIST = ['tab', 'endpoint'];
const NO_FILTERS = ['page', 'page_size', 'sort', ...CHOOSE_LIST];

const isFiltered = (params: URLSearchParams) =>
  [...params].some(([name, value]) => !NO_FILTERS.includes(name) && value !== '');

function PastTheEnd() {
  const address = useListAddress();
  return (
    <Empty
      title="Không còn gì ở trang này"
      action={
        <Link to={hrefWith(address, { page: 1 })} className="underline underline-offset-4">
          Về trang đầu
        </Link>
      }
    />
  );
}

function NothingFound() {
  const { pathname, params } = useListAddress();
  const kept = new URLSearchParams([...params].filter(([name]) => CHOOSE_LIST.includes(name)));
  return (
    <Empty
      title="Không tìm thấy gì"
      action={
        <Link to={hrefWith({ pathname, params: kept }, {})} className="underline underline-offset-4">
          Bỏ mọi bộ lọc
        </Link>
      }
    >
      Thử từ khác, hoặc bớt một bộ lọc.
    </Empty>
  );
}
