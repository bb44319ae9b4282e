import { Star } from 'lucide-react';
import { useId } from 'react';

const WORDS = ['Rất tệ', 'Tệ', 'Bình thường', 'Tốt', 'Rất tốt'] as const;

interface StarChoiceProps {
  label: string;
  name: string;
  /** 1 to 5, or 0 while none is chosen. */
  value: number;
  onChange: (value: number) => void;
  error?: readonly string[];
}

/** One to five stars: a group of radio buttons, so the arrow keys choose. */
export function StarChoice({ label, name, value, onChange, error }: StarChoiceProps) {
  const errorId = useId();
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">
        {label}
        <span aria-hidden="true" className="text-signal">
          {' '}
          *
        </span>
      </legend>
      <div className="flex items-center gap-3">
        <div className="-ml-2 flex">
          {WORDS.map((word, index) => (
            <label
              key={word}
              className="relative grid size-11 cursor-pointer place-content-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={index + 1}
                checked={value === index + 1}
                onChange={() => onChange(index + 1)}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? errorId : undefined}
                className="sr-only"
              />
              <span className="sr-only">
                {index + 1} sao, {word.toLowerCase()}
              </span>
              <Star
                aria-hidden="true"
                className={`size-8 stroke-1 transition-colors ${index < value ? 'fill-star text-star' : 'text-line-strong'}`}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-sm text-muted">
          {WORDS[value - 1] ?? 'Chọn số sao'}
        </span>
      </div>
      {error && (
        <p id={errorId} role="alert" className="text-sm whitespace-pre-line text-signal">
          {error.join('\n')}
        </p>
      )}
    </fieldset>
  );
}
