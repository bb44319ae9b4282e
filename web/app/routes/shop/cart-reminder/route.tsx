import { Link } from '@remix-run/react';
import { cancelCartReminder, confirmCartReminder } from '~/api/orders/cart-reminder';
import { buttonStyle } from '~/components/form/button';
import { AccountPage } from '~/features/account/account-page';
import { MailLinkPage, mailLinkPage } from '~/features/account/mail-link';

export const meta = mailLinkPage('Email nhắc giỏ hàng');

const TEXTS = {
  confirm: {
    title: 'Nhắc bạn về hàng còn trong giỏ?',
    lead: 'Bấm xác nhận, chúng tôi sẽ gửi một email khi còn hàng trong giỏ mà bạn chưa đặt.',
    button: 'Xác nhận',
    done: { title: 'Đã xác nhận!', lead: 'Bạn có thể ngừng nhận bất cứ lúc nào trong trang Tài khoản.' },
  },
  cancel: {
    title: 'Ngừng nhắc giỏ hàng',
    lead: 'Chúng tôi sẽ không gửi email nhắc giỏ hàng nữa và xóa giỏ hàng đã lưu để nhắc bạn.',
    button: 'Ngừng nhận',
    done: { title: 'Đã ngừng nhắc giỏ hàng', lead: 'Giỏ hàng chúng tôi lưu để nhắc bạn đã được xóa.' },
  },
} as const;

const BAD_LINK = {
  lead: 'Bạn cũng có thể bật hoặc ngừng nhắc trong trang Tài khoản.',
  reason: 'Liên kết không hợp lệ.',
  to: '/profile',
  label: 'Mở trang Tài khoản',
};

/** Where the links of mails about cart reminders lead, which confirm or end them. */
export default function CartReminderPage() {
  return (
    <MailLinkPage
      texts={TEXTS}
      usual="cancel"
      act={async ({ use, id, token }) => {
        await (use === 'confirm' ? confirmCartReminder : cancelCartReminder)({ id, token });
        return TEXTS[use].done;
      }}
      bad={BAD_LINK}
    >
      {(done) => (
        <AccountPage {...done} isOutcome>
          <Link to="/" className={buttonStyle({ size: 'lg' })}>
            Về cửa hàng
          </Link>
        </AccountPage>
      )}
    </MailLinkPage>
  );
}
