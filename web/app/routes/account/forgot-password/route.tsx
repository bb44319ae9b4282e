import { Form, Link, useActionData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useState } from 'react';
import { requestPasswordReset } from '~/api/account/auth';
import { failureOf, type Failure } from '~/api/http/client';
import { AccountPage } from '~/features/account/account-page';
import { privatePage } from '~/components/shop/page-title';
import { Alert } from '~/components/feedback/alert';
import { EmailField } from '~/features/account/email-field';
import { textOf } from '~/components/form/form-text';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { useHydrated } from '~/lib/use-hydrated';
import { SubmitButton } from '~/components/form/submit-button';

export const meta = privatePage('Quên mật khẩu');

/** Seconds until a second mail can be requested, because the first takes a moment to arrive. */
const RETRY_S = 60;

type Answer = { sentTo: string; retryAfter: number } | Failure;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Answer> {
  const email = textOf(await request.formData(), 'email').trim();
  if (!email) return { detail: '', fields: { email: ['Vui lòng nhập email'] } };
  try {
    await requestPasswordReset(email);
    return { sentTo: email, retryAfter: RETRY_S };
  } catch (error) {
    return failureOf(error);
  }
}

export default function ForgotPassword() {
  const answer = useActionData<Answer>();
  const sentTo = answer && 'sentTo' in answer ? answer.sentTo : null;
  const wrong = answer && 'fields' in answer ? answer : undefined;
  const form = useFirstError(wrong);
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  const isHydrated = useHydrated();
  const [typed, setTyped] = useState<string | null>(null);
  // Another address need not wait: the first may have been mistyped.
  const isSent = sentTo !== null && (typed === null || typed.trim() === sentTo);
  return (
    <AccountPage
      title="Quên mật khẩu"
      lead="Nhập email của tài khoản, chúng tôi sẽ gửi liên kết để bạn chọn mật khẩu mới."
    >
      {sentTo !== null && (
        <Alert tone="success">
          Nếu <strong className="break-all">{sentTo}</strong> là email của một tài khoản, liên kết đã được gửi đến đó và
          dùng được trong 1 giờ. Không thấy email? Hãy xem cả hộp thư rác.
        </Alert>
      )}
      {wrong && Object.keys(wrong.fields).length === 0 && <Alert tone="danger">{wrong.detail}</Alert>}
      <Form ref={form} method="post" noValidate onSubmit={isFirstPress} className="grid gap-5">
        <EmailField error={wrong?.fields.email} onChange={(event) => setTyped(event.target.value)} />
        <SubmitButton after={wrong || isSent ? answer : undefined} size="lg" isBusy={isBusy} disabled={!isHydrated}>
          {isSent ? 'Gửi lại liên kết' : 'Gửi liên kết'}
        </SubmitButton>
      </Form>
      <p className="text-center">
        <Link to="/login" className="font-medium text-accent underline underline-offset-4">
          Về trang đăng nhập
        </Link>
      </p>
    </AccountPage>
  );
}
