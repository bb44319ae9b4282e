import { useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { TextField } from '../field';
import { useCombobox, type Combobox } from './use-combobox';

export interface ComboboxOption {
  /** Unique among the options; the text of the field once it is chosen. */
  value: string;
  /** A second, quiet line. */
  note?: string | null;
}

interface ComboboxFieldProps {
  label: string;
  name: string;
  value: string;
  /** Finds the options for a text, best first; all of them for an empty text. */
  find: (text: string) => readonly ComboboxOption[];
  /** Said instead of the options: that they are loading, or that none fits. */
  status?: string;
  onType: (text: string) => void;
  onChoose: (value: string) => void;
  error?: string | null;
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  placeholder?: string;
}

/** A text field with options that fit what is typed, which may be ignored: an editable combobox. */
export function ComboboxField({ find, status, onType, onChoose, ...field }: ComboboxFieldProps) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  /** Until something is typed the field offers everything, whatever it holds. */
  const [isTyped, setIsTyped] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const id = useId();
  const options = isWanted ? find(isTyped ? field.value : '') : [];
  const isOpen = isWanted && options.length > 0;
  const current = options.findIndex(({ value }) => value === active);
  const close = () => {
    setIsWanted(false);
    setIsTyped(false);
    setActive(null);
  };
  const choose = (value: string) => {
    onChoose(value);
    close();
  };
  return (
    <div className="relative">
      <TextField
        ref={setInput}
        {...field}
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          setIsWanted(true);
          setIsTyped(true);
          setActive(null);
          onType(event.target.value);
        }}
      />
      {input && (
        <Keys
          {...{ input, isOpen, list: id, active: current < 0 ? null : `${id}-${current}`, close }}
          move={(step) => {
            setIsWanted(true);
            const next = current < 0 && step < 0 ? options.length - 1 : current + step;
            setActive(options[(next + options.length) % options.length]?.value ?? null);
          }}
          leave={() => setActive(null)}
          choose={() => {
            // Enter in a field that nothing was typed in sends the form.
            const found = options[current] ?? (isTyped ? options[0] : undefined);
            if (!found) return false;
            // Of several, Enter takes the one that is typed in full, and else shows what it would take.
            const isMeant = current >= 0 || options.length === 1 || isSameText(found.value, field.value);
            if (isMeant) choose(found.value);
            else setActive(found.value);
            return true;
          }}
          reach={() => setIsWanted(true)}
        />
      )}
      <p role="status" className="sr-only">
        {isWanted ? (status ?? `${options.length} gợi ý. Dùng phím mũi tên để chọn.`) : ''}
      </p>
      {isOpen && <OptionList id={id} options={options} current={current} onChoose={choose} />}
    </div>
  );
}

const isSameText = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

/** The hook of a field that is on the page already. */
function Keys({ input, ...combobox }: { input: HTMLInputElement } & Omit<Combobox, 'remove' | 'type'>) {
  // The field's onChange follows what is typed. A state that a listener of the page sets here would render the old text
  // before React hears of the new one.
  useCombobox(input, { ...combobox, remove: () => false, type: () => {} });
  return null;
}

interface OptionListProps {
  id: string;
  options: readonly ComboboxOption[];
  /** The place of the active option; negative for none. */
  current: number;
  onChoose: (value: string) => void;
}

function OptionList({ id, options, current, onChoose }: OptionListProps) {
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Gợi ý"
      data-suggestions
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-[4.25rem] z-30 mt-1 max-h-72 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface py-1 shadow-sheet"
    >
      {options.map(({ value, note }, nth) => (
        <li
          key={value}
          id={`${id}-${nth}`}
          role="option"
          aria-selected={nth === current}
          onClick={() => onChoose(value)}
          className="min-h-11 cursor-pointer px-3 py-2 hover:bg-sand aria-selected:bg-sand"
        >
          {value}
          {note && <span className="line-clamp-2 text-sm text-muted">{note}</span>}
        </li>
      ))}
    </ul>
  );
}
