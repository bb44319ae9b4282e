import type { Size } from 'contract/catalog/catalog';
import { SIZE_COLUMNS, type SizeColumn } from 'contract/catalog/size-rules';
import { useRef, useState } from 'react';
import { Button } from '~/components/form/button';
import { useFocusAfterRemoval } from '~/components/form/focus/focus-after-removal';
import { Select } from '~/components/form/field';
import { pasteTable, isTable } from './paste-table';
import { SizeTableGrid } from './size-table-grid';
import {
  columnLabel,
  rowOfSize,
  tableErrors,
  withColumn,
  type SizeTableDraft,
  type TableErrors,
} from './size-table-draft';

interface SizeTableEditorProps {
  draft: SizeTableDraft;
  onChange: (draft: SizeTableDraft) => void;
  /** All sizes of the shop. */
  sizes: readonly Size[];
  /** The server's messages by cell. */
  errors?: TableErrors;
}

/** A small grid that edits a size table. Wrong cells are pointed out as they are typed, and keep what was typed. */
export function SizeTableEditor({ draft, onChange, sizes, errors = {} }: SizeTableEditorProps) {
  const [pasted, setPasted] = useState<{ notice: string; before: SizeTableDraft } | null>(null);
  const { columns, rows } = draft;
  const editor = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(rows, '[data-remove="row"]', editor);
  useFocusAfterRemoval(columns, '[data-remove="column"]', editor);
  const { table, ...own } = tableErrors(draft);
  const shown = { ...errors, ...own };

  function paste(text: string, row: number, column: SizeColumn): boolean {
    if (!isTable(text)) return false;
    const { draft: next, notice } = pasteTable(draft, text, { row, column, sizes });
    setPasted({ notice, before: draft });
    onChange(next);
    return true;
  }

  const freeSizes = sizes.filter(({ id }) => !rows.some(({ size }) => size === id));
  return (
    <div ref={editor} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Adder label="Thêm cỡ" options={freeSizes.map(({ id, name }) => [String(id), name])}>
          {(id) => {
            const size = sizes.find((each) => String(each.id) === id);
            if (size) onChange({ columns, rows: inOrder([...rows, rowOfSize(size)], sizes) });
          }}
        </Adder>
        <Adder
          label="Thêm số đo"
          options={SIZE_COLUMNS.filter((each) => !columns.includes(each)).map((each) => [each, columnLabel(each)])}
        >
          {(column) => onChange({ columns: withColumn(columns, column as SizeColumn), rows })}
        </Adder>
      </div>
      <SizeTableGrid draft={draft} sizes={sizes} errors={shown} onChange={onChange} onPaste={paste} />
      <PasteArea onPaste={(text) => paste(text, 0, columns[0] ?? 'chest')} />
      {pasted && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-warn">
          Đã dán. {pasted.notice}
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              onChange(pasted.before);
              setPasted(null);
            }}
          >
            Hoàn tác
          </Button>
        </p>
      )}
      {(errors.table ?? table)?.map((message) => (
        <p key={message} role="alert" className="text-sm text-signal">
          {message}
        </p>
      ))}
    </div>
  );
}

/** Rows in the order of the shop's sizes; unknown sizes last. */
function inOrder(rows: SizeTableDraft['rows'], sizes: readonly Size[]) {
  const place = (size: number | null) => {
    const index = sizes.findIndex(({ id }) => id === size);
    return index < 0 ? sizes.length : index;
  };
  return rows.toSorted((a, b) => place(a.size) - place(b.size));
}

/** A select that adds what is chosen. */
function Adder({
  label,
  options,
  children: onAdd,
}: {
  label: string;
  options: [value: string, label: string][];
  children: (value: string) => void;
}) {
  return (
    <label className="grid gap-1.5 text-sm font-medium">
      {label}
      <Select value="" disabled={options.length === 0} onChange={({ target }) => onAdd(target.value)}>
        <option value="">{options.length === 0 ? 'Đã có tất cả' : 'Chọn…'}</option>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** Takes a whole table with its headings. What is not one stays in it, to be put right. */
function PasteArea({ onPaste }: { onPaste: (text: string) => boolean }) {
  const [text, setText] = useState('');
  return (
    <label className="grid gap-1.5 text-sm">
      Dán cả bảng từ Excel hoặc Google Sheets, kèm dòng tiêu đề: Cỡ, Ngực, Eo, Mông, Vai, Dài áo, Cao, Nặng…
      <textarea
        rows={2}
        value={text}
        placeholder="Nhấn vào đây rồi dán"
        onChange={({ target }) => setText(target.value)}
        onPaste={(event) => {
          if (!onPaste(event.clipboardData.getData('text'))) return;
          event.preventDefault();
          setText('');
        }}
        className="rounded-md border border-dashed border-line-strong bg-surface px-3 py-2 placeholder:text-muted"
      />
    </label>
  );
}
