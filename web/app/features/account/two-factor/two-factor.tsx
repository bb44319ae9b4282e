import { useFetcher } from '@remix-run/react';
import type { RecoveryCodes, TwoFactor, TwoFactorSecret } from 'contract/accounts/two-factor';
import { useState } from 'react';
import { beginTwoFactor, confirmTwoFactor, renewRecoveryCodes, switchOffTwoFactor } from '~/api/account/two-factor';
import { Alert } from '~/components/feedback/alert';
import { Badge } from '~/components/display/badge';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { QrCode } from '~/components/display/qr-code';
import { runAction, type ActionOutcome } from '~/components/admin/run-action';
import { type ProofFetcher, ProofForm } from './proof-form';
import { NewRecoveryCodes } from './recovery-codes';

const NOT_DONE = 'Không thể thay đổi xác thực hai lớp. Vui lòng thử lại.';

/** Runs the action of a second-factor form. @returns undefined for any other form */
export function changeTwoFactor(request: Request, form: FormData): Promise<ActionOutcome> | undefined {
  const current_password = textOf(form, 'current_password');
  // The code of the field that the form shows, blank or not: a refusal then names that field.
  const code = form.has('recovery_code')
    ? { recovery_code: textOf(form, 'recovery_code') }
    : { otp: textOf(form, 'otp') };
  switch (textOf(form, 'intent')) {
    case 'two-factor-begin':
      return runAction(request, beginTwoFactor, {
        done: 'Quét mã QR bằng ứng dụng xác thực của bạn.',
        otherwise: NOT_DONE,
      });
    case 'two-factor-confirm':
      return runAction(request, () => confirmTwoFactor({ otp: textOf(form, 'otp'), current_password }), {
        done: 'Đã bật xác thực hai lớp.',
        otherwise: NOT_DONE,
      });
    case 'two-factor-codes':
      return runAction(request, () => renewRecoveryCodes({ ...code, current_password }), {
        done: 'Đã tạo mã khôi phục mới.',
        otherwise: NOT_DONE,
      });
    case 'two-factor-off':
      return runAction(request, () => switchOffTwoFactor({ ...code, current_password }), {
        done: 'Đã tắt xác thực hai lớp.',
        otherwise: NOT_DONE,
      });
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
  if (made) return <NewRecoveryCodes codes={made.recovery_codes} onSaved={() => setSaved(proof.data)} />;
  return state.is_on ? (
    <SwitchedOn left={state.recovery_codes_left} username={username} proof={proof} />
  ) : (
    <SetUp username={username} proof={proof} />
  );
}

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
        <ProofForm username={username} fetcher={proof} intent="two-factor-confirm" label="Xác nhận và bật" />
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
          <ProofForm
            key={intent}
            username={username}
            fetcher={proof}
            intent={intent}
            label={intent === 'two-factor-off' ? 'Tắt xác thực hai lớp' : 'Tạo mã mới'}
            isDanger={intent === 'two-factor-off'}
            takesRecoveryCode
            onCancel={() => setIntent(null)}
          />
        </>
      )}
    </div>
  );
}
