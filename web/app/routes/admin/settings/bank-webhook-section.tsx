import type { BankWebhook, BankWebhookSecret } from 'contract/money/bank-transfers';
import { useState } from 'react';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { ShownOnce } from '~/components/admin/shown-once';
import { formatTime } from '~/components/display/date';
import { Button } from '~/components/form/button';
import { OwnPassword } from '~/features/account/password/own-password';

/**
 * The secret of the bank's webhook. It is shown once, right after it was made; asking for another one replaces it.
 */
export function BankWebhookSection({ webhook }: { webhook: BankWebhook }) {
  const [asking, setAsking] = useState<'create' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const [created, setCreated] = useState<BankWebhookSecret>();
  const { created_at: createdAt } = webhook;
  // Removed or replaced since, a secret is of no use.
  const secret = created?.created_at === createdAt ? created.secret : undefined;
  return (
    <section aria-labelledby="webhook-title" className="rounded-lg border border-line bg-surface p-5 lg:p-8">
      <h2 id="webhook-title" className="text-lg">
        Ngân hàng tự báo tiền đến
      </h2>
      <div className="mt-1 grid max-w-4xl gap-3 text-sm text-muted">
        <p>
          Dịch vụ theo dõi tài khoản gửi từng khoản tiền đến <code className="text-ink">/api/bank-webhook/</code> và ký
          bằng khóa này. Không có khóa thì bạn ghi từng khoản bằng tay.
        </p>
        <p>{createdAt ? `Khóa được tạo lúc ${formatTime(createdAt)}.` : 'Chưa có khóa.'}</p>
      </div>
      {secret !== undefined && (
        <div className="mt-4 max-w-4xl">
          <ShownOnce secret={secret}>Khóa chỉ hiện một lần. Hãy chép ngay:</ShownOnce>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant={createdAt === null ? undefined : 'outline'} onClick={() => setAsking('create')}>
          {createdAt === null ? 'Tạo khóa' : 'Thay khóa'}
        </Button>
        {createdAt !== null && (
          <Button variant="quiet" className="text-signal" onClick={() => setAsking('remove')}>
            Xóa khóa
          </Button>
        )}
      </div>
      {asking === 'create' && <CreateSecretDialog createdAt={createdAt} onCreated={setCreated} onClose={close} />}
      {asking === 'remove' && (
        <ConfirmDialog
          title="Xóa khóa webhook?"
          confirm="Xóa khóa"
          isDanger
          fields={{ intent: 'remove-webhook' }}
          onClose={close}
        >
          <p>Ngân hàng không báo được tiền đến nữa. Bạn xác nhận từng đơn bằng tay.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface CreateSecretDialogProps {
  /** When the secret was made that the new one replaces; null for none. */
  createdAt: BankWebhook['created_at'];
  onCreated: (secret: BankWebhookSecret) => void;
  onClose: () => void;
}

/** Asks for the administrator's own password before it makes a secret. */
const CreateSecretDialog = ({ createdAt, onCreated, onClose }: CreateSecretDialogProps) => (
  <ConfirmDialog
    title={createdAt === null ? 'Tạo khóa webhook?' : 'Thay khóa webhook?'}
    confirm={createdAt === null ? 'Tạo khóa' : 'Thay khóa'}
    isDanger={createdAt !== null}
    fields={{ intent: 'webhook' }}
    inputs={(errors) => (
      <OwnPassword errors={errors} hint="Ai có khóa này thì báo được tiền đến, nên cần xác nhận lại." />
    )}
    onDone={(made) => onCreated(made as BankWebhookSecret)}
    onClose={onClose}
  >
    {createdAt !== null && (
      <p>Khóa cũ hết hiệu lực ngay. Ngân hàng không báo được tiền đến cho tới khi dùng khóa mới.</p>
    )}
  </ConfirmDialog>
);
