import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  Form,
  Link,
  replace,
  useActionData,
  useLoaderData,
  useNavigation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from '@remix-run/react';
import { getProviders } from '~/api/auth';
import { failureOf, type Failure } from '~/api/client';
import { afterSignIn, requireGuest } from '~/routing/guards';
import { AccountPage, Terms } from '~/shop/account-page';
import { PasswordField } from '~/shop/password-field';
import { SocialSignIn } from '~/shop/social-sign-in';
import { signIn } from '~/state/session';
import { Alert } from '~/ui/alert';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/field';
import { textOf } from '~/ui/form-text';
import { useFirstError } from '~/ui/use-first-error';
import { useHydrated } from '~/ui/use-hydrated';
import { useWait, waitText } from '~/ui/use-wait';

export const meta: MetaFunction = () => [{ title: 'Đăng nhập · MAY' }, { name: 'robots', content: 'noindex' }];

/** Which social sign-ins there are; null where the shop offers none. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { providers: await getProviders(request.signal).catch(() => null) };
}

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  await requireGuest(request);
  return serverLoader<typeof loader>();
}
clientLoader.hydrate = true as const;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Failure | Response> {
  const form = await request.formData();
  const username = textOf(form, 'username').trim();
  const password = textOf(form, 'password');
  const fields: Record<string, string[]> = {};
  if (!username) fields.username = ['Vui lòng nhập tên đăng nhập'];
  if (!password) fields.password = ['Vui lòng nhập mật khẩu'];
  if (username === '' || password === '') return { detail: '', fields };
  try {
    const user = await signIn({ username, password });
    return replace(afterSignIn(user, request.url));
  } catch (error) {
    return failureOf(error);
  }
}

export default function Login() {
  const { providers } = useLoaderData<typeof loader>();
  const wrong = useActionData<Failure>();
  const form = useFirstError(wrong);
  const isBusy = useNavigation().state !== 'idle';
  const isHydrated = useHydrated();
  const wait = useWait(wrong);
  const [params] = useSearchParams();
  return (
    <AccountPage title="Đăng nhập" lead="Chào mừng bạn trở lại MAY.">
      {wrong && Object.keys(wrong.fields).length === 0 && <Alert tone="danger">{wrong.detail}</Alert>}
      <Form ref={form} method="post" noValidate className="grid gap-5">
        <TextField
          label="Tên đăng nhập hoặc email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          error={wrong?.fields.username}
        />
        <PasswordField
          label="Mật khẩu"
          name="password"
          autoComplete="current-password"
          error={wrong?.fields.password}
        />
        <Link
          to="/forgot-password"
          className="-mt-3 justify-self-start py-1 text-sm text-accent underline underline-offset-4"
        >
          Quên mật khẩu?
        </Link>
        <Button type="submit" size="lg" isBusy={isBusy} disabled={!isHydrated || wait > 0}>
          {wait > 0 ? waitText(wait) : 'Đăng nhập'}
        </Button>
      </Form>
      {providers && <SocialSignIn providers={providers} />}
      <p className="text-center">
        Chưa có tài khoản?{' '}
        <Link
          to={{ pathname: '/register', search: params.toString() }}
          className="font-medium text-accent underline underline-offset-4"
        >
          Đăng ký
        </Link>
      </p>
      <Terms before="Khi đăng nhập, bạn đồng ý với" />
    </AccountPage>
  );
}
