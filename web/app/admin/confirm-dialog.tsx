import { useFetcher } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import type { Failure } from '~/api/client';
import { Button } from '~/ui/button';
import { Modal } from '~/ui/modal';
import { useFirstError } from '~/ui/use-first-error';
import type { Outcome } from './act';
import { useWhenDone } from './use-when-done';

interface ConfirmDialogProps {
  /** Asks, and names what it asks about: `Xóa mã giảm giá TẾT50?` */
  title: string;
  /** What happens then, and whether it can be undone. */
  children: ReactNode;
  /** What has to be typed first; given the sentences of the last failure by field name. */
  inputs?: (errors: Failure['fields']) => ReactNode;
  /** What the button that does it says. */
  confirm: string;
  /** Posted to the page's action. */
  fields: Record<string, string | number>;
  /** Cannot be undone. */
  isDanger?: boolean;
  /** What to say of a failure beside its sentence, such as where to look. */
  afterFailure?: (failure: Failure) => ReactNode;
  onClose: () => void;
}

/** Asks before something is done. It closes when it was done; a failure is told in it, and may be tried again. */
export function ConfirmDialog({
  title,
  children,
  inputs,
  confirm,
  fields,
  isDanger = false,
  afterFailure,
  onClose,
}: ConfirmDialogProps) {
  const fetcher = useFetcher<Outcome>();
  const { data, state } = fetcher;
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = useFirstError(failure);
  const id = useId();
  const errors = failure?.fields ?? {};
  useWhenDone(fetcher, onClose);
  return (
    <Modal
      title={title}
      guardsInput
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Không
          </Button>
          <Button type="submit" form={id} variant={isDanger ? 'danger' : 'primary'} isBusy={state !== 'idle'}>
            {confirm}
          </Button>
        </div>
      }
    >
      <fetcher.Form ref={form} id={id} method="post" noValidate className="grid gap-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        {inputs?.(errors)}
        {/* With inputs, what names one of them is said beside it. */}
        {state === 'idle' && failure && !(inputs && Object.keys(errors).length > 0) && (
          <div role="alert" className="text-signal">
            <p>{failure.detail}</p>
            {afterFailure?.(failure)}
          </div>
        )}
      </fetcher.Form>
    </Modal>
  );
}
