import { Link, useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { SubmitButton } from '~/components/form/submit-button';
import { useFirstPress } from '~/components/form/use-first-press';
import { DeletionBlockers } from '~/features/account/deletion-blockers';
import { OwnPassword } from '~/features/account/password/own-password';

/** Asks for the password, and closes the account. */
export function CloseAccount({ username, onClose }: { username: string; onClose: () => void }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const isFirstPress = useFirstPress(fetcher);
  const failure = fetcher.data?.failure;
  const isBusy = fetcher.state !== 'idle';
  const form = useFirstError(failure);
  // The dialog gives the focus to its first button when it opens.
  useEffect(() => form.current?.querySelector<HTMLElement>('[type="password"]')?.focus(), [form]);
  return (
    <Modal
      title={`Đóng tài khoản ${username}?`}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Giữ lại
          </Button>
          <SubmitButton
            after={failure}
            form="close-account"
            name="intent"
            value="close"
            variant="danger"
            isBusy={isBusy}
          >
            Đóng tài khoản
          </SubmitButton>
        </>
      }
    >
      <fetcher.Form
        ref={form}
        id="close-account"
        method="post"
        action="/profile"
        noValidate
        onSubmit={isFirstPress}
        className="grid gap-4"
      >
        <Consequences />
        {failure?.detail && Object.keys(failure.fields).length === 0 && (
          <Alert tone="danger">
            {failure.detail}
            <DeletionBlockers failure={failure} orderPath={(id) => `/orders/${id}`} walletPath="/paybox" />
          </Alert>
        )}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <OwnPassword label="Mật khẩu hiện tại" errors={failure?.fields} />
        <p className="text-sm text-muted">
          Chưa có mật khẩu?{' '}
          <Link to="/forgot-password" className="underline underline-offset-4">
            Đặt mật khẩu qua email
          </Link>
        </p>
      </fetcher.Form>
    </Modal>
  );
}

const Consequences = () => (
  <>
    <p>Bạn sẽ không đăng nhập lại được nữa, và không thể mở lại tài khoản này.</p>
    <ul className="list-disc space-y-1 pl-5 text-sm">
      <li>Tên, email, số điện thoại, địa chỉ và ảnh của bạn bị xóa.</li>
      <li>Đơn hàng và giao dịch ví được giữ theo luật kế toán, không còn tên bạn.</li>
      <li>Mọi thiết bị đang đăng nhập bị đăng xuất ngay.</li>
    </ul>
  </>
);
