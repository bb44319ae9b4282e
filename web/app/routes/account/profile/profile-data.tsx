import { Link, useFetcher } from '@remix-run/react';
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ProfileAnswer } from '~/features/account/profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { useFirstError } from '~/components/form/use-first-error';
import { useWait, waitText } from '~/components/form/use-wait';
import { ClosingReasons } from '~/features/account/deletion-reasons';
import { PasswordField } from '~/features/account/password-field';

/** What belongs to the customer: their data to take along, and the account to close. */
export function ProfileData({ username }: { username: string }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const [isClosing, setIsClosing] = useState(false);
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
        <Button variant="quiet" size="sm" className="text-signal" onClick={() => setIsClosing(true)}>
          Đóng tài khoản
        </Button>
      </div>
      {isClosing && <CloseDialog username={username} onClose={() => setIsClosing(false)} />}
    </section>
  );
}

function CloseDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const failure = fetcher.data?.failure;
  const form = useFirstError(failure);
  const wait = useWait(failure);
  // The dialog gives the focus to its first button when it opens.
  useEffect(() => form.current?.querySelector<HTMLElement>('[type="password"]')?.focus(), [form]);
  return (
    <Modal
      title={`Đóng tài khoản ${username}?`}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Giữ lại
          </Button>
          <Button
            type="submit"
            form="close-account"
            name="intent"
            value="close"
            variant="danger"
            isBusy={fetcher.state !== 'idle'}
            disabled={wait > 0}
          >
            {wait > 0 ? waitText(wait) : 'Đóng tài khoản'}
          </Button>
        </div>
      }
    >
      <fetcher.Form ref={form} id="close-account" method="post" action="/profile" noValidate className="grid gap-4">
        <p>Bạn sẽ không đăng nhập lại được nữa, và không thể mở lại tài khoản này.</p>
        <ul className="list-disc space-y-1 pl-5 text-sm">
          <li>Tên, email, số điện thoại, địa chỉ và ảnh của bạn bị xóa.</li>
          <li>Đơn hàng và giao dịch ví được giữ theo luật kế toán, không còn tên bạn.</li>
          <li>Khoản nạp ví chưa thanh toán bị hủy.</li>
          <li>Mọi thiết bị đang đăng nhập bị đăng xuất ngay.</li>
        </ul>
        {failure?.detail && Object.keys(failure.fields).length === 0 && (
          <Alert tone="danger">
            {failure.detail}
            <ClosingReasons failure={failure} orderPath={(id) => `/orders/${id}`} walletPath="/paybox" />
          </Alert>
        )}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          label="Mật khẩu hiện tại"
          name="current_password"
          autoComplete="current-password"
          error={failure?.fields.current_password}
        />
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
