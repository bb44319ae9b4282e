import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '~/components/form/button';
import { Select } from '~/components/form/field';
import type { Direction, Spot } from './matrix-spot';

interface AddOptionProps {
  label: string;
  /** All colours or sizes of the shop. */
  options: readonly { id: number; name: string }[];
  /** The ids of those in the table. */
  chosen: readonly number[];
  /** The text where the shop has none. */
  none: string;
  onAdd: (id: number) => void;
}

/** Adds a colour or a size to the table. */
export function AddOption({ label, options, chosen, none, onAdd }: AddOptionProps) {
  const others = options.filter(({ id }) => !chosen.includes(id));
  const empty = options.length === 0 ? none : 'Đã chọn tất cả';
  return (
    <label className="grid gap-1.5 text-sm font-medium">
      {label}
      <Select value="" disabled={others.length === 0} onChange={({ target }) => onAdd(Number(target.value))}>
        <option value="">{others.length === 0 ? empty : 'Chọn…'}</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface FillButtonProps {
  direction: Direction;
  spot: Spot | null;
  onFill: (spot: Spot, direction: Direction) => void;
  children: ReactNode;
}

/** Fills the value of the focused input into others. */
export const FillButton = ({ direction, spot, onFill, children }: FillButtonProps) => (
  <Button variant="outline" size="sm" disabled={!spot} onClick={() => spot && onFill(spot, direction)}>
    {children}
  </Button>
);

interface RemovableHeadingProps {
  name: string;
  label: string;
  swatch?: string;
  /** Tells the buttons of rows from those of columns. */
  kind: 'color' | 'size';
  onRemove: () => void;
}

/** The heading of a row or column, with a button that removes it. */
export const RemovableHeading = ({ name, label, swatch, kind, onRemove }: RemovableHeadingProps) => (
  <span className="inline-flex items-center gap-1.5 font-medium whitespace-nowrap">
    {swatch && (
      <span
        aria-hidden="true"
        className="size-4 rounded-full border border-line-strong"
        style={{ background: swatch }}
      />
    )}
    {name}
    <button
      type="button"
      aria-label={label}
      title={label}
      data-remove={kind}
      onClick={onRemove}
      className="grid size-7 place-content-center text-muted hover:text-signal"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  </span>
);
