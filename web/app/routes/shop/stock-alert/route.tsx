import { Link } from '@remix-run/react';
import type { StockAlertGoods } from 'contract/catalog/stock-alerts';
import { cancelStockAlerts, confirmStockAlert } from '~/api/catalog/stock-alerts';
import { buttonStyle } from '~/components/form/button';
import { AccountPage } from '~/features/account/account-page';
import { MailLinkPage, mailLinkPage } from '~/features/account/mail-link';

export const meta = mailLinkPage('Báo khi có hàng');

const TEXTS = {
  confirm: {
    title: 'Báo cho bạn khi có hàng?',
    lead: 'Bấm xác nhận, chúng tôi sẽ gửi một email ngay khi có hàng trở lại.',
    button: 'Xác nhận',
  },
  cancel: {
    title: 'Ngừng thông báo có hàng',
    lead: 'Chúng tôi xóa địa chỉ email của bạn khỏi mọi danh sách chờ hàng và không gửi vào đó nữa.',
    button: 'Ngừng nhận',
  },
} as const;

const BAD_LINK = {
  lead: 'Mỗi liên kết xác nhận dùng được một lần, trong 24 giờ.',
  reason: 'Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng.',
  to: '/search',
  label: 'Xem sản phẩm',
};

/** Where the links of the mails about stock alerts lead. */
export default function StockAlertPage() {
  return (
    <MailLinkPage
      texts={TEXTS}
      usual="confirm"
      act={async ({ use, id, token }) => {
        if (use === 'confirm') return confirmStockAlert({ id, token });
        await cancelStockAlerts({ id, token });
        return 'cancelled' as const;
      }}
      bad={BAD_LINK}
    >
      {(outcome) => <Done outcome={outcome} />}
    </MailLinkPage>
  );
}

function Done({ outcome }: { outcome: StockAlertGoods | 'cancelled' }) {
  if (outcome === 'cancelled') {
    return (
      <AccountPage
        title="Đã ngừng thông báo có hàng"
        lead="Địa chỉ email của bạn không còn trong danh sách chờ nào."
        isOutcome
      >
        <Link to="/" className={buttonStyle({ size: 'lg' })}>
          Về cửa hàng
        </Link>
      </AccountPage>
    );
  }
  const { product, name, color, size } = outcome;
  return (
    <AccountPage title="Đã ghi nhận!" lead="Chúng tôi sẽ gửi một email ngay khi có hàng trở lại." isOutcome>
      <p className="font-medium break-words">{[name, color, size].filter(Boolean).join(' · ')}</p>
      <Link to={`/products/${product}`} className={buttonStyle({ size: 'lg' })}>
        Xem sản phẩm
      </Link>
    </AccountPage>
  );
}
