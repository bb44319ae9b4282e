import { Minus, Plus, type LucideIcon } from 'lucide-react';

interface QuantityProps {
  value: number;
  /** The maximum, at which the plus button does nothing. */
  max: number;
  onChange: (value: number) => void;
  /** Accessible name of the input: "Số lượng Áo thun". */
  label?: string;
}

/** A quantity from 1 to `max`, changed by its two buttons only. */
export function Quantity({ value, max, onChange, label = 'Số lượng' }: QuantityProps) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-line-strong bg-surface">
      <StepButton label="Giảm" icon={Minus} isAtEnd={value <= 1} onClick={() => onChange(value - 1)} />
      <input
        readOnly
        value={value}
        aria-label={label}
        className="tabular w-10 border-x border-line bg-transparent text-center font-medium"
      />
      {/* Screen readers announce text that changes, not the value of a field. */}
      <span role="status" className="sr-only">
        {value}
      </span>
      <StepButton label="Tăng" icon={Plus} isAtEnd={value >= max} onClick={() => onChange(value + 1)} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  icon: LucideIcon;
  /** Whether there is no further step. The button then does nothing; a disabled one would lose the focus of who presses it. */
  isAtEnd: boolean;
  onClick: () => void;
}

function StepButton({ label, icon: Icon, isAtEnd, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className="grid size-11 place-content-center transition-colors not-aria-disabled:hover:bg-sand aria-disabled:opacity-40"
      aria-label={label}
      aria-disabled={isAtEnd}
      onClick={isAtEnd ? undefined : onClick}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  );
}
