import type { FetcherWithComponents } from '@remix-run/react';
import type { RecoveryCodes } from 'contract/accounts/two-factor';
import { CodeField } from './code-field';
import { PasswordField } from './password-field';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstError } from '~/components/form/use-first-error';
import { useRetryCountdown, retryCountdownText } from '~/components/form/use-retry-countdown';
import type { ActionOutcome } from '~/components/admin/run-action';

export type ProofFetcher = FetcherWithComponents<ActionOutcome<RecoveryCodes | undefined>>;

interface ProofProps {
  username: string;
  fetcher: ProofFetcher;
  intent: string;
  label: string;
  isDanger?: boolean;
  onCancel?: () => void;
}

/** A form that asks for a code and the password. */
export function ProofForm({ username, fetcher, intent, label, isDanger = false, onCancel }: ProofProps) {
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
