import { useFetcher } from '@remix-run/react';
import { useId, useState, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { bindFields, type BoundForm } from '~/components/form/bind-fields';
import { useFirstError } from '~/components/form/use-first-error';
import type { ActionOutcome } from './run-action';
import { useFirstPress } from '~/components/form/use-first-press';
import { useWhenDone } from './use-when-done';

/** What a form passes on from the page that opens it. */
export interface PanelProps {
  /** The address of the page whose action runs; the page's own if left out. */
  action?: string;
  /** Receives what the action returned, before the panel closes. */
  onDone?: (data: unknown) => void;
  onClose: () => void;
}

interface FormPanelProps<T> extends PanelProps {
  title: string;
  /** The record that the form changes: its id is posted, and `was`, the record as the form began with it. Null for a new one. */
  of?: T | null;
  /** The label of the submit button. */
  submit?: string;
  /** Posted with the fields. */
  intent: string;
  encType?: 'multipart/form-data';
  /** Whether there are changes that no input event tells of. */
  isDirty?: boolean;
  /** The fields; receives what ties them to the record and to the last failure. */
  children: (form: BoundForm<T>) => ReactNode;
}

/**
 * A form in a panel at the right edge. It is posted to a page's action, which returns an `ActionOutcome`. Success closes
 * the panel. A failure is shown, beside the fields where possible, and the input stays.
 */
export function FormPanel<T extends { id: number }>({
  title,
  of = null,
  submit = of ? 'Lưu' : 'Thêm',
  intent,
  encType,
  isDirty,
  action,
  onDone,
  onClose,
  children,
}: FormPanelProps<T>) {
  const fetcher = useFetcher<ActionOutcome>();
  const { data, state } = fetcher;
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = useFirstError(failure);
  const isFirstPress = useFirstPress(fetcher);
  const errors = failure?.fields ?? {};
  const id = useId();
  // A refused save loads the list again, and the change of somebody else is not what this form began with.
  const [was] = useState(of);
  useWhenDone(fetcher, () => {
    if (data?.isDone) onDone?.(data.data);
    onClose();
  });
  return (
    <Modal
      shape="side"
      guardsInput
      isDirty={isDirty}
      isBusy={state !== 'idle'}
      title={title}
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="quiet" disabled={state !== 'idle'} onClick={onClose}>
            Hủy
          </Button>
          <Button type="submit" form={id} isBusy={state !== 'idle'}>
            {submit}
          </Button>
        </div>
      }
    >
      <fetcher.Form
        ref={form}
        id={id}
        method="post"
        action={action}
        encType={encType}
        noValidate
        className="grid gap-4"
        onSubmit={isFirstPress}
      >
        <input type="hidden" name="intent" value={intent} />
        {of && <input type="hidden" name="id" value={of.id} />}
        {was && <input type="hidden" name="was" value={JSON.stringify(was)} />}
        {failure && <Alert tone="danger">{failure.detail}</Alert>}
        {children({ errors, field: bindFields(errors, of) })}
      </fetcher.Form>
    </Modal>
  );
}
