import type { MetaFunction } from '@remix-run/node';
import { Link, useLocation, useNavigate, type Location } from '@remix-run/react';
import type { CartReminderLink } from 'contract/orders/cart-reminders';
import { useEffect, useState } from 'react';
import { cancelCartReminder } from '~/api/orders/cart-reminder';
import { failedWith, sentenceOf } from '~/api/http/client';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useHydrated } from '~/components/form/use-hydrated';
import { shopNameOf } from '~/components/shop/page-title';
import { AccountPage } from '~/routes/account/account-page';

/** No referrer: the address of this page acts for the mailbox's owner. */
export const meta: MetaFunction = ({ matches }) => [
  { title: `Ngừng nhắc giỏ hàng · ${shopNameOf(matches)}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

type Step = 'ask' | 'busy' | 'done' | 'bad';

/**
 * Where the link of a reminder leads that ends reminders, without a sign-in. A button acts, not the visit itself: mail programs open
 * links to check them.
 */
export default function CartReminderPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const link = linkOf(location);
  const [step, setStep] = useState<Step>('ask');
  const [failure, setFailure] = useState<string>();
  // Remove the token from the address bar and the history. The entry's state keeps it for a reload.
  useEffect(() => {
    if (link && location.search) navigate('/cart-reminder', { replace: true, state: link });
  });

  async function cancel({ id, token }: CartReminderLink) {
    setStep('busy');
    setFailure(undefined);
    try {
      await cancelCartReminder({ id, token });
      setStep('done');
    } catch (error) {
      setStep(failedWith(error, 400) ? 'bad' : 'ask');
      setFailure(sentenceOf(error));
    }
  }

  if (step === 'bad' || (isHydrated && !link)) return <BadLink />;
  if (step === 'done') {
    return (
      <AccountPage title="Đã ngừng nhắc giỏ hàng" lead="Giỏ hàng mà cửa hàng lưu để nhắc bạn đã được xóa.">
        <Link to="/" className={buttonStyle({ size: 'lg' })}>
          Về cửa hàng
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Ngừng nhắc giỏ hàng"
      lead="Chúng tôi sẽ không gửi email nhắc giỏ hàng nữa và xóa giỏ hàng đã lưu để nhắc bạn."
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button size="lg" isBusy={step === 'busy'} disabled={!link} onClick={() => link && void cancel(link)}>
        Ngừng nhận
      </Button>
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để tiếp tục.</p>
    </AccountPage>
  );
}

function BadLink() {
  return (
    <AccountPage title="Liên kết không dùng được" lead="Bạn cũng có thể ngừng nhắc trong hồ sơ của mình.">
      <Alert tone="danger">Liên kết không hợp lệ.</Alert>
      <Link to="/profile" className={buttonStyle({ size: 'lg' })}>
        Mở hồ sơ
      </Link>
    </AccountPage>
  );
}

/** The mail link's parts: in the URL at first, then in the history entry's state. */
function linkOf({ search, state }: Location): CartReminderLink | null {
  const kept = state as { id?: unknown; token?: unknown } | null;
  const given: typeof kept = search ? Object.fromEntries(new URLSearchParams(search)) : kept;
  const id = Number(given?.id);
  return typeof given?.token === 'string' && Number.isInteger(id) && id > 0 ? { id, token: given.token } : null;
}
