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
import { listProviders } from '~/api/account/auth';
import type { SocialOutcome } from 'contract/accounts/auth';
import { failedWith, failureOf, type Failure } from '~/api/http/client';
import { afterSignIn, requireGuest } from '~/routing/guards';
import { AccountPage, TermsNotice } from '~/features/account/account-page';
import { CodeField, CodeKindSwitch, type CodeKind } from '~/features/account/code-field';
import { privatePage } from '~/components/shop/page-title';
import { PasswordField } from '~/features/account/password/password-field';
import { useShopName } from '~/features/settings/use-settings';
import { SocialSignIn } from './social-sign-in';
import { endSocialSignIn, signIn } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';
import { textOf } from '~/components/form/form-text';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import { useHydrated } from '~/lib/use-hydrated';
import { StorageNotice } from '~/components/shop/storage-notice';
import { SubmitButton } from '~/components/form/submit-button';

export const meta = privatePage('Đăng nhập');

/** Loads the configured social sign-ins; null if the request fails. */
export async function loader({ request }: LoaderFunctionArgs) {
  return { providers: await listProviders(request.signal).catch(() => null) };
}

export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  await requireGuest(request);
  const social = await endedSocial(request);
  return { ...(await serverLoader<typeof loader>()), social };
}
clientLoader.hydrate = true as const;

/** Completes a sign-in by Google or Facebook. @returns the error, or null without one @throws a redirect on success */
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
  locked: 'Tài khoản đã bị khóa. Vui lòng liên hệ cửa hàng để được hỗ trợ.',
  administrator: 'Tài khoản quản trị chỉ đăng nhập bằng mật khẩu. Nếu chưa có mật khẩu, hãy đặt tại “Quên mật khẩu?”.',
  'two-factor': 'Tài khoản này dùng xác thực hai lớp. Vui lòng đăng nhập bằng mật khẩu.',
  failed: 'Đăng nhập không thành công. Vui lòng thử lại.',
};

/** The result of a sign-in; `asksCode` when the password is right and a second factor is required. */
type Answer = Failure & { asksCode?: true };

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<Answer | Response> {
  const form = await request.formData();
  const username = textOf(form, 'username').trim();
  const password = textOf(form, 'password');
  const code = codeIn(form);
  const fields: Record<string, string[]> = {};
  if (!username) fields.username = ['Vui lòng nhập tên đăng nhập'];
  if (!password) fields.password = ['Vui lòng nhập mật khẩu'];
  if (username === '' || password === '') return { detail: '', fields };
  try {
    const user = await signIn({ username, password, ...code });
    return replace(afterSignIn(user, request.url));
  } catch (error) {
    const failure = failureOf(error);
    const asksCode = failedWith(error, 401) && ('otp' in failure.fields || 'recovery_code' in failure.fields);
    const isTyped = Object.keys(code).length > 0;
    if (asksCode && !isTyped) return { detail: '', fields: {}, asksCode: true };
    // After too many codes, or without a network, stay at the second step.
    return asksCode || (isTyped && !failedWith(error, 401)) ? { ...failure, asksCode: true } : failure;
  }
}

/** The code of the second step. The server rejects a blank one. */
function codeIn(form: FormData): { otp?: string; recovery_code?: string } {
  const [otp, recoveryCode] = [textOf(form, 'otp').trim(), textOf(form, 'recovery_code').trim()];
  return { ...(otp && { otp }), ...(recoveryCode && { recovery_code: recoveryCode }) };
}

export default function Login() {
  const { providers, social = null } = useLoaderData<Awaited<ReturnType<typeof loader>> & { social?: string | null }>();
  const shopName = useShopName();
  const wrong = useActionData<Answer>();
  const form = useFirstError(wrong);
  const navigation = useNavigation();
  const isBusy = navigation.state !== 'idle';
  const isFirstPress = useFirstPress(navigation);
  const isHydrated = useHydrated();
  // The limit may hold for the account only: another name may be tried at once.
  const [renamed, setRenamed] = useState<Failure>();
  const [params] = useSearchParams();
  const [kind, setKind] = useState<CodeKind>('otp');
  // Going back to the first step discards the request for a code.
  const [dropped, setDropped] = useState<Answer>();
  const asksCode = wrong?.asksCode === true && wrong !== dropped;
  const lead = params.has('redirect') ? 'Vui lòng đăng nhập để tiếp tục.' : `Chào mừng bạn trở lại ${shopName}.`;
  return (
    <AccountPage
      title={asksCode ? 'Xác thực hai lớp' : 'Đăng nhập'}
      lead={asksCode ? 'Mật khẩu đúng. Còn một bước nữa để xác nhận là bạn.' : lead}
    >
      <StorageNotice />
      {social && !wrong && <Alert tone="danger">{social}</Alert>}
      {wrong?.detail && wrong !== dropped && Object.keys(wrong.fields).length === 0 && (
        <Alert tone="danger">{wrong.detail}</Alert>
      )}
      <Form ref={form} method="post" noValidate onSubmit={isFirstPress} className="grid gap-5">
        <PasswordStep isHidden={asksCode} fields={wrong?.fields} onRename={() => setRenamed(wrong)} />
        {asksCode && <CodeField key={kind} kind={kind} error={wrong?.fields[kind]} isFirst />}
        <SubmitButton after={wrong === renamed ? undefined : wrong} size="lg" isBusy={isBusy} disabled={!isHydrated}>
          {asksCode ? 'Xác nhận' : 'Đăng nhập'}
        </SubmitButton>
        {asksCode && (
          <div className="flex flex-wrap justify-between gap-3">
            {/* Not while a code is checked: the answer would lead back here, and be about another field. */}
            <CodeKindSwitch kind={kind} isBusy={isBusy} onChange={setKind} />
            <Button variant="quiet" size="sm" disabled={isBusy} onClick={() => setDropped(wrong)}>
              Quay lại
            </Button>
          </div>
        )}
      </Form>
      {!asksCode && <OtherWays providers={providers} params={params} />}
      <TermsNotice before="Khi đăng nhập, bạn đồng ý với" />
    </AccountPage>
  );
}

interface PasswordStepProps {
  isHidden: boolean;
  fields: Failure['fields'] | undefined;
  onRename: () => void;
}

/** Name and password. Hidden in the second step, which sends all three fields. */
const PasswordStep = ({ isHidden, fields, onRename }: PasswordStepProps) => (
  <div hidden={isHidden} className={isHidden ? undefined : 'grid gap-5'}>
    <TextField
      label="Tên đăng nhập hoặc email"
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      required
      onChange={onRename}
      error={fields?.username}
    />
    <PasswordField label="Mật khẩu" name="password" autoComplete="current-password" error={fields?.password} />
    <Link
      to="/forgot-password"
      className="-mt-3 justify-self-start py-1 text-sm text-accent underline underline-offset-4"
    >
      Quên mật khẩu?
    </Link>
  </div>
);

interface OtherWaysProps {
  providers: Awaited<ReturnType<typeof loader>>['providers'];
  params: URLSearchParams;
}

/** Sign-in by another provider, and registration. */
const OtherWays = ({ providers, params }: OtherWaysProps) => (
  <>
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
  </>
);
