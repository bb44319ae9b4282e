import { useFetcher } from '@remix-run/react';
import { Download } from 'lucide-react';
import type { ProfileAnswer } from '~/features/account/profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button, buttonStyle } from '~/components/form/button';
import { DialogButton } from '~/components/overlay/dialog-button';

/** A separate script: hardly a visit needs it. */
const loadCloseAccount = () => import('./close-account').then((part) => part.CloseAccount);

/** What belongs to the customer: their data to take along, and the account to close. */
export function ProfileData({ username }: { username: string }) {
  const fetcher = useFetcher<ProfileAnswer>();
  return (
    <section className="mt-12 grid gap-4 border-t border-line pt-6">
      <h2 className="text-lg">Dữ liệu cá nhân</h2>
      <p className="max-w-prose text-sm text-muted">
        Tải về mọi điều cửa hàng lưu về bạn (hồ sơ, đơn hàng, ví, đánh giá, tin nhắn) dưới dạng JSON, hoặc đóng tài
        khoản.
      </p>
      {fetcher.data?.failure && <Alert tone="danger">{fetcher.data.failure.detail}</Alert>}
      <div className="flex flex-wrap gap-3">
        <fetcher.Form method="post" action="/profile">
          <Button
            type="submit"
            name="intent"
            value="data"
            variant="outline"
            size="sm"
            isBusy={fetcher.state !== 'idle'}
          >
            {fetcher.state === 'idle' && <Download aria-hidden="true" className="size-4" />}
            Tải dữ liệu của tôi
          </Button>
        </fetcher.Form>
        <DialogButton
          load={loadCloseAccount}
          className={`${buttonStyle({ variant: 'quiet', size: 'sm' })} text-signal`}
          render={(Dialog, onClose) => <Dialog {...{ username, onClose }} />}
        >
          Đóng tài khoản
        </DialogButton>
      </div>
    </section>
  );
}
