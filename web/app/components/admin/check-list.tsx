import { useId } from 'react';

interface CheckListProps {
  legend: string;
  name: string;
  /** Label and explanation by value. */
  options: readonly (readonly [value: string, label: string, hint: string])[];
  /** Checked at first. */
  chosen?: readonly string[];
  error?: string | readonly string[] | null;
}

/** Several choices of a list; the form has each checked value under `name`. */
export function CheckList({ legend, name, options, chosen = [], error }: CheckListProps) {
  const id = useId();
  const sentences = [error ?? []].flat();
  const isWrong = sentences.length > 0;
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {options.map(([value, label, hint]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            className="mt-0.5 size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0">
            {label}
            <span className="block text-sm text-muted">{hint}</span>
          </span>
        </label>
      ))}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="text-sm text-signal">
          {sentences.join('\n')}
        </p>
      )}
    </fieldset>
  );
}
