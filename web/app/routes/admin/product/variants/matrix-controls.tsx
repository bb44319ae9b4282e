import { ArrowDown, ArrowRight, Grid3x3, X } from 'lucide-react';
import { Button } from '~/components/form/button';
import { Select } from '~/components/form/field';
import { NewOptionButton } from '../options/new-option';
import type { Direction, Spot } from './matrix-spot';

interface AddOptionProps {
  kind: 'colors' | 'sizes';
  label: string;
  /** All colours or sizes of the shop. */
  options: readonly { id: number; name: string }[];
  /** The ids of those in the table. */
  chosen: readonly number[];
  /** The text where the shop has none. */
  none: string;
  onAdd: (id: number) => void;
  /** Opens the form of an option that the shop does not have yet. */
  onNewOption: (kind: 'colors' | 'sizes') => void;
}

/** Adds a colour or a size to the table. */
export function AddOption({ kind, label, options, chosen, none, onAdd, onNewOption }: AddOptionProps) {
  const others = options.filter(({ id }) => !chosen.includes(id));
  const empty = options.length === 0 ? none : 'Đã chọn tất cả';
  return (
    <div className="grid content-start gap-1">
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
      <NewOptionButton kind={kind} onClick={onNewOption} />
    </div>
  );
}

interface FillButtonsProps {
  /** The focused input; null while none was. */
  spot: Spot | null;
  onFill: (spot: Spot, direction: Direction) => void;
}

const FILLS = [
  { direction: 'down', label: 'Điền xuống', Icon: ArrowDown },
  { direction: 'across', label: 'Điền ngang', Icon: ArrowRight },
  { direction: 'all', label: 'Điền tất cả', Icon: Grid3x3 },
] as const;

/** Fill the value of the focused input into others. */
export const FillButtons = ({ spot, onFill }: FillButtonsProps) => (
  <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
    {FILLS.map(({ direction, label, Icon }) => (
      <Button
        key={direction}
        variant="outline"
        size="sm"
        disabled={!spot}
        onClick={() => spot && onFill(spot, direction)}
      >
        <Icon aria-hidden="true" className="size-4" /> {label}
      </Button>
    ))}
    <span>từ ô đang chọn; Alt+↓ và Alt+→ cũng vậy.</span>
  </div>
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
