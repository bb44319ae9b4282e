import type { MetaFunction } from '@remix-run/node';
import { Link, useLocation, useNavigate, type Location } from '@remix-run/react';
import type { StockAlertGoods, StockAlertLink } from 'contract/catalog/stock-alerts';
import { useEffect, useState } from 'react';
import { failedWith, sentenceOf } from '~/api/http/client';
import { cancelStockAlerts, confirmStockAlert } from '~/api/catalog/stock-alerts';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useHydrated } from '~/components/form/use-hydrated';
import { shopNameOf } from '~/components/shop/page-title';
import { AccountPage } from '~/features/account/account-page';

/** No referrer: the address of this page acts for the mailbox's owner. */
export const meta: MetaFunction = ({ matches }) => [
  { title: `Báo khi có hàng · ${shopNameOf(matches)}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

type Use = 'confirm' | 'cancel';

const TEXTS_OF = {
  confirm: {
    title: 'Báo cho bạn khi có hàng?',
    lead: 'Bấm xác nhận, chúng tôi sẽ gửi một email ngay khi có hàng trở lại.',
    button: 'Xác nhận',
  },
  cancel: {
    title: 'Ngừng báo có hàng',
    lead: 'Chúng tôi xóa địa chỉ email của bạn khỏi mọi danh sách chờ hàng và không gửi vào đó nữa.',
    button: 'Ngừng nhận',
  },
} as const;

/**
 * Where the links of the mails about stock alerts lead. A button acts, not the visit itself: mail programs open links to check
 * them.
 */
export default function StockAlertPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const link = readLink(location);
  // Remove the token from the address bar and the history. The entry's state keeps it for a reload.
  useEffect(() => {
    if (link && location.search) navigate('/stock-alert', { replace: true, state: link });
  });
  if (isHydrated && !link) return <BadLink />;
  return <LinkAct key={`${link?.use} ${link?.id}`} link={link} />;
}

function LinkAct({ link }: { link: ReturnType<typeof readLink> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBad, setBad] = useState(false);
  const [done, setDone] = useState<StockAlertGoods | 'cancelled'>();
  const use = link?.use ?? 'confirm';
  const { title, lead, button } = TEXTS_OF[use];

  async function act({ id, token }: StockAlertLink) {
    setBusy(true);
    setFailure(undefined);
    try {
      if (use === 'confirm') setDone(await confirmStockAlert({ id, token }));
      else {
        await cancelStockAlerts({ id, token });
        setDone('cancelled');
      }
    } catch (error) {
      if (failedWith(error, 400)) setBad(true);
      else setFailure(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (isBad) return <BadLink />;
  if (done) return <Done outcome={done} />;
  return (
    <AccountPage title={title} lead={lead}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button size="lg" isBusy={isBusy} disabled={!link} onClick={() => link && void act(link)}>
        {button}
      </Button>
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để tiếp tục.</p>
    </AccountPage>
  );
}

function Done({ outcome }: { outcome: StockAlertGoods | 'cancelled' }) {
  if (outcome === 'cancelled') {
    return (
      <AccountPage
        title="Đã ngừng báo có hàng"
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

function BadLink() {
  return (
    <AccountPage title="Liên kết không dùng được" lead="Mỗi liên kết xác nhận dùng được một lần, trong 24 giờ.">
      <Alert tone="danger">Liên kết không hợp lệ, đã hết hạn hoặc đã được dùng.</Alert>
      <Link to="/search" className={buttonStyle({ size: 'lg' })}>
        Xem sản phẩm
      </Link>
    </AccountPage>
  );
}

/** The mail link's parts: in the URL at first, then in the history entry's state. */
function readLink({ search, state }: Location): (StockAlertLink & { use: Use }) | null {
  const kept = state as { use?: unknown; id?: unknown; token?: unknown } | null;
  const given: typeof kept = search ? Object.fromEntries(new URLSearchParams(search)) : kept;
  const id = Number(given?.id);
  const use = given?.use === 'cancel' ? 'cancel' : 'confirm';
  return typeof given?.token === 'string' && Number.isInteger(id) && id > 0 ? { use, id, token: given.token } : null;
}
