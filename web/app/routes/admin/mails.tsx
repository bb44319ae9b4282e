import type { MetaFunction } from '@remix-run/node';
import {
  Link,
  useFetcher,
  useLoaderData,
  useNavigation,
  useRevalidator,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import type { Mail, MailState, MailTemplate } from 'contract/mail';
import { Check, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { sentenceOf } from '~/api/client';
import { getMails, sendMailAgain } from '~/api/mails';
import { requireAdmin } from '~/routing/guards';
import { Badge } from '~/ui/badge';
import { Breadcrumb } from '~/ui/breadcrumb';
import { Button } from '~/ui/button';
import { formatTime } from '~/ui/date';
import { Empty } from '~/ui/empty';
import { textOf } from '~/ui/form-text';
import { Pager } from '~/ui/pager';
import { RetryAlert } from '~/ui/retry-alert';
import { Skeleton } from '~/ui/skeleton';
import { toast } from '~/ui/toast';

export const meta: MetaFunction = () => [{ title: 'Email · Quản trị MAY' }, { name: 'robots', content: 'noindex' }];

const PAGE_SIZE = 20;
const TOAST_MS = 3_000;
/** A mail that is due goes out within seconds; the page looks again until it has. */
const LOOK_MS = 3_000;

const STATES = {
  pending: { label: 'Chờ gửi', tone: 'warn', icon: Clock },
  sent: { label: 'Đã gửi', tone: 'success', icon: Check },
  failed: { label: 'Không gửi được', tone: 'danger', icon: TriangleAlert },
} as const satisfies Record<MailState, unknown>;

const TEMPLATES: Record<MailTemplate, string> = {
  welcome: 'Chào mừng',
  password_reset: 'Đặt lại mật khẩu',
  order_placed: 'Nhận đơn hàng',
  order_paid: 'Thanh toán',
  order_delivered: 'Giao hàng',
  refund_decided: 'Kết quả hoàn tiền',
  deposit: 'Nạp tiền vào ví',
};

const FILTERS: [MailState | null, string][] = [
  [null, 'Tất cả'],
  ['failed', STATES.failed.label],
  ['pending', STATES.pending.label],
  ['sent', STATES.sent.label],
];

const isState = (word: string | null): word is MailState => word !== null && word in STATES;

/** The state and page that an address asks for; whatever it can't mean is all states, and the first page. */
function wantedOf(params: URLSearchParams): { state: MailState | null; page: number } {
  const state = params.get('state');
  const page = Number(params.get('page'));
  return { state: isState(state) ? state : null, page: Number.isInteger(page) && page > 0 ? Math.min(page, 1e6) : 1 };
}

const href = (state: MailState | null, page = 1) =>
  `/admin/mails${state || page > 1 ? '?' : ''}${new URLSearchParams({ ...(state && { state }), ...(page > 1 && { page: String(page) }) }).toString()}`;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const { state, page } = wantedOf(new URL(request.url).searchParams);
  try {
    const mails = await getMails({ state: state ?? undefined, page, page_size: PAGE_SIZE }, request.signal);
    return { mails, error: null };
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { mails: null, error: sentenceOf(error, 'Không thể tải danh sách email.') };
  }
}
clientLoader.hydrate = true as const;

/** Sends a mail again that was given up. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const id = Number(textOf(await request.formData(), 'id'));
  try {
    await sendMailAgain(id);
    toast('Email sẽ được gửi lại ngay.', { stayMs: TOAST_MS });
  } catch (error) {
    toast(sentenceOf(error, 'Không thể gửi lại email.'), { tone: 'danger', stayMs: TOAST_MS });
  }
  return null;
}

export function HydrateFallback() {
  return (
    <Page state={null}>
      <Rows />
    </Page>
  );
}

export default function Mails() {
  const { mails, error } = useLoaderData<typeof clientLoader>();
  const { location } = useNavigation();
  const [params] = useSearchParams();
  // The chosen filter is shown at once, before its mails are here.
  const isTurning = location?.pathname === '/admin/mails';
  const { state, page } = wantedOf(isTurning ? new URLSearchParams(location.search) : params);
  useLookAgain(mails?.results ?? []);
  return (
    <Page state={state}>
      {isTurning ? (
        <Rows />
      ) : error !== null ? (
        <RetryAlert>{error}</RetryAlert>
      ) : mails.results.length === 0 ? (
        <Nothing state={state} page={page} />
      ) : (
        <>
          <Rows mails={mails.results} />
          <Pager page={page} pageCount={Math.ceil(mails.count / PAGE_SIZE)} href={(next) => href(state, next)} />
        </>
      )}
    </Page>
  );
}

function useLookAgain(mails: readonly Mail[]) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const isDue = mails.some(({ next_attempt_at: next }) => next !== null && Date.parse(next) <= Date.now());
    if (!isDue) return;
    const timer = setTimeout(revalidate, LOOK_MS);
    return () => clearTimeout(timer);
  }, [mails, revalidate]);
}

function Page({ state, children }: { state: MailState | null; children: ReactNode }) {
  return (
    <main id="main" className="page grid content-start gap-5 py-6 lg:pb-16">
      <Breadcrumb crumbs={[{ label: 'Quản trị', to: '/admin' }, { label: 'Email' }]} />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h1 className="text-2xl">Email gửi cho khách</h1>
        <nav aria-label="Trạng thái" className="flex flex-wrap gap-2">
          {FILTERS.map(([value, label]) => (
            <Link
              key={label}
              to={href(value)}
              aria-current={value === state ? 'page' : undefined}
              className="inline-flex min-h-9 items-center rounded-full border border-line-strong px-3.5 text-sm transition-colors hover:bg-sand aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
    </main>
  );
}

const HEAD = 'py-2.5 pr-4 text-left text-sm font-medium text-muted';

/** The mails; without any, where they will be. On phones each is a card. */
function Rows({ mails }: { mails?: readonly Mail[] }) {
  return (
    <table aria-busy={!mails} className="w-full max-lg:block">
      <caption className="sr-only">Email, mới nhất trước</caption>
      <thead className="border-b border-line-strong max-lg:sr-only">
        <tr>
          <th scope="col" className={HEAD}>
            Thời gian
          </th>
          <th scope="col" className={HEAD}>
            Nội dung
          </th>
          <th scope="col" className={HEAD}>
            Người nhận
          </th>
          <th scope="col" className={HEAD}>
            Trạng thái
          </th>
          <th scope="col" className={HEAD}>
            <span className="sr-only">Thao tác</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-lg:block">
        {mails
          ? mails.map((mail) => <Row key={mail.id} mail={mail} />)
          : Array.from({ length: 8 }, (_, index) => (
              <tr key={index} className="max-lg:block">
                <td colSpan={5} className="py-4 max-lg:block">
                  <Skeleton className="h-6 w-full" />
                  <Skeleton className="mt-2 h-6 w-2/3 lg:hidden" />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

const CELL = 'py-3 pr-4 align-top max-lg:block max-lg:p-0';

function Row({ mail }: { mail: Mail }) {
  const { label, tone, icon: Icon } = STATES[mail.state];
  return (
    <tr className="max-lg:grid max-lg:gap-1 max-lg:py-4">
      <td className={`${CELL} tabular text-sm whitespace-nowrap text-muted lg:pt-3.5`}>
        {formatTime(mail.created_at)}
      </td>
      <td className={`${CELL} font-medium`}>
        {TEMPLATES[mail.template]}
        {mail.order_id !== null && <span className="font-normal"> · Đơn hàng #{mail.order_id}</span>}
      </td>
      <td className={CELL}>
        {mail.user.username}
        <span className="block text-sm [overflow-wrap:anywhere] text-muted">{mail.user.email}</span>
      </td>
      <td className={`${CELL} lg:max-w-sm`}>
        <Badge tone={tone}>
          <Icon aria-hidden="true" className="size-3" />
          {label}
        </Badge>
        <p className="mt-1 text-sm text-muted">{progressOf(mail)}</p>
        {mail.last_error !== null && <p className="mt-1 text-sm break-words text-signal">{mail.last_error}</p>}
      </td>
      <td className={`${CELL} text-right max-lg:text-left`}>
        {mail.can_send_again && <SendAgain mail={mail} />}
        {mail.state === 'failed' && !mail.can_send_again && (
          <p className="text-left text-sm text-muted lg:max-w-48">Khách cần gửi yêu cầu mới.</p>
        )}
      </td>
    </tr>
  );
}

function progressOf({ attempts, sent_at, next_attempt_at }: Mail): string {
  if (sent_at !== null) return formatTime(sent_at);
  const tried = attempts > 0 ? `Đã thử ${attempts} lần` : 'Chưa gửi lần nào';
  return next_attempt_at !== null && attempts > 0 ? `${tried}, thử lại lúc ${formatTime(next_attempt_at)}` : tried;
}

function SendAgain({ mail }: { mail: Mail }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="id" value={mail.id} />
      <Button
        type="submit"
        variant="outline"
        size="sm"
        isBusy={fetcher.state !== 'idle'}
        aria-label={`Gửi lại email cho ${mail.user.username}`}
      >
        <RotateCw aria-hidden="true" className="size-4" />
        Gửi lại
      </Button>
    </fetcher.Form>
  );
}

function Nothing({ state, page }: { state: MailState | null; page: number }) {
  if (page > 1) {
    return (
      <Empty
        title="Không còn email nào ở trang này"
        action={
          <Link to={href(state)} className="underline underline-offset-4">
            Về trang đầu
          </Link>
        }
      />
    );
  }
  if (state === 'failed') return <Empty title="Mọi email đều gửi được">Không có email nào cần gửi lại.</Empty>;
  return (
    <Empty title={state === 'pending' ? 'Không có email nào đang chờ' : 'Chưa có email nào'}>
      Email xuất hiện ở đây khi khách đăng ký, đặt hàng, thanh toán, nhận hàng hoặc được hoàn tiền.
    </Empty>
  );
}
