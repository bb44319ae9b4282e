import { useFetcher } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import type { Failure } from '~/api/client';
import { Alert } from '~/ui/alert';
import { Button } from '~/ui/button';
import { Modal } from '~/ui/modal';
import { useFirstError } from '~/ui/use-first-error';
import type { Outcome } from './act';
import { useWhenDone } from './use-when-done';

interface FormPanelProps {
  title: string;
  /** What the button that sends it says. */
  submit: string;
  /** Posted with the fields. */
  intent: string;
  encType?: 'multipart/form-data';
  onClose: () => void;
  /** The fields; given the sentences of the last failure by field name. */
  children: (errors: Failure['fields']) => ReactNode;
}

/**
 * A form in a panel at the right edge. It is posted to the page's action, which answers with an `Outcome`: done, it
 * closes; failed, it says why, beside the fields where it can, and keeps what was typed.
 */
export function FormPanel({ title, submit, intent, encType, onClose, children }: FormPanelProps) {
  const fetcher = useFetcher<Outcome>();
  const { data, state } = fetcher;
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = useFirstError(failure);
  const id = useId();
  useWhenDone(fetcher, onClose);
  return (
    <Modal
      shape="side"
      guardsInput
      title={title}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Hủy
          </Button>
          <Button type="submit" form={id} isBusy={state !== 'idle'}>
            {submit}
          </Button>
        </div>
      }
    >
      <fetcher.Form ref={form} id={id} method="post" encType={encType} noValidate className="grid gap-4">
        <input type="hidden" name="intent" value={intent} />
        {failure && <Alert tone="danger">{failure.detail}</Alert>}
        {children(failure?.fields ?? {})}
      </fetcher.Form>
    </Modal>
  );
}
