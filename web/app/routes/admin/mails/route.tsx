import { useLoaderData, useRevalidator, type ClientActionFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Mail } from 'contract/administration/mail';
import { useEffect } from 'react';
import { adminLoader, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable } from '~/components/admin/list/data-table';
import { DaysFilter, FilterBar, SearchFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { listQuery } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { getCounts } from '~/api/admin/dashboard';
import { listMails, sendMailAgain } from '~/api/admin/mails';
import { adminPage } from '~/components/shop/page-title';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { MAIL_COLUMNS, MAIL_STATES } from './mail-columns';
import { ResendFailed, resendFailed } from './resend-failed';
import { ResendMail } from './resend-mail';

export const meta = adminPage('Email');

/** Polling interval while a mail is due, which takes seconds to send. */
const POLL_MS = 3_000;

export const clientLoader = adminLoader(async ({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'from', 'to']);
  const load = async (signal: AbortSignal) => {
    const [mails, failedCount] = await Promise.all([listMails(query, signal), countFailed(signal)]);
    return { ...mails, failedCount };
  };
  return loadPage(request, load, 'Không thể tải danh sách email.');
});

/** @returns how many mails failed; undefined when that could not be loaded, which keeps nobody from the list */
const countFailed = (signal: AbortSignal) =>
  getCounts(signal).then(
    ({ failed_mails: count }) => count,
    () => undefined,
  );

/** Resends a failed mail, or all of the last days. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (textOf(form, 'intent') === 'send-failed') return resendFailed(request);
  const id = Number(textOf(form, 'id'));
  return runAction(request, () => sendMailAgain(id), {
    done: 'Email sẽ được gửi lại ngay.',
    otherwise: 'Không thể gửi lại email.',
  });
}

export const HydrateFallback = () => <MailsPage mails={undefined} />;

export default function Mails() {
  const mails = useLoaderData<typeof clientLoader>();
  usePolling(mails.data?.results ?? []);
  return <MailsPage mails={mails} />;
}

function usePolling(mails: readonly Mail[]) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const isDue = mails.some(({ next_attempt_at: next }) => next !== null && Date.parse(next) <= Date.now());
    if (!isDue) return;
    const timer = setTimeout(revalidate, POLL_MS);
    return () => clearTimeout(timer);
  }, [mails, revalidate]);
}

function MailsPage({ mails }: { mails: Loaded<Page<Mail> & { failedCount?: number }> | undefined }) {
  return (
    <AdminPage title="Email gửi cho khách" actions={mails?.data && mails.data.failedCount !== 0 && <ResendFailed />}>
      <FilterBar>
        <SearchFilter label="Số đơn, tên hoặc email người nhận" />
        <StateFilter states={MAIL_STATES} />
        <DaysFilter />
      </FilterBar>
      <ListBody
        list={mails}
        empty={
          <Empty title="Chưa có email nào">
            Email xuất hiện ở đây khi khách đăng ký, đặt hàng, thanh toán, nhận hàng hoặc được hoàn tiền.
          </Empty>
        }
      >
        {(rows) => (
          <DataTable
            caption="Email, mới nhất trước"
            columns={MAIL_COLUMNS}
            rows={rows}
            actions={(mail) => <ResendMail mail={mail} />}
          />
        )}
      </ListBody>
    </AdminPage>
  );
}
