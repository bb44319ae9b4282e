import { useFetcher } from '@remix-run/react';
import { useId } from 'react';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useFirstPress } from '~/components/form/use-first-press';
import type { ActionOutcome } from './run-action';
import { useWhenDone } from '~/components/form/use-when-done';

/**
 * Posts a form to an action that returns an `ActionOutcome`.
 * @param props `onDone` receives what the action returned, and then `onClose` is called
 * @returns the form's component with its attributes, and the last failure
 */
export function useActionForm({ onDone, onClose }: { onDone?: (data: unknown) => void; onClose: () => void }) {
  const fetcher = useFetcher<ActionOutcome>();
  const { Form, data, state } = fetcher;
  const failure = data?.isDone === false ? data.failure : undefined;
  const form = {
    ref: useFirstError(failure),
    id: useId(),
    method: 'post',
    noValidate: true,
    onSubmit: useFirstPress(fetcher),
  } as const;
  useWhenDone(fetcher, () => {
    if (data?.isDone) onDone?.(data.data);
    onClose();
  });
  return { Form, form, isBusy: state !== 'idle', failure, errors: failure?.fields ?? {} };
}
