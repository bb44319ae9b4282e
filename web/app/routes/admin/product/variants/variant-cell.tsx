import { Undo2, X } from 'lucide-react';
import { useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { Button } from '~/components/form/button';
import { inputKey, type CellErrors } from './cell-errors';
import type { Field } from './matrix-spot';
import type { DraftCell } from '../product-draft';

interface VariantCellProps {
  name: string;
  cellKey: string;
  cell: DraftCell;
  /** Those of the whole table. */
  errors: CellErrors;
  /** How many shoppers wait for its stock. */
  waiting: number;
  onChange: (changes: Partial<DraftCell>) => void;
  onFocus: (field: Field) => void;
  onKeyDown: (event: KeyboardEvent, field: Field) => void;
}

/** Price and stock of one variant, or the button that brings back a variant marked for removal. */
export function VariantCell({ name, cellKey, cell, errors, waiting, onChange, onFocus, onKeyDown }: VariantCellProps) {
  const id = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const isToggled = useRef(false);
  // Each of the two buttons takes the place of the other, and its focus.
  useEffect(() => {
    if (isToggled.current) toggle.current?.focus();
    isToggled.current = false;
  }, [cell.isOff]);
  function setOff(isOff: true | undefined) {
    isToggled.current = true;
    onChange({ isOff });
  }
  if (cell.isOff) {
    return (
      <Button
        variant="quiet"
        size="sm"
        ref={toggle}
        onClick={() => setOff(undefined)}
        aria-label={`Giữ lại ${name}`}
        className="w-32 text-muted line-through"
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Sẽ bỏ
      </Button>
    );
  }
  const errorsOf = (field: Field) => errors[inputKey(cellKey, field)];
  const box = (field: Field, label: string) => (
    <input
      aria-label={`${label} ${name}`}
      placeholder={label}
      data-input={inputKey(cellKey, field)}
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={errorsOf(field) ? true : undefined}
      aria-describedby={errorsOf(field) && `${id}-${field}`}
      value={cell[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      onFocus={() => onFocus(field)}
      onKeyDown={(event) => onKeyDown(event, field)}
      className="min-h-9 w-24 rounded-md border border-line-strong bg-surface px-2 text-right tabular placeholder:text-muted aria-invalid:border-signal aria-invalid:bg-signal-soft"
    />
  );
  const message = (field: Field) =>
    errorsOf(field) && (
      <span id={`${id}-${field}`} role="alert" className="col-span-2 max-w-32 text-xs whitespace-pre-line text-signal">
        {errorsOf(field)?.join('\n')}
      </span>
    );
  return (
    <span className="grid w-fit grid-cols-[auto_auto] items-center gap-1">
      {box('price', 'Giá')}
      <button
        type="button"
        aria-label={`Bỏ ${name}`}
        title={`Bỏ ${name}`}
        ref={toggle}
        onClick={() => setOff(true)}
        className="grid size-7 place-content-center text-muted hover:text-signal"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
      {message('price')}
      {box('stock', 'Tồn kho')}
      {waiting > 0 && <span className="col-span-2 text-right text-xs text-muted">{waiting} người chờ</span>}
      {message('stock')}
    </span>
  );
}
