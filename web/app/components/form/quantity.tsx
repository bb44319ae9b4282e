import { Minus, Plus } from 'lucide-react';

interface QuantityProps {
  value: number;
  /** The maximum, at which the plus button is disabled. */
  max: number;
  onChange: (value: number) => void;
  /** Accessible name of the input: "Số lượng Áo thun". */
  label?: string;
}

const STEP =
  'grid size-11 place-content-center transition-colors hover:bg-sand disabled:opacity-40 disabled:hover:bg-transparent';

/** A quantity from 1 to `max`, changed by its two buttons only. */
export function Quantity({ value, max, onChange, label = 'Số lượng' }: QuantityProps) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-line-strong bg-surface">
      <button
        type="button"
        className={STEP}
        aria-label="Giảm"
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <Minus aria-hidden="true" className="size-4" />
      </button>
      <input
        readOnly
        value={value}
        aria-label={label}
        aria-live="polite"
        className="tabular w-10 border-x border-line bg-transparent text-center font-medium"
      />
      <button
        type="button"
        className={STEP}
        aria-label="Tăng"
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
