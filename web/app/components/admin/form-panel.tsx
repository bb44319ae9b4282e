import { useState, type ReactNode } from 'react';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { Modal } from '~/components/overlay/modal';
import { bindFields, type BoundForm } from '~/components/form/bind-fields';
import { useActionForm } from './use-action-form';

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
  const { Form, form, isBusy, failure, errors } = useActionForm({ onDone, onClose });
  // A refused save loads the list again, and the change of somebody else is not what this form began with.
  const [was] = useState(of);
  return (
    <Modal
      shape="side"
      guardsInput
      isDirty={isDirty}
      isBusy={isBusy}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Hủy
          </Button>
          <Button type="submit" form={form.id} isBusy={isBusy}>
            {submit}
          </Button>
        </>
      }
    >
      <Form {...form} action={action} encType={encType} className="grid gap-4">
        <input type="hidden" name="intent" value={intent} />
        {of && <input type="hidden" name="id" value={of.id} />}
        {was && <input type="hidden" name="was" value={JSON.stringify(was)} />}
        {failure && <Alert tone="danger">{failure.detail}</Alert>}
        {children({ errors, field: bindFields(errors, of) })}
      </Form>
    </Modal>
  );
}
