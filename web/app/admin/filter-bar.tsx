import { useNavigate } from '@remix-run/react';
import { Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Select, boxStyle } from '~/ui/field';
import { hrefWith, useListAddress } from './list-address';

/** How long somebody who types is waited for. */
const TYPING_MS = 350;

/** The filters of a list in a row. Each changes the address at once; the list follows. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <div role="search" className="flex flex-wrap items-end gap-2 print:hidden">
      {children}
    </div>
  );
}

/** Changes one filter of the address. */
function useFilter(name: string) {
  const address = useListAddress();
  const navigate = useNavigate();
  return {
    value: address.params.get(name) ?? '',
    set: (value: string, options: { replace?: boolean } = {}) =>
      navigate(hrefWith(address, { [name]: value }), { preventScrollReset: true, ...options }),
  };
}

/** A box that looks for what is typed, when its owner pauses or presses Enter. */
export function SearchFilter({ label, name = 'search' }: { label: string; name?: string }) {
  const { value, set } = useFilter(name);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Another address (a link that takes the filters away, the back button) also says something else here.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = value;
  }, [value]);

  function search(text: string) {
    clearTimeout(timer.current);
    // Half a word needs no entry in the history.
    if (text.trim() !== value) void set(text.trim(), { replace: value !== '' });
  }
  return (
    <span className="relative min-w-48 flex-1 sm:max-w-sm">
      <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2" />
      <input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        maxLength={254}
        className={`${boxStyle} pl-9`}
        onChange={({ target }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(target.value), TYPING_MS);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') search(currentTarget.value);
        }}
      />
    </span>
  );
}

interface SelectFilterProps {
  label: string;
  name: string;
  /** Words by value; all of them may also not be asked for. */
  options: readonly (readonly [value: string, label: string])[];
  /** What the choice of none is called. */
  all?: string;
}

export function SelectFilter({ label, name, options, all = 'Tất cả' }: SelectFilterProps) {
  const { value, set } = useFilter(name);
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-xs text-muted">{label}</span>
      <Select value={value} onChange={({ target }) => void set(target.value)}>
        <option value="">{all}</option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </Select>
    </label>
  );
}

/** Two days, both included, as `from` and `to`. */
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
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-xs text-muted">{label}</span>
      <input
        type="date"
        key={value}
        defaultValue={value}
        className={boxStyle}
        // Not with each keystroke: a year that is half typed is a day, too.
        onBlur={({ target }) => target.value !== value && void set(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && void set(currentTarget.value)}
      />
    </label>
  );
}
