import type { MetaFunction } from '@remix-run/node';
import { Link, useLocation, useNavigate, type Location } from '@remix-run/react';
import type { CartReminderLink } from 'contract/orders/cart-reminders';
import { useEffect, useState } from 'react';
import { cancelCartReminder, confirmCartReminder } from '~/api/orders/cart-reminder';
import { failedWith, sentenceOf } from '~/api/http/client';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { useHydrated } from '~/components/form/use-hydrated';
import { shopNameOf } from '~/components/shop/page-title';
import { AccountPage } from '~/features/account/account-page';

/** No referrer: the address of this page acts for the mailbox's owner. */
export const meta: MetaFunction = ({ matches }) => [
  { title: `Email nhắc giỏ hàng · ${shopNameOf(matches)}` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

type Use = 'confirm' | 'cancel';
type Step = 'ask' | 'busy' | 'done' | 'bad';

const TEXTS = {
  confirm: {
    title: 'Nhắc bạn về hàng còn trong giỏ?',
    lead: 'Bấm xác nhận, chúng tôi sẽ gửi một email khi còn hàng trong giỏ mà bạn chưa đặt.',
    button: 'Xác nhận',
    done: { title: 'Đã xác nhận!', lead: 'Bạn có thể ngừng nhận bất cứ lúc nào trong hồ sơ của mình.' },
  },
  cancel: {
    title: 'Ngừng nhắc giỏ hàng',
    lead: 'Chúng tôi sẽ không gửi email nhắc giỏ hàng nữa và xóa giỏ hàng đã lưu để nhắc bạn.',
    button: 'Ngừng nhận',
    done: { title: 'Đã ngừng nhắc giỏ hàng', lead: 'Giỏ hàng mà cửa hàng lưu để nhắc bạn đã được xóa.' },
  },
} as const;

/**
 * Where the links of mails about cart reminders lead, which confirm or end them without a sign-in. A button acts, not the visit
 * itself: mail programs open links to check them.
 */
export default function CartReminderPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const link = readLink(location);
  const [step, setStep] = useState<Step>('ask');
  const [failure, setFailure] = useState<string>();
  // Remove the token from the address bar and the history. The entry's state keeps it for a reload.
  useEffect(() => {
    if (link && location.search) navigate('/cart-reminder', { replace: true, state: link });
  });

  async function act({ use, id, token }: NonNullable<typeof link>) {
    setStep('busy');
    setFailure(undefined);
    try {
      await (use === 'confirm' ? confirmCartReminder : cancelCartReminder)({ id, token });
      setStep('done');
    } catch (error) {
      setStep(failedWith(error, 400) ? 'bad' : 'ask');
      setFailure(sentenceOf(error));
    }
  }

  if (step === 'bad' || (isHydrated && !link)) return <BadLink />;
  const { title, lead, button, done } = TEXTS[link?.use ?? 'cancel'];
  if (step === 'done') {
    return (
      <AccountPage title={done.title} lead={done.lead} isOutcome>
        <Link to="/" className={buttonStyle({ size: 'lg' })}>
          Về cửa hàng
        </Link>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={title} lead={lead}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button size="lg" isBusy={step === 'busy'} disabled={!link} onClick={() => link && void act(link)}>
        {button}
      </Button>
      <p className="hidden text-sm text-muted noscript:block">Hãy bật JavaScript để tiếp tục.</p>
    </AccountPage>
  );
}

function BadLink() {
  return (
    <AccountPage title="Liên kết không dùng được" lead="Bạn cũng có thể bật hoặc ngừng nhắc trong hồ sơ của mình.">
      <Alert tone="danger">Liên kết không hợp lệ.</Alert>
      <Link to="/profile" className={buttonStyle({ size: 'lg' })}>
        Mở hồ sơ
      </Link>
    </AccountPage>
  );
}

/** The mail link's parts: in the URL at first, then in the history entry's state. */
function readLink({ search, state }: Location): (CartReminderLink & { use: Use }) | null {
  const kept = state as { use?: unknown; id?: unknown; token?: unknown } | null;
  const given: typeof kept = search ? Object.fromEntries(new URLSearchParams(search)) : kept;
  const id = Number(given?.id);
  const use = given?.use === 'confirm' ? 'confirm' : 'cancel';
  return typeof given?.token === 'string' && Number.isInteger(id) && id > 0 ? { use, id, token: given.token } : null;
}
