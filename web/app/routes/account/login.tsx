import type { LoaderFunctionArgs } from '@remix-run/node';
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
import { useState } from 'react';
import { getProviders } from '~/api/auth';
import type { SocialOutcome } from 'contract/auth';
import { failureOf, type Failure } from '~/api/client';
import { afterSignIn, requireGuest } from '~/routing/guards';
import { AccountPage, Terms } from '~/shop/account-page';
import { privatePage } from '~/shop/page-title';
import { PasswordField } from '~/shop/password-field';
import { useShopName } from '~/shop/pricing';
import { SocialSignIn } from '~/shop/social-sign-in';
import { endSocialSignIn, signIn } from '~/state/session';
import { Alert } from '~/ui/alert';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/field';
import { textOf } from '~/ui/form-text';
import { useFirstError } from '~/ui/use-first-error';
import { useHydrated } from '~/ui/use-hydrated';
import { useWait, waitText } from '~/ui/use-wait';

export const meta = privatePage('Đăng nhập');

/** Which social sign-ins there are; null where the shop offers none. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { providers: await getProviders(request.signal).catch(() => null) };
}

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  await requireGuest(request);
  const social = await endedSocial(request);
  return { ...(await serverLoader<typeof loader>()), social };
}
clientLoader.hydrate = true as const;

/** What is to be said of a sign-in by Google or Facebook that led back here; one that went well leads on at once. */
async function endedSocial(request: Request): Promise<string | null> {
  const outcome = new URL(request.url).searchParams.get('social') as SocialOutcome | null;
  if (outcome !== 'done') return outcome && (SOCIAL[outcome] ?? SOCIAL.failed);
  const user = await endSocialSignIn().catch(() => null);
  if (user) throw replace(afterSignIn(user, request.url));
  return SOCIAL.failed;
}

const SOCIAL: Record<Exclude<SocialOutcome, 'done'>, string> = {
  cancelled: 'Bạn đã hủy đăng nhập. Bạn có thể thử lại hoặc dùng mật khẩu.',
  'email-taken': 'Email này đã có tài khoản tại cửa hàng. Vui lòng đăng nhập bằng mật khẩu.',
  'no-email': 'Chúng tôi không nhận được email của bạn. Vui lòng đăng ký bằng email.',
  locked: 'Tài khoản đã bị khóa',
  'two-factor': 'Tài khoản này dùng xác thực hai lớp. Vui lòng đăng nhập bằng mật khẩu.',
  failed: 'Đăng nhập không thành công. Vui lòng thử lại.',
};

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
  const { providers, social = null } = useLoaderData<Awaited<ReturnType<typeof loader>> & { social?: string | null }>();
  const wrong = useActionData<Failure>();
  const form = useFirstError(wrong);
  const isBusy = useNavigation().state !== 'idle';
  const isHydrated = useHydrated();
  // It may be the account alone that has to wait: another name may be tried at once.
  const [renamed, setRenamed] = useState<Failure>();
  const wait = useWait(wrong === renamed ? undefined : wrong);
  const [params] = useSearchParams();
  return (
    <AccountPage title="Đăng nhập" lead={`Chào mừng bạn trở lại ${useShopName()}.`}>
      {social && !wrong && <Alert tone="danger">{social}</Alert>}
      {wrong && Object.keys(wrong.fields).length === 0 && <Alert tone="danger">{wrong.detail}</Alert>}
      <Form ref={form} method="post" noValidate className="grid gap-5">
        <TextField
          label="Tên đăng nhập hoặc email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          onChange={() => setRenamed(wrong)}
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
      {providers && <SocialSignIn providers={providers} redirect={params.get('redirect')} />}
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
