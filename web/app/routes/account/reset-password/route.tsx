import { Form, Link, replace, useActionData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { MIN_PASSWORD } from 'contract/rules';
import { confirmPasswordReset } from '~/api/account/auth';
import { failedWith, failureOf, type Failure } from '~/api/http/client';
import { AccountPage } from '~/features/account/account-page';
import { mailLinkPage, useMailLink } from '~/features/account/mail-link';
import { NewPassword } from '~/features/account/password/new-password';
import { signOut } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { buttonStyle } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { toast } from '~/components/feedback/toast';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { useHydrated } from '~/lib/use-hydrated';
import { SubmitButton } from '~/components/form/submit-button';

export const meta = mailLinkPage('Đặt lại mật khẩu');

const BAD_LINK = 'Liên kết đặt lại mật khẩu không hợp lệ hoặc đã hết hạn.';

const UNSURE =
  'Chưa rõ mật khẩu đã được đổi hay chưa, do kết nối gián đoạn. Hãy thử đăng nhập bằng mật khẩu mới, hoặc gửi lại.';

/** `isUnsure`: the answer was lost, so the password may have changed. */
type Answer = Failure & { isLinkBad?: boolean; isUnsure?: boolean };

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Answer | Response> {
  const form = await request.formData();
  const password = textOf(form, 'password');
  const fields = mistakes(password, textOf(form, 'confirmation'));
  if (Object.keys(fields).length > 0) return { detail: '', fields };
  try {
    await confirmPasswordReset({ uid: textOf(form, 'uid'), token: textOf(form, 'token'), new_password: password });
  } catch (error) {
    const failure = failureOf(error);
    const { new_password } = failure.fields;
    if (new_password) return { ...failure, fields: { password: new_password } };
    if (failedWith(error, 0)) return { detail: UNSURE, fields: {}, isUnsure: true };
    return { ...failure, fields: {}, isLinkBad: failedWith(error, 400) };
  }
  // The new password ended every login, including this browser's.
  signOut();
  toast('Đổi mật khẩu thành công!');
  return replace('/login');
}

function mistakes(password: string, confirmation: string): Record<string, string[]> {
  if (!password) return { password: ['Vui lòng nhập mật khẩu mới'] };
  if (password.length < MIN_PASSWORD) return { password: [`Mật khẩu mới phải có ít nhất ${MIN_PASSWORD} ký tự`] };
  if (password !== confirmation) return { confirmation: ['Mật khẩu xác nhận không khớp'] };
  return {};
}

export default function ResetPassword() {
  const isHydrated = useHydrated();
  const link = useMailLink(readLink);
  const wrong = useActionData<Answer>();
  const form = useFirstError(wrong);
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  if (isHydrated && (!link || wrong?.isLinkBad)) return <BadLink />;
  return (
    <AccountPage title="Đặt lại mật khẩu" lead="Chọn mật khẩu mới cho tài khoản của bạn.">
      {wrong && Object.keys(wrong.fields).length === 0 && (
        <Alert tone="danger" action={wrong.isUnsure && <ToLogin />}>
          {wrong.detail}
        </Alert>
      )}
      {/* Not the link's URL: the form's target would contain the token. */}
      <Form
        ref={form}
        action="/reset-password"
        method="post"
        replace
        state={link}
        noValidate
        onSubmit={isFirstPress}
        className="grid gap-5"
      >
        {isHydrated && link && (
          <>
            <input type="hidden" name="uid" value={link.uid} />
            <input type="hidden" name="token" value={link.token} />
          </>
        )}
        <NewPassword errors={wrong?.fields} />
        <SubmitButton after={wrong} size="lg" isBusy={isBusy} disabled={!isHydrated}>
          Đổi mật khẩu
        </SubmitButton>
      </Form>
    </AccountPage>
  );
}

function BadLink() {
  return (
    <AccountPage title="Đặt lại mật khẩu" lead="Mỗi liên kết dùng được một lần, trong 1 giờ.">
      <Alert tone="danger">{BAD_LINK}</Alert>
      <Link to="/forgot-password" className={buttonStyle({ size: 'lg' })}>
        Yêu cầu liên kết mới
      </Link>
      <p className="text-center">
        Vừa đổi mật khẩu bằng liên kết này? <ToLogin />
      </p>
    </AccountPage>
  );
}

const ToLogin = () => (
  <Link to="/login" className="font-medium text-accent underline underline-offset-4">
    Đăng nhập
  </Link>
);

/** The link's user and token. */
const readLink = ({ uid, token }: { uid?: unknown; token?: unknown }) =>
  typeof uid === 'string' && typeof token === 'string' && uid && token ? { uid, token } : null;
