import { formatMailTime, link, text } from './mail-blocks.js';
import type { MailContents } from './mail-contents.js';
import type { AdminNotice } from './outbox.js';

/** The texts of each change: what happened, where it is undone, and as what the audit log records it. */
const CHANGES: Record<
  Exclude<AdminNotice, 'webhook_disabled'>,
  { subject: string; happened: string; undo: string; path: string; audited: string }
> = {
  api_key_created: {
    subject: 'Một khóa API mới vừa được tạo',
    happened: 'một quản trị viên đã tạo khóa API mới. Ai có khóa này thì đọc và thay đổi được những gì khóa cho phép',
    undo: 'hãy thu hồi khóa',
    path: '/admin/api-keys',
    audited: 'api_key',
  },
  webhook_widened: {
    subject: 'Webhook vừa được mở rộng',
    happened:
      'một quản trị viên đã thêm địa chỉ nhận webhook, hoặc thêm sự kiện cho một địa chỉ. Thông tin đơn hàng được gửi đến đó',
    undo: 'hãy xóa địa chỉ nhận',
    path: '/admin/webhooks',
    audited: 'webhook',
  },
  bank_webhook_created: {
    subject: 'Khóa webhook ngân hàng vừa được tạo',
    happened: 'một quản trị viên đã tạo khóa webhook ngân hàng mới. Ai có khóa này thì báo được tiền đến cho cửa hàng',
    undo: 'hãy thay hoặc xóa khóa',
    path: '/admin/settings',
    audited: 'bank_webhook',
  },
  transfer_account_changed: {
    subject: 'Tài khoản nhận chuyển khoản vừa được thay đổi',
    happened: 'một quản trị viên đã thay đổi tài khoản ngân hàng mà khách chuyển khoản đến',
    undo: 'hãy tắt chuyển khoản hoặc sửa lại tài khoản',
    path: '/admin/settings',
    audited: 'settings',
  },
};

/** Registers the notices to administrators, which need no other table than the outbox. */
export function registerAdminNotices(contents: MailContents): void {
  for (const [notice, { subject, happened, undo, path, audited }] of Object.entries(CHANGES)) {
    contents.register([notice as keyof typeof CHANGES], (_tx, { created_at }, { shopName, publicUrl }) => ({
      subject,
      title: subject,
      blocks: [
        text(`Lúc ${formatMailTime(created_at)}, tại ${shopName}, ${happened}.`),
        link('Xem ai đã làm', `${publicUrl}/admin/audit?subject=${audited}`),
        text(`Nếu đó không phải là bạn hay đồng nghiệp, ${undo} tại ${publicUrl}${path}, rồi đổi mật khẩu.`),
      ],
    }));
  }
}
