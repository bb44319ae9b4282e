import type { AccountChange } from './outbox.js';
import { formatMailTime, link, text } from './mail-blocks.js';
import type { MailContext } from './mail-contents.js';
import type { MailContent } from './template.js';

/*
 * Texts of mails about an account. They address people by user name, which contains no spaces. A first name is free text: a
 * person who registers another's address could use it to send them a message through the shop.
 */

export function welcomeMail({ shopName, username, publicUrl }: MailContext): MailContent {
  return {
    subject: `Chào mừng bạn đến với ${shopName}`,
    title: `Xin chào ${username}`,
    blocks: [
      text(`Tài khoản ${username} của bạn tại ${shopName} đã sẵn sàng: đặt hàng, theo dõi đơn và dùng ví Paybox.`),
      link('Bắt đầu mua sắm', `${publicUrl}/`),
    ],
  };
}

export function passwordResetMail(
  { username, publicUrl }: MailContext,
  { uid, token }: { uid: string; token: string },
): MailContent {
  const href = `${publicUrl}/reset-password?${new URLSearchParams({ uid, token }).toString()}`;
  return {
    subject: 'Đặt lại mật khẩu',
    title: 'Đặt lại mật khẩu',
    blocks: [
      text(
        `Chúng tôi nhận được yêu cầu đặt lại mật khẩu cho tài khoản ${username}. Liên kết dưới đây dùng được một lần, trong vòng 1 giờ.`,
      ),
      link('Chọn mật khẩu mới', href),
      text('Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn không thay đổi.'),
    ],
  };
}

/** The texts of each change: its name, what happened, and what to do if it was somebody else. */
const CHANGES: Record<AccountChange, { subject: string; happened: string; remedy: string; canReset: boolean }> = {
  email_changed: {
    subject: 'Email đăng nhập đã được thay đổi',
    happened: 'đã được đổi sang một địa chỉ email khác. Thư về tài khoản này từ nay được gửi đến địa chỉ mới',
    remedy:
      'hãy trả lời email này hoặc gọi số điện thoại bên dưới ngay để chúng tôi khóa và trả lại tài khoản cho bạn.',
    canReset: false,
  },
  password_changed: {
    subject: 'Mật khẩu đã được thay đổi',
    happened: 'đã được đặt mật khẩu mới. Các thiết bị khác đã được đăng xuất',
    remedy: 'hãy đặt lại mật khẩu ngay bằng nút dưới đây, rồi trả lời email này để chúng tôi kiểm tra cùng bạn.',
    canReset: true,
  },
  two_factor_on: {
    subject: 'Xác thực hai lớp đã được bật',
    happened: 'đã được bật xác thực hai lớp. Từ nay đăng nhập cần thêm một mã từ ứng dụng xác thực',
    remedy: 'hãy trả lời email này hoặc gọi số điện thoại bên dưới ngay.',
    canReset: false,
  },
  two_factor_off: {
    subject: 'Xác thực hai lớp đã bị tắt',
    happened: 'đã bị tắt xác thực hai lớp. Từ nay đăng nhập chỉ cần mật khẩu',
    remedy: 'hãy đặt lại mật khẩu ngay bằng nút dưới đây, rồi bật lại xác thực hai lớp.',
    canReset: true,
  },
  api_keys_remain: {
    subject: 'Các khóa API của bạn vẫn hoạt động',
    happened:
      'đã được thay đổi thông tin đăng nhập. Các khóa API mà tài khoản này đã tạo không bị thu hồi và vẫn hoạt động',
    remedy:
      'hãy xem lại các khóa trong trang quản trị, thu hồi khóa bạn không nhận ra, rồi đặt lại mật khẩu bằng nút dưới đây.',
    canReset: true,
  },
};

export const ACCOUNT_CHANGES = Object.keys(CHANGES) as AccountChange[];

/** Tells the owner which credential has changed, without the new value. */
export function accountChangedMail(
  { shopName, username, publicUrl }: MailContext,
  change: AccountChange,
  at: Date,
): MailContent {
  const { subject, happened, remedy, canReset } = CHANGES[change];
  return {
    subject,
    title: subject,
    blocks: [
      text(`Lúc ${formatMailTime(at)}, tài khoản ${username} của bạn tại ${shopName} ${happened}.`),
      text(`Nếu chính bạn đã thay đổi, bạn không cần làm gì thêm. Nếu không phải bạn, ${remedy}`),
      ...(canReset ? [link('Đặt lại mật khẩu', `${publicUrl}/forgot-password`)] : []),
    ],
  };
}
