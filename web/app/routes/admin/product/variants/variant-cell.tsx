import { Undo2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '~/components/form/button';
import type { Field } from './matrix-spot';
import type { DraftCell } from '../product-draft';

interface VariantCellProps {
  name: string;
  spotName: string;
  cell: DraftCell;
  error?: string[];
  /** How many shoppers wait for its stock. */
  waiting: number;
  onChange: (changes: Partial<DraftCell>) => void;
  onFocus: (field: Field) => void;
  onKeyDown: (event: KeyboardEvent, field: Field) => void;
}

/** Price and stock of one variant, or the button that brings back a variant marked for removal. */
export function VariantCell({ name, spotName, cell, error, waiting, onChange, onFocus, onKeyDown }: VariantCellProps) {
  if (cell.isOff) {
    return (
      <Button
        variant="quiet"
        size="sm"
        onClick={() => onChange({ isOff: undefined })}
        aria-label={`Giữ lại ${name}`}
        className="w-32 text-muted line-through"
      >
        <Undo2 aria-hidden="true" className="size-4" />
        Sẽ bỏ
      </Button>
    );
  }
  const box = (field: Field, label: string) => (
    <input
      aria-label={`${label} ${name}`}
      placeholder={label}
      data-spot={`${spotName}-${field}`}
      inputMode="numeric"
      autoComplete="off"
      aria-invalid={error ? true : undefined}
      value={cell[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      onFocus={() => onFocus(field)}
      onKeyDown={(event) => onKeyDown(event, field)}
      className="min-h-9 w-24 rounded-md border border-line-strong bg-surface px-2 text-right tabular placeholder:text-muted aria-invalid:border-signal aria-invalid:bg-signal-soft"
    />
  );
  return (
    <span className="grid w-fit grid-cols-[auto_auto] items-center gap-1">
      {box('price', 'Giá')}
      <button
        type="button"
        aria-label={`Bỏ ${name}`}
        title={`Bỏ ${name}`}
        onClick={() => onChange({ isOff: true })}
        className="grid size-7 place-content-center text-muted hover:text-signal"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
      {box('stock', 'Tồn kho')}
      {waiting > 0 && <span className="col-span-2 text-right text-xs text-muted">{waiting} người chờ</span>}
      {error && (
        <span role="alert" className="col-span-2 max-w-32 text-xs whitespace-pre-line text-signal">
          {error.join('\n')}
        </span>
      )}
    </span>
  );
}
