import { formatNumber } from 'contract/rules';
import type { ReactNode } from 'react';
import { MoreDisclosure } from '~/components/overlay/disclosure';

const FOLD_AT = 8;
/** The form handles every change; React requires a handler on controlled inputs. */
export const applied = () => {};

interface FilterRadiosProps {
  name: string;
  chosen: number;
  options: readonly { id: number; label: string }[];
  counts: Record<string, number>;
}

/**
 * "All" and one radio button for each option. An option without results is disabled, unless it is chosen. A long list shows
 * options with results first, and folds the rest.
 */
export function FilterRadios({ name, chosen, options, counts }: FilterRadiosProps) {
  const isOn = ({ id }: { id: number }) => id === chosen || (counts[id] ?? 0) > 0;
  const sorted = [...options.filter(isOn), ...options.filter((option) => !isOn(option))];
  const all = [{ id: 0, label: 'Tất cả' }, ...(options.length > FOLD_AT ? sorted : options)];
  return (
    <MoreDisclosure at={FOLD_AT + 1} isOpen={all.findIndex(({ id }) => id === chosen) > FOLD_AT} className="grid">
      {all.map((option) => {
        const { id, label } = option;
        const isOff = id !== 0 && !isOn(option);
        return (
          <label
            key={id}
            className={`flex min-h-9 items-center gap-3 text-sm pointer-coarse:min-h-11 ${isOff ? 'text-muted' : 'cursor-pointer hover:text-accent'}`}
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              onChange={applied}
              disabled={isOff}
              className="size-4.5 shrink-0 accent-accent"
            />
            <span className="flex-1">{label}</span>
            {id !== 0 && <span className="tabular text-xs text-muted">{formatNumber(counts[id] ?? 0)}</span>}
          </label>
        );
      })}
    </MoreDisclosure>
  );
}

export function FilterChip({
  name,
  id,
  isChosen,
  children,
}: {
  name: string;
  id: number;
  isChosen: boolean;
  children: ReactNode;
}) {
  return (
    <label className="relative inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-3 text-sm transition-colors hover:border-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11">
      <input type="checkbox" name={name} value={id} checked={isChosen} onChange={applied} className="sr-only" />
      {children}
    </label>
  );
}
