import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { ProfileAnswer } from './profile-answer';
import { Alert } from '~/components/feedback/alert';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { SubmitButton } from '~/components/form/submit-button';
import { useFirstPress } from '~/components/form/use-first-press';
import { NewPassword } from '~/features/account/password/new-password';
import { OwnPassword } from '~/features/account/password/own-password';

/** A form that changes the password. The change signs out every other device. */
export function ProfilePassword({ username }: { username: string }) {
  const fetcher = useFetcher<ProfileAnswer>();
  const isFirstPress = useFirstPress(fetcher);
  const answer = fetcher.data;
  const failure = answer?.failure;
  const form = useFirstError(failure);
  useEffect(() => {
    if (answer?.isDone) form.current?.reset();
  }, [answer, form]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/profile"
      noValidate
      onSubmit={isFirstPress}
      className="grid max-w-md gap-5"
    >
      {answer?.isDone && (
        <Alert tone="success">
          Đổi mật khẩu thành công!
          <span className="block text-sm">Các thiết bị khác đã được đăng xuất.</span>
        </Alert>
      )}
      {failure?.detail && <Alert tone="danger">{failure.detail}</Alert>}
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <OwnPassword label="Mật khẩu hiện tại" errors={failure?.fields} />
      <NewPassword errors={failure?.fields} />
      <SubmitButton
        after={failure}
        name="intent"
        value="password"
        className="justify-self-start"
        isBusy={fetcher.state !== 'idle'}
      >
        Đổi mật khẩu
      </SubmitButton>
    </fetcher.Form>
  );
}
