import { Undo2, X } from 'lucide-react';
import { useEffect, useId, useRef, type InputHTMLAttributes, type KeyboardEvent } from 'react';
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
  const { toggle, keepFocus } = useToggleFocus(cell.isOff);
  function setOff(isOff: true | undefined) {
    keepFocus();
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
  const input = (field: Field, label: string) => (
    <CellInput
      aria-label={`${label} ${name}`}
      placeholder={label}
      data-input={inputKey(cellKey, field)}
      aria-invalid={errorsOf(field) ? true : undefined}
      aria-describedby={errorsOf(field) && `${id}-${field}`}
      value={cell[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      onFocus={() => onFocus(field)}
      onKeyDown={(event) => onKeyDown(event, field)}
    />
  );
  return (
    <span className="grid w-fit grid-cols-[auto_auto] items-center gap-1">
      {input('price', 'Giá')}
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
      <CellErrorText id={`${id}-price`} sentences={errorsOf('price')} />
      {input('stock', 'Tồn kho')}
      {waiting > 0 && <span className="col-span-2 text-right text-xs text-muted">{waiting} người chờ</span>}
      <CellErrorText id={`${id}-stock`} sentences={errorsOf('stock')} />
    </span>
  );
}

const CellInput = (input: InputHTMLAttributes<HTMLInputElement>) => (
  <input
    inputMode="numeric"
    autoComplete="off"
    {...input}
    className="min-h-9 w-24 rounded-md border border-line-strong bg-surface px-2 text-right tabular placeholder:text-muted aria-invalid:border-signal aria-invalid:bg-signal-soft"
  />
);

const CellErrorText = ({ id, sentences }: { id: string; sentences: readonly string[] | undefined }) =>
  sentences && (
    <span id={id} role="alert" className="col-span-2 max-w-32 text-xs whitespace-pre-line text-signal">
      {sentences.join('\n')}
    </span>
  );

/** Each of the two buttons that switch a variant off and on takes the place of the other, and its focus. */
function useToggleFocus(isOff: boolean | undefined) {
  const toggle = useRef<HTMLButtonElement>(null);
  const isToggled = useRef(false);
  useEffect(() => {
    if (isToggled.current) toggle.current?.focus();
    isToggled.current = false;
  }, [isOff]);
  return { toggle, keepFocus: () => void (isToggled.current = true) };
}
