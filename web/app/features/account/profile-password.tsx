import { useFetcher } from '@remix-run/react';
import { MIN_PASSWORD } from 'contract/rules';
import { useEffect } from 'react';
import type { ProfileAnswer } from './profile-answer';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstError } from '~/components/form/use-first-error';
import { useRetryCountdown, retryCountdownText } from '~/components/form/use-retry-countdown';
import { PasswordField } from './password-field';

/** A form that changes the password. The change signs out every other device. */
export function ProfilePassword({ username }: { username: string }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const answer = fetcher.data;
  const failure = answer?.failure;
  const form = useFirstError(failure);
  const wait = useRetryCountdown(failure);
  useEffect(() => {
    if (answer?.isDone) form.current?.reset();
  }, [answer, form]);
  return (
    <fetcher.Form ref={form} method="post" action="/profile" noValidate className="grid max-w-md gap-5">
      {answer?.isDone && (
        <Alert tone="success">
          Đổi mật khẩu thành công!
          <span className="block text-sm">Các thiết bị khác đã được đăng xuất.</span>
        </Alert>
      )}
      {failure?.detail && <Alert tone="danger">{failure.detail}</Alert>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="Mật khẩu hiện tại"
        name="current_password"
        autoComplete="current-password"
        error={failure?.fields.current_password}
      />
      <PasswordField
        label="Mật khẩu mới"
        name="password"
        autoComplete="new-password"
        hint={`Ít nhất ${MIN_PASSWORD} ký tự`}
        error={failure?.fields.password}
      />
      <PasswordField
        label="Xác nhận mật khẩu mới"
        name="confirmation"
        autoComplete="new-password"
        error={failure?.fields.confirmation}
      />
      <Button
        type="submit"
        name="intent"
        value="password"
        className="justify-self-start"
        isBusy={fetcher.state !== 'idle'}
        disabled={wait > 0}
      >
        {wait > 0 ? retryCountdownText(wait) : 'Đổi mật khẩu'}
      </Button>
    </fetcher.Form>
  );
}
