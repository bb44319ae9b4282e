import { ChevronDown } from 'lucide-react';
import { forwardRef, useId } from 'react';
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';

interface FieldProps {
  label: string;
  /** The messages of a failed validation. */
  error?: string | readonly string[] | null;
  hint?: ReactNode;
  /** Around label, box and error. */
  className?: string;
}

/** The classes of every input, select and text area. */
export const boxStyle =
  'w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 transition-colors ' +
  'placeholder:text-muted aria-invalid:border-signal aria-invalid:bg-signal-soft disabled:bg-sand disabled:text-muted';

/** Label above, error and hint below, all tied to the input that `children` renders. */
function Field({
  label,
  error,
  hint,
  className = '',
  id,
  isRequired,
  children,
}: FieldProps & {
  id?: string;
  isRequired?: boolean;
  children: (box: { id: string; className: string; 'aria-invalid'?: true; 'aria-describedby'?: string }) => ReactNode;
}) {
  const made = useId();
  const boxId = id ?? made;
  const sentences = typeof error === 'string' ? [error] : (error ?? []);
  const isWrong = sentences.some(Boolean);
  const describedBy = [isWrong && `${boxId}-error`, hint !== undefined && `${boxId}-hint`].filter(Boolean).join(' ');
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={boxId} className="text-sm font-medium">
        {label}
        {isRequired && (
          <span aria-hidden="true" className="text-signal">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id: boxId,
        className: boxStyle,
        'aria-invalid': isWrong || undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {isWrong && (
        <p id={`${boxId}-error`} role="alert" className="text-sm whitespace-pre-line text-signal">
          {sentences.join('\n')}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${boxId}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type Without<T> = Omit<T, 'className' | 'children'>;

/** A text input with its label. The ref is the input's. */
export const TextField = forwardRef<HTMLInputElement, FieldProps & Without<InputHTMLAttributes<HTMLInputElement>>>(
  function TextField({ label, error, hint, className, ...input }, ref) {
    return (
      <Field {...{ label, error, hint, className }} id={input.id} isRequired={input.required}>
        {(box) => <input ref={ref} type="text" {...input} {...box} />}
      </Field>
    );
  },
);

/** A text area with its label. */
export function TextArea({
  label,
  error,
  hint,
  className,
  ...area
}: FieldProps & Without<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, error, hint, className }} id={area.id} isRequired={area.required}>
      {(box) => <textarea {...area} {...box} />}
    </Field>
  );
}

/** A native select in the shop's style; `children` are the options. */
export const Select = forwardRef<HTMLSelectElement, SelectHTMLAttributes<HTMLSelectElement>>(
  function Select(props, ref) {
    return (
      <span className="relative block">
        <select ref={ref} {...props} className={`${boxStyle} appearance-none pr-9 text-ellipsis`} />
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
        />
      </span>
    );
  },
);

/** A select with its label; `children` are the options. */
export function SelectField({
  label,
  error,
  hint,
  className,
  ...select
}: FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>) {
  return (
    <Field {...{ label, error, hint, className }} id={select.id} isRequired={select.required}>
      {({ className: _, ...box }) => <Select {...select} {...box} />}
    </Field>
  );
}
