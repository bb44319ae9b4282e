import { useNavigate } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Select, boxStyle } from '~/components/form/field';
import { hrefWith, useListAddress } from './list-url';

/** The debounce of the search box. */
const DEBOUNCE_MS = 350;

/** The filters of a list in a row. Each changes the URL, and the list follows. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div role="search" className="flex flex-wrap items-end gap-2 print:hidden">
      {children}
    </div>
  );
}

/** Reads and changes one filter of the URL. */
function useFilter(name: string) {
  const address = useListAddress();
  const navigate = useNavigate();
  return {
    value: address.params.get(name) ?? '',
    isLeaving: address.isLeaving,
    set: (value: string, options: { replace?: boolean } = {}) =>
      navigate(hrefWith(address, { [name]: value }), { preventScrollReset: true, ...options }),
  };
}

/** A search box. It searches when typing pauses or Enter is pressed. */
export function SearchFilter({ label, name = 'search' }: { label: string; name?: string }) {
  const { value, isLeaving, set } = useFilter(name);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const later = useRef<(text: string) => void>();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A new URL (a link that clears the filters, the back button) also changes the text of the box.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = value;
  }, [value]);

  function search(text: string) {
    clearTimeout(timer.current);
    // A partly typed word needs no history entry.
    if (text.trim() !== value) void set(text.trim(), { replace: value !== '' });
  }
  useEffect(() => {
    // When typing has paused, another filter may have been chosen, or a page be opening that the search would cancel.
    later.current = isLeaving ? undefined : search;
  });
  return (
    <label className="grid min-w-48 flex-1 gap-1 text-sm sm:max-w-sm lg:min-w-40">
      {/* Not in the box: between other filters that is narrower than many of these texts. */}
      <span className="text-xs text-muted">{label}</span>
      <span className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2" />
        <input
          ref={box}
          type="search"
          defaultValue={value}
          maxLength={254}
          className={`${boxStyle} pl-9`}
          onChange={({ target }) => {
            clearTimeout(timer.current);
            timer.current = setTimeout(() => later.current?.(target.value), DEBOUNCE_MS);
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') search(currentTarget.value);
          }}
        />
      </span>
    </label>
  );
}

interface SelectFilterProps {
  label: string;
  name: string;
  /** Labels by value. */
  options: readonly (readonly [value: string, label: string])[];
  /** The label of the option without a filter. */
  all?: string;
  /** The class of the whole filter. A long choice ends with an ellipsis where the class makes it narrower. */
  className?: string;
}

export function SelectFilter({ label, name, options, all = 'Tất cả', className = '' }: SelectFilterProps) {
  const { value, set } = useFilter(name);
  return (
    <label className={`grid gap-1 text-sm ${className}`}>
      <span className="text-xs text-muted">{label}</span>
      <Select value={value} onChange={({ target }) => void set(target.value)}>
        <option value="">{all}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </label>
  );
}

interface StateFilterProps {
  name?: string;
  /** What is shown of each state. */
  states: Readonly<Record<string, { label: string }>>;
}

export const StateFilter = ({ name = 'state', states }: StateFilterProps) => (
  <SelectFilter
    label="Trạng thái"
    name={name}
    options={Object.entries(states).map(([state, { label }]) => [state, label] as const)}
  />
);

/** A range of days, both included, as `from` and `to`. */
export function DaysFilter() {
  return (
    <>
      <DayFilter label="Từ ngày" name="from" />
      <DayFilter label="Đến ngày" name="to" />
    </>
  );
}

function DayFilter({ label, name }: { label: string; name: string }) {
  const { value, set } = useFilter(name);
  const box = useRef<HTMLInputElement>(null);
  // A new URL changes the box in place: with a `key` it would be a new box, and Enter would lose the focus.
  useEffect(() => {
    if (box.current) box.current.value = value;
  }, [value]);
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-xs text-muted">{label}</span>
      <input
        ref={box}
        type="date"
        defaultValue={value}
        className={boxStyle}
        // Not on each keystroke: a date with a partly typed year is valid, too.
        onBlur={({ target }) => target.value !== value && void set(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && void set(currentTarget.value)}
      />
    </label>
  );
}
