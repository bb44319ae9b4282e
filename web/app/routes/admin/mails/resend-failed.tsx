import type { ResentMails } from 'contract/administration/mail';
import { MAX_RESENT_MAILS, RESENT_MAIL_DAYS } from 'contract/administration/mail-rules';
import { formatNumber } from 'contract/rules';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { sendFailedMails } from '~/api/admin/mails';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { runAction } from '~/components/admin/run-action';
import { Button } from '~/components/form/button';

/** Sends the failed mails of the last days again, and says how many. */
export const resendFailed = (request: Request) =>
  runAction(request, sendFailedMails, { done: describeResent, otherwise: 'Không thể gửi lại email.' });

function describeResent({ count, remaining }: ResentMails): string {
  if (count === 0) return `Không có email lỗi nào của ${RESENT_MAIL_DAYS} ngày qua.`;
  const sent = `${formatNumber(count)} email sẽ được gửi lại ngay`;
  return remaining > 0 ? `${sent}, còn ${formatNumber(remaining)} email lỗi: hãy gửi lại lần nữa.` : `${sent}.`;
}

/** The button that sends all failed mails again, after a question: as when the mail server is back after days. */
export function ResendFailed() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <RotateCw aria-hidden="true" className="size-4" />
        Gửi lại mọi email lỗi
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Gửi lại mọi email không gửi được?"
          confirm="Gửi lại"
          fields={{ intent: 'send-failed' }}
          onClose={() => setOpen(false)}
        >
          <p>
            Email không gửi được của {RESENT_MAIL_DAYS} ngày qua sẽ được gửi lại, mỗi lần tối đa{' '}
            {formatNumber(MAX_RESENT_MAILS)} email. Email đặt lại mật khẩu thì không: khách cần gửi yêu cầu mới.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
