import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import type { Failure } from '~/api/http/client';
import { Button } from '~/components/form/button';
import { TextArea } from '~/components/form/field';
import { Modal } from '~/components/overlay/modal';
import { useActionForm } from './use-action-form';

interface ConfirmDialogProps {
  /** The question, with the name of its object: `Xóa mã giảm giá TẾT50?` */
  title: string;
  /** The consequences, and whether they can be undone. */
  children: ReactNode;
  /** Fields to fill in first; receives the last failure's messages by field name. */
  inputs?: (errors: Failure['fields']) => ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  /** Posted to the page's action. */
  fields: Record<string, string | number>;
  /** Cannot be undone. */
  isDanger?: boolean;
  /** Shown below the message of a failure, such as links to what blocks the action. */
  afterFailure?: (failure: Failure) => ReactNode;
  onClose: () => void;
  /** Receives what the action returned, before `onClose`. */
  onDone?: (data: unknown) => void;
}

/** Confirms an action. Closes after success; shows a failure and allows a retry. */
export function ConfirmDialog({
  title,
  children,
  inputs,
  confirm,
  fields,
  isDanger = false,
  afterFailure,
  onClose,
  onDone,
}: ConfirmDialogProps) {
  const { Form, form, isBusy, failure, errors } = useActionForm({ onDone, onClose });
  const [asked, setAsked] = useState<string[]>([]);
  // An error may be of a field that the dialog does not ask for.
  const wrong = Object.keys(errors);
  const isBesideInputs = wrong.length > 0 && wrong.every((name) => asked.includes(name));
  function submit(event: FormEvent<HTMLFormElement>) {
    setAsked(inputNames(event.currentTarget));
    form.onSubmit(event);
  }
  return (
    <Modal
      title={title}
      guardsInput
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Không
          </Button>
          <Button type="submit" form={form.id} variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      <Form {...form} onSubmit={submit} className="grid gap-3 [overflow-wrap:anywhere]">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        {inputs?.(errors)}
        {!isBusy && failure && !isBesideInputs && (
          <div role="alert" className="text-signal">
            <p>{failure.detail}</p>
            {afterFailure?.(failure)}
          </div>
        )}
      </Form>
    </Modal>
  );
}

/** The names of the inputs that can be seen in a form. */
const inputNames = (form: HTMLFormElement): string[] =>
  [...form.querySelectorAll('[name]:not([type="hidden"])')].map((input) => input.getAttribute('name')!);

/**
 * The `inputs` of a dialog that asks for a text, such as the reason for an action.
 * @param field its label and limit, and its `name`, which is `reason` if left out
 */
export const reasonInput =
  ({ name = 'reason', ...field }: Omit<ComponentProps<typeof TextArea>, 'error'>) =>
  (errors: Failure['fields']) => <TextArea name={name} rows={3} autoFocus {...field} error={errors[name]} />;
