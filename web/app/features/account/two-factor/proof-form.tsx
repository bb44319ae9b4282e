import type { FetcherWithComponents } from '@remix-run/react';
import type { RecoveryCodes } from 'contract/accounts/two-factor';
import { useState } from 'react';
import { CodeField, CodeKindSwitch, type CodeKind } from '../code-field';
import { OwnPassword } from '~/features/account/password/own-password';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { SubmitButton } from '~/components/form/submit-button';
import type { ActionOutcome } from '~/components/admin/run-action';

export type ProofFetcher = FetcherWithComponents<ActionOutcome<RecoveryCodes | undefined>>;

interface ProofProps {
  username: string;
  fetcher: ProofFetcher;
  intent: string;
  label: string;
  isDanger?: boolean;
  /** Whether a recovery code serves too. */
  takesRecoveryCode?: boolean;
  onCancel?: () => void;
}

/** A form that asks for a code and the password. */
export function ProofForm(props: ProofProps) {
  const { username, fetcher, intent, label, isDanger = false, takesRecoveryCode = false, onCancel } = props;
  const { data, state } = fetcher;
  const [chosen, setChosen] = useState<CodeKind>();
  const kind = chosen ?? 'otp';
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = useFirstError(failure);
  return (
    <fetcher.Form ref={form} method="post" noValidate className="grid max-w-md gap-5">
      {failure && Object.keys(failure.fields).length === 0 && <Alert tone="danger">{failure.detail}</Alert>}
      <input type="hidden" name="intent" value={intent} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <CodeField key={kind} kind={kind} error={failure?.fields[kind]} isFirst={chosen !== undefined} />
      <OwnPassword label="Mật khẩu hiện tại" errors={failure?.fields} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton after={failure} variant={isDanger ? 'danger' : 'primary'} isBusy={state !== 'idle'}>
          {label}
        </SubmitButton>
        {takesRecoveryCode && <CodeKindSwitch kind={kind} isBusy={state !== 'idle'} onChange={setChosen} />}
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            Hủy
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}
