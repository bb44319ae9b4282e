import { useFetcher } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { loadChunk } from '~/lib/chunk';
import { toast } from '~/components/feedback/toast';
import type { CloseAccount } from './close-account';

/** A separate script: hardly a visit needs it. */
const loadCloseAccount = () => loadChunk(() => import('./close-account'));
const loadAhead = () => void loadCloseAccount().catch(() => {});

/** What belongs to the customer: their data to take along, and the account to close. */
export function ProfileData({ username }: { username: string }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const [Dialog, setDialog] = useState<typeof CloseAccount | null>(null);
  const close = () =>
    loadCloseAccount().then(
      (part) => setDialog(() => part.CloseAccount),
      () => toast('Không thể mở biểu mẫu. Vui lòng kiểm tra kết nối mạng rồi thử lại.', { tone: 'danger' }),
    );
  return (
    <section className="mt-12 grid gap-4 border-t border-line pt-6">
      <h2 className="text-lg">Dữ liệu cá nhân</h2>
      <p className="max-w-prose text-sm text-muted">
        Tải về mọi điều cửa hàng lưu về bạn (thông tin cá nhân, đơn hàng, ví, đánh giá, tin nhắn) dưới dạng JSON, hoặc
        đóng tài khoản.
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
        <Button
          variant="quiet"
          size="sm"
          className="text-signal"
          onPointerEnter={loadAhead}
          onFocus={loadAhead}
          onClick={() => void close()}
        >
          Đóng tài khoản
        </Button>
      </div>
      {Dialog && <Dialog username={username} onClose={() => setDialog(null)} />}
    </section>
  );
}
