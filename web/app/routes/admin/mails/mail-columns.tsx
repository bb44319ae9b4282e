import { Link } from '@remix-run/react';
import type { Mail, MailState, MailTemplate } from 'contract/administration/mail';
import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { Column } from '~/components/admin/list/data-table';
import { formatTime } from '~/components/display/date';
import { Email } from '~/components/display/email';
import { StateBadge, type ShownState } from '~/components/display/state-badge';

export const MAIL_STATES = {
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
  payment_credited: 'Tiền chuyển vào ví',
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

export const MAIL_COLUMNS: readonly Column<Mail>[] = [
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
      <StateBadge {...MAIL_STATES[mail.state]} />
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
