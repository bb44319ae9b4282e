import { FITS, FIT_NAMES, type Fit } from 'contract/rules';
import { useId } from 'react';

interface FitChoiceProps {
  value: Fit | null;
  onChange: (fit: Fit | null) => void;
  error?: readonly string[];
}

/** How a garment fits the author of a review: one of three, or nothing. Pressing the chosen one again takes it back. */
export function FitChoice({ value, onChange, error }: FitChoiceProps) {
  const id = useId();
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">Mặc lên bạn thấy (không bắt buộc)</legend>
      <input type="hidden" name="fit" value={value ?? ''} />
      <div className="flex flex-wrap gap-2">
        {FITS.map((fit) => (
          <button
            key={fit}
            type="button"
            aria-pressed={value === fit}
            onClick={() => onChange(value === fit ? null : fit)}
            className="min-h-11 rounded-md border border-line-strong bg-surface px-4 transition-colors hover:border-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:ring-1 aria-pressed:ring-accent"
          >
            {FIT_NAMES[fit]}
          </button>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-signal">
          {error.join('\n')}
        </p>
      )}
    </fieldset>
  );
}
