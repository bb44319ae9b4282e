import {
  Form,
  Link,
  replace,
  useActionData,
  useNavigation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { MIN_PASSWORD } from 'contract/rules';
import { createAccount } from '~/api/account/auth';
import { failedWith, failureOf, type Failure } from '~/api/http/client';
import { afterSignIn, requireGuest } from '~/routing/guards';
import { AccountPage, TermsNotice } from '~/features/account/account-page';
import { privatePage } from '~/components/shop/page-title';
import { PasswordField } from '~/features/account/password/password-field';
import { signIn } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { EmailField } from '~/features/account/email-field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { useHydrated } from '~/lib/use-hydrated';
import { SubmitButton } from '~/components/form/submit-button';

export const meta = privatePage('Đăng ký');

const UNSURE =
  'Chưa rõ tài khoản đã được tạo hay chưa, do kết nối gián đoạn. Hãy gửi lại; nếu tên đã được dùng, hãy thử đăng nhập.';

/** Loads nothing. With a loader the server renders the form before the session is checked. */
export const loader = () => null;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  return requireGuest(request);
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Failure | Response> {
  const form = await request.formData();
  const account = {
    username: textOf(form, 'username').trim(),
    email: textOf(form, 'email').trim(),
    password: textOf(form, 'password'),
  };
  const fields = missing(account);
  if (Object.keys(fields).length > 0) return { detail: '', fields };
  try {
    await createAccount(account);
  } catch (error) {
    return failureOf(error, failedWith(error, 0) ? UNSURE : undefined);
  }
  try {
    return replace(afterSignIn(await signIn(account), request.url));
  } catch {
    return { detail: 'Tài khoản đã được tạo, nhưng chưa đăng nhập được. Vui lòng đăng nhập.', fields: {} };
  }
}

function missing({ username, email, password }: { username: string; email: string; password: string }) {
  const fields: Record<string, string[]> = {};
  if (!username) fields.username = ['Vui lòng nhập tên đăng nhập'];
  if (!email) fields.email = ['Vui lòng nhập email'];
  if (!password) fields.password = ['Vui lòng nhập mật khẩu'];
  return fields;
}

export default function Register() {
  const wrong = useActionData<Failure>();
  const form = useFirstError(wrong);
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  const isHydrated = useHydrated();
  const [params] = useSearchParams();
  return (
    <AccountPage title="Đăng ký" lead="Một tài khoản để đặt hàng, theo dõi đơn và dùng ví Paybox.">
      {wrong && Object.keys(wrong.fields).length === 0 && <Alert tone="danger">{wrong.detail}</Alert>}
      <Form ref={form} method="post" noValidate onSubmit={isFirstPress} className="grid gap-5">
        <TextField
          label="Tên đăng nhập"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={150}
          required
          error={wrong?.fields.username}
        />
        <EmailField error={wrong?.fields.email} />
        <PasswordField
          label="Mật khẩu"
          name="password"
          autoComplete="new-password"
          hint={`Ít nhất ${MIN_PASSWORD} ký tự`}
          error={wrong?.fields.password}
        />
        <SubmitButton after={wrong} size="lg" isBusy={isBusy} disabled={!isHydrated}>
          Tạo tài khoản
        </SubmitButton>
      </Form>
      <p className="text-center">
        Đã có tài khoản?{' '}
        <Link
          to={{ pathname: '/login', search: params.toString() }}
          className="font-medium text-accent underline underline-offset-4"
        >
          Đăng nhập
        </Link>
      </p>
      <TermsNotice before="Khi tạo tài khoản, bạn đồng ý với" />
    </AccountPage>
  );
}
