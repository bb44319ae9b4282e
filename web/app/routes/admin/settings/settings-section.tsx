import { useFetcher, type Fetcher } from '@remix-run/react';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Failure } from '~/api/http/client';
import type { ActionOutcome } from '~/components/admin/run-action';
import { useWhenDone } from '~/components/form/use-when-done';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { bindFields, type BoundForm } from '~/components/form/bind-fields';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { CHANGED_FIELDS, changedSetting } from './settings-update';

export interface SettingsSectionProps<T = object> {
  intent: string;
  /** The saved settings that the section changes. */
  initial?: T;
  /** Before each of their names in the form, such as `shipping.` */
  prefix?: string;
  title: string;
  lead: ReactNode;
  /** Reports whether the section has unsaved input. */
  onDirtyChange: (intent: string, isDirty: boolean) => void;
  /** Receives what a save returned, and the settings that it changed, as `changedSetting` names them. */
  onSaved?: (data: unknown, saved: ReadonlySet<string>) => void;
  children: (form: SectionForm<T>) => ReactNode;
}

interface SectionForm<T> extends BoundForm<T> {
  /** To call on a change of a field that no input event tells of. */
  onChange: (field: string) => void;
}

const NONE: ReadonlySet<string> = new Set();
const NO_ERRORS: Failure['fields'] = {};

/** One section of the settings: a form of its own with its own button. */
export function SettingsSection<T extends object>({
  intent,
  initial,
  prefix,
  title,
  lead,
  onDirtyChange,
  onSaved,
  children,
}: SettingsSectionProps<T>) {
  const fetcher = useFetcher<ActionOutcome>();
  const failure = fetcher.data?.isDone === false ? fetcher.data.failure : undefined;
  const errors = failure?.fields ?? NO_ERRORS;
  const form = useFirstError(failure);
  const { changed, onChange, onSubmit } = useChangedFields(fetcher, { intent, onDirtyChange, onSaved });
  return (
    <section aria-labelledby={`${intent}-title`} className="rounded-lg border border-line bg-surface p-5 lg:p-8">
      <h2 id={`${intent}-title`} className="text-lg">
        {title}
      </h2>
      <div className="mt-1 text-sm text-muted">{lead}</div>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        onInput={(event: FormEvent & { target: EventTarget & { name?: string } }) => onChange(event.target.name ?? '')}
        onSubmit={onSubmit}
        className="mt-5 grid max-w-4xl gap-5 sm:grid-cols-2"
      >
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name={CHANGED_FIELDS} value={[...changed].join(' ')} />
        {failure && (
          <div className="sm:col-span-2">
            <Alert tone="danger">{failure.detail}</Alert>
          </div>
        )}
        {children({ errors, field: bindFields(errors, initial ?? null, prefix), onChange })}
        <div className="sm:col-span-2">
          <Button type="submit" isBusy={fetcher.state !== 'idle'} aria-label={`Lưu: ${title}`}>
            Lưu
          </Button>
        </div>
      </fetcher.Form>
    </section>
  );
}

/** Keeps which fields have changed since the last save. @returns `changed`, their settings, as `changedSetting` names them */
function useChangedFields(
  fetcher: Fetcher<ActionOutcome>,
  { intent, onDirtyChange, onSaved }: Pick<SettingsSectionProps, 'intent' | 'onDirtyChange' | 'onSaved'>,
) {
  const sent = useRef(NONE);
  const [changed, setChanged] = useState(NONE);
  // What is typed while a save is under way is not part of it.
  const [changedSince, setChangedSince] = useState(NONE);
  function onChange(field: string) {
    const including = (fields: ReadonlySet<string>) => new Set(fields).add(changedSetting(field));
    setChanged(including);
    setChangedSince(including);
    onDirtyChange(intent, true);
  }
  useWhenDone(fetcher, () => {
    if (fetcher.data?.isDone) onSaved?.(fetcher.data.data, sent.current);
    setChanged(changedSince);
    onDirtyChange(intent, changedSince.size > 0);
  });
  function onSubmit() {
    sent.current = changed;
    setChangedSince(NONE);
  }
  return { changed, onChange, onSubmit };
}
