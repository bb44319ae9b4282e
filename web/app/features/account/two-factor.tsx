import { useFetcher, type FetcherWithComponents } from '@remix-run/react';
import type { RecoveryCodes, TwoFactor, TwoFactorSecret } from 'contract/accounts/two-factor';
import { useState } from 'react';
import { beginTwoFactor, confirmTwoFactor, renewRecoveryCodes, switchOffTwoFactor } from '~/api/account/two-factor';
import { CodeField } from './code-field';
import { PasswordField } from './password-field';
import { Alert } from '~/components/feedback/alert';
import { Badge } from '~/components/display/badge';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { QrCode } from '~/components/display/qr-code';
import { saveBlob } from '~/components/display/save-file';
import { useFirstError } from '~/components/form/use-first-error';
import { useRetryCountdown, retryCountdownText } from '~/components/form/use-retry-countdown';
import { act, type ActionOutcome } from '~/components/admin/run-action';

const NOT_DONE = 'Không thể thay đổi xác thực hai lớp. Vui lòng thử lại.';

/** Runs the action of a second-factor form. @returns undefined for any other form */
export function changeTwoFactor(request: Request, form: FormData): Promise<ActionOutcome> | undefined {
  const typed = { otp: textOf(form, 'otp'), current_password: textOf(form, 'current_password') };
  switch (textOf(form, 'intent')) {
    case 'two-factor-begin':
      return act(request, beginTwoFactor, { done: 'Quét mã QR bằng ứng dụng xác thực của bạn.', otherwise: NOT_DONE });
    case 'two-factor-confirm':
      return act(request, () => confirmTwoFactor(typed), { done: 'Đã bật xác thực hai lớp.', otherwise: NOT_DONE });
    case 'two-factor-codes':
      return act(request, () => renewRecoveryCodes(typed), { done: 'Đã tạo mã khôi phục mới.', otherwise: NOT_DONE });
    case 'two-factor-off':
      return act(request, () => switchOffTwoFactor(typed), { done: 'Đã tắt xác thực hai lớp.', otherwise: NOT_DONE });
    default:
      return undefined;
  }
}

/** Sets up, renews and switches off an administrator's second factor. Its forms go to the action of its page. */
export function TwoFactorPart({ state, username }: { state: TwoFactor; username: string }) {
  // Kept at this level: the response that brings the codes also replaces the form below.
  const proof: ProofFetcher = useFetcher<ActionOutcome<RecoveryCodes | undefined>>();
  const [saved, setSaved] = useState<unknown>();
  const made = proof.data?.isDone && proof.data !== saved ? proof.data.data : undefined;
  if (made) return <Codes codes={made.recovery_codes} onSaved={() => setSaved(proof.data)} />;
  return state.is_on ? (
    <SwitchedOn left={state.recovery_codes_left} username={username} proof={proof} />
  ) : (
    <SetUp username={username} proof={proof} />
  );
}

type ProofFetcher = FetcherWithComponents<ActionOutcome<RecoveryCodes | undefined>>;

function SetUp({ username, proof }: { username: string; proof: ProofFetcher }) {
  const fetcher = useFetcher<ActionOutcome<TwoFactorSecret>>();
  const { data, state } = fetcher;
  if (data?.isDone) return <Confirm made={data.data} username={username} proof={proof} />;
  return (
    <fetcher.Form method="post" className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">
        Ngoài mật khẩu, mỗi lần đăng nhập cần thêm một mã 6 chữ số từ ứng dụng xác thực trên điện thoại (Google
        Authenticator, Microsoft Authenticator, 1Password…). Ai biết mật khẩu của bạn cũng không vào được nếu không có
        điện thoại của bạn.
      </p>
      {data?.isDone === false && <Alert tone="danger">{data.failure.detail}</Alert>}
      <Button
        type="submit"
        name="intent"
        value="two-factor-begin"
        className="justify-self-start"
        isBusy={state !== 'idle'}
      >
        Bật xác thực hai lớp
      </Button>
    </fetcher.Form>
  );
}

interface ConfirmProps {
  made: TwoFactorSecret;
  username: string;
  proof: ProofFetcher;
}

function Confirm({ made: { secret, otpauth_url: url }, username, proof }: ConfirmProps) {
  return (
    <ol className="grid max-w-2xl list-decimal gap-6 pl-5">
      {/* Not a grid: that would drop the list's number. */}
      <li className="space-y-3">
        <p>Quét mã này bằng ứng dụng xác thực.</p>
        <QrCode text={url} label="Mã QR cho ứng dụng xác thực" />
        <p className="text-sm text-muted">
          Không quét được? Nhập khóa này vào ứng dụng:
          <code className="mt-1 block font-mono text-base tracking-wider text-ink [overflow-wrap:anywhere] select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </p>
      </li>
      <li>
        <p className="mb-3">Nhập mã mà ứng dụng hiện ra, và mật khẩu của bạn.</p>
        <Proof username={username} fetcher={proof} intent="two-factor-confirm" label="Xác nhận và bật" />
      </li>
    </ol>
  );
}

interface SwitchedOnProps {
  left: number;
  username: string;
  proof: ProofFetcher;
}

function SwitchedOn({ left, username, proof }: SwitchedOnProps) {
  const [intent, setIntent] = useState<'two-factor-codes' | 'two-factor-off' | null>(null);
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="success">Đang bật</Badge>
        <span className="text-sm text-muted">Còn {left} mã khôi phục chưa dùng.</span>
      </p>
      {left <= 3 && <Alert tone="warning">Bạn sắp hết mã khôi phục. Hãy tạo mã mới trước khi cần đến.</Alert>}
      {intent === null ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="sm" onClick={() => setIntent('two-factor-codes')}>
            Tạo mã khôi phục mới
          </Button>
          <Button variant="quiet" size="sm" className="text-signal" onClick={() => setIntent('two-factor-off')}>
            Tắt xác thực hai lớp
          </Button>
        </div>
      ) : (
        <>
          <p className="text-sm">
            {intent === 'two-factor-off'
              ? 'Từ sau lần này, đăng nhập chỉ cần mật khẩu. Các mã khôi phục của bạn mất hiệu lực.'
              : 'Mười mã cũ mất hiệu lực ngay khi có mã mới.'}
          </p>
          <Proof
            key={intent}
            username={username}
            fetcher={proof}
            intent={intent}
            label={intent === 'two-factor-off' ? 'Tắt xác thực hai lớp' : 'Tạo mã mới'}
            isDanger={intent === 'two-factor-off'}
            onCancel={() => setIntent(null)}
          />
        </>
      )}
    </div>
  );
}

interface ProofProps {
  username: string;
  fetcher: ProofFetcher;
  intent: string;
  label: string;
  isDanger?: boolean;
  onCancel?: () => void;
}

/** A form that asks for a code and the password. */
function Proof({ username, fetcher, intent, label, isDanger = false, onCancel }: ProofProps) {
  const { data, state } = fetcher;
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = useFirstError(failure);
  const wait = useRetryCountdown(failure);
  return (
    <fetcher.Form ref={form} method="post" noValidate className="grid max-w-md gap-5">
      {failure && Object.keys(failure.fields).length === 0 && <Alert tone="danger">{failure.detail}</Alert>}
      <input type="hidden" name="intent" value={intent} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <CodeField error={failure?.fields.otp} />
      <PasswordField
        label="Mật khẩu hiện tại"
        name="current_password"
        autoComplete="current-password"
        error={failure?.fields.current_password}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={state !== 'idle'} disabled={wait > 0}>
          {wait > 0 ? retryCountdownText(wait) : label}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Hủy
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

/** The recovery codes, shown only once. */
function Codes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  return (
    <div className="grid max-w-2xl gap-4">
      <Alert tone="warning">
        Lưu mười mã khôi phục này ở nơi an toàn, ngoài điện thoại. Mỗi mã thay cho ứng dụng xác thực một lần; chúng
        không được hiện lại.
      </Alert>
      <ul aria-label="Mã khôi phục" className="tabular grid grid-cols-2 gap-2 font-mono text-base sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveBlob('may-ma-khoi-phuc.txt', new Blob([`${codes.join('\n')}\n`]))}
        >
          Tải về dạng tệp
        </Button>
        <Button size="sm" onClick={onSaved}>
          Tôi đã lưu các mã
        </Button>
      </div>
    </div>
  );
}
