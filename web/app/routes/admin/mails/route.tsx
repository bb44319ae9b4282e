import {
  Link,
  useFetcher,
  useLoaderData,
  useRevalidator,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { Page } from 'contract/common';
import type { Mail, MailState, MailTemplate } from 'contract/administration/mail';
import { Check, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { DataTable, type Column } from '~/components/admin/list/data-table';
import { DaysFilter, FilterBar, SearchFilter, StateFilter } from '~/components/admin/list/filter-bar';
import { listQuery } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { getCounts } from '~/api/admin/dashboard';
import { listMails, sendMailAgain } from '~/api/admin/mails';
import { requireAdmin } from '~/routing/guards';
import { adminPage } from '~/components/shop/page-title';
import { StateBadge, type ShownState } from '~/components/display/state-badge';
import { Button } from '~/components/form/button';
import { useFirstPress } from '~/components/form/use-first-press';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { ResendFailed, resendFailed } from './resend-failed';

export const meta = adminPage('Email');

/** Polling interval while a mail is due, which takes seconds to send. */
const POLL_MS = 3_000;

const STATES = {
  pending: { label: 'Chờ gửi', tone: 'warn', icon: Clock },
  sent: { label: 'Đã gửi', tone: 'success', icon: Check },
  failed: { label: 'Không gửi được', tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<MailState, ShownState>;

const TEMPLATES: Record<MailTemplate, string> = {
  welcome: 'Chào mừng',
  password_reset: 'Đặt lại mật khẩu',
  order_placed: 'Nhận đơn hàng',
  order_paid: 'Thanh toán',
  order_cancelled: 'Hủy đơn hàng',
  order_expired: 'Đơn hàng hết hạn',
  order_sent: 'Gửi hàng',
  order_delivered: 'Giao hàng',
  refund_decided: 'Kết quả hoàn tiền',
  deposit: 'Nạp tiền vào ví',
  email_changed: 'Đổi email tài khoản',
  password_changed: 'Đổi mật khẩu',
  two_factor_on: 'Bật xác thực hai lớp',
  two_factor_off: 'Tắt xác thực hai lớp',
  stock_alert_confirm: 'Xác nhận thông báo có hàng',
  back_in_stock: 'Có hàng trở lại',
  webhook_disabled: 'Webhook bị tắt',
  webhook_widened: 'Webhook được mở rộng',
  api_key_created: 'Khóa API mới',
  api_keys_remain: 'Khóa API còn hiệu lực',
  bank_webhook_created: 'Khóa webhook ngân hàng mới',
  transfer_account_changed: 'Đổi tài khoản nhận tiền',
  cart_reminder: 'Nhắc giỏ hàng',
  cart_reminder_confirm: 'Xác nhận nhắc giỏ hàng',
};

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'from', 'to']);
  const load = async (signal: AbortSignal) => {
    const [mails, failedCount] = await Promise.all([listMails(query, signal), countFailed(signal)]);
    return { ...mails, failedCount };
  };
  return loadPage(request, load, 'Không thể tải danh sách email.');
}
clientLoader.hydrate = true as const;

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
        <StateFilter states={STATES} />
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
            columns={COLUMNS}
            rows={rows}
            actions={(mail) => <Actions mail={mail} />}
          />
        )}
      </ListBody>
    </AdminPage>
  );
}

const COLUMNS: readonly Column<Mail>[] = [
  {
    label: 'Thời gian',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted tabular">{formatTime(at)}</span>,
  },
  {
    label: 'Nội dung',
    cell: ({ template, order_id: order }) => (
      <>
        <span className="font-medium">{TEMPLATES[template]}</span>
        {order !== null && (
          <>
            {' · '}
            <Link to={`/admin/orders/${order}`} className="underline underline-offset-4">
              Đơn hàng #{order}
            </Link>
          </>
        )}
      </>
    ),
  },
  {
    label: 'Người nhận',
    cell: ({ user }) => (
      <>
        {user.username ?? 'Khách'}
        <span className="block [overflow-wrap:anywhere] text-muted">
          <Email address={user.email} />
        </span>
      </>
    ),
  },
  { label: 'Trạng thái', cell: (mail) => <State mail={mail} /> },
];

function State({ mail }: { mail: Mail }) {
  return (
    <div className="max-w-sm">
      <StateBadge {...STATES[mail.state]} />
      <p className="mt-1 text-muted">{progressOf(mail)}</p>
      {mail.last_error !== null && <p className="mt-1 break-words text-signal">{mail.last_error}</p>}
    </div>
  );
}

function progressOf({ attempts, sent_at, next_attempt_at }: Mail): string {
  if (sent_at !== null) return formatTime(sent_at);
  const tried = attempts > 0 ? `Đã thử ${attempts} lần` : 'Chưa gửi lần nào';
  return next_attempt_at !== null && attempts > 0 ? `${tried}, thử lại lúc ${formatTime(next_attempt_at)}` : tried;
}

function Actions({ mail }: { mail: Mail }) {
  const fetcher = useFetcher();
  const isFirstPress = useFirstPress(fetcher);
  if (!mail.can_send_again) {
    return mail.state === 'failed' && <p className="text-muted">Khách cần gửi yêu cầu mới.</p>;
  }
  return (
    <fetcher.Form method="post" onSubmit={isFirstPress}>
      <input type="hidden" name="id" value={mail.id} />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        isBusy={fetcher.state !== 'idle'}
        aria-label={`Gửi lại email cho ${mail.user.username ?? mail.user.email}`}
      >
        <RotateCw aria-hidden="true" className="size-4" />
        Gửi lại
      </Button>
    </fetcher.Form>
  );
}
