import { useFetcher } from '@remix-run/react';
import type { BankWebhook, BankWebhookSecret } from 'contract/money/bank-transfers';
import { useState } from 'react';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import type { ActionOutcome } from '~/components/admin/run-action';
import { formatTime } from '~/components/display/date';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';

/**
 * The secret of the bank's webhook. It is shown once, right after it was made; asking for another one replaces it.
 */
export function WebhookSection({ webhook }: { webhook: BankWebhook }) {
  const fetcher = useFetcher<ActionOutcome<BankWebhookSecret>>();
  const [isRemoving, setIsRemoving] = useState(false);
  const [isReplacing, setIsReplacing] = useState(false);
  const [replaced, setReplaced] = useState<BankWebhookSecret>();
  const { created_at: madeAt } = webhook;
  const first = fetcher.data?.isDone ? fetcher.data.data : undefined;
  // Removed or replaced since, a secret is of no use.
  const secret = [first, replaced].find((made) => made?.created_at === madeAt)?.secret;
  return (
    <section aria-labelledby="webhook-title" className="rounded-lg border border-line bg-surface p-5 lg:p-8">
      <h2 id="webhook-title" className="text-lg">
        Ngân hàng tự báo tiền đến
      </h2>
      <div className="mt-1 grid max-w-4xl gap-3 text-sm text-muted">
        <p>
          Dịch vụ theo dõi tài khoản gửi từng khoản tiền đến <code className="text-ink">/api/bank-webhook/</code> và ký
          bằng khóa này. Không có khóa thì bạn xác nhận từng đơn bằng tay.
        </p>
        <p>{madeAt ? `Khóa được tạo lúc ${formatTime(madeAt)}.` : 'Chưa có khóa.'}</p>
      </div>
      {secret !== undefined && (
        <div className="mt-4 max-w-4xl">
          <Alert tone="success">
            Khóa chỉ hiện một lần. Hãy chép ngay:
            <code className="mt-1 block font-medium break-all">{secret}</code>
          </Alert>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {madeAt === null ? (
          <fetcher.Form method="post">
            <input type="hidden" name="intent" value="webhook" />
            <Button type="submit" isBusy={fetcher.state !== 'idle'}>
              Tạo khóa
            </Button>
          </fetcher.Form>
        ) : (
          <>
            <Button variant="outline" onClick={() => setIsReplacing(true)}>
              Thay khóa
            </Button>
            <Button variant="quiet" className="text-signal" onClick={() => setIsRemoving(true)}>
              Xóa khóa
            </Button>
          </>
        )}
      </div>
      {isReplacing && (
        <ConfirmDialog
          title="Thay khóa webhook?"
          confirm="Thay khóa"
          isDanger
          fields={{ intent: 'webhook' }}
          onDone={(made) => setReplaced(made as BankWebhookSecret)}
          onClose={() => setIsReplacing(false)}
        >
          <p>Khóa cũ hết hiệu lực ngay. Ngân hàng không báo được tiền đến cho tới khi dùng khóa mới.</p>
        </ConfirmDialog>
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Xóa khóa webhook?"
          confirm="Xóa khóa"
          isDanger
          fields={{ intent: 'remove-webhook' }}
          onClose={() => setIsRemoving(false)}
        >
          <p>Ngân hàng không báo được tiền đến nữa. Bạn xác nhận từng đơn bằng tay.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
