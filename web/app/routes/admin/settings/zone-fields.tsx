import { MAX_ZONE_NAME } from 'contract/orders/delivery-rules';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { Failure } from '~/api/http/client';
import { Button } from '~/components/form/button';
import { ComboboxField } from '~/components/form/combobox/combobox-field';
import { TextField } from '~/components/form/field';
import { findProvinces } from '~/features/addresses/units';

/** A zone as it is typed. */
export interface ZoneDraft {
  key: number;
  name: string;
  provinces: string[];
  min_days: string;
  max_days: string;
}

interface ZoneFieldsProps {
  draft: ZoneDraft;
  /** Its place in the list, which names its fields. */
  index: number;
  /** Provinces of no zone. */
  free: readonly string[];
  /** By field of the zone. */
  errors: Failure['fields'];
  /** Just added: its name takes the focus. */
  isNew: boolean;
  /** @param words what a screen reader says */
  onChange: (change: Partial<ZoneDraft>, words?: string) => void;
  onRemove: () => void;
}

/** Name, days and provinces of one zone. */
export function ZoneFields({ draft, index, free, errors, isNew, onChange, onRemove }: ZoneFieldsProps) {
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) name.current?.focus();
  }, [isNew]);
  const title = draft.name.trim() || `Vùng ${index + 1}`;
  const field = (of: 'name' | 'min_days' | 'max_days') => ({
    name: `delivery.zones.${index}.${of}`,
    value: draft[of],
    error: errors[of],
    onChange: (event: { target: HTMLInputElement }) => onChange({ [of]: event.target.value }),
    required: true,
  });
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border border-line p-4 sm:grid-cols-[2fr_1fr_1fr]">
      <legend className="px-1 text-sm font-medium">{title}</legend>
      <TextField ref={name} label="Tên vùng" maxLength={MAX_ZONE_NAME} {...field('name')} />
      <TextField label="Vận chuyển tối thiểu (ngày)" inputMode="numeric" {...field('min_days')} />
      <TextField label="Tối đa (ngày)" inputMode="numeric" {...field('max_days')} />
      <ZoneProvinces {...{ draft, index, free, title, onChange }} error={errors.provinces} />
      <div className="sm:col-span-3">
        <Button variant="quiet" size="sm" className="text-signal" onClick={onRemove} aria-label={`Xóa vùng: ${title}`}>
          Xóa vùng
        </Button>
      </div>
    </fieldset>
  );
}

interface ZoneProvincesProps extends Pick<ZoneFieldsProps, 'draft' | 'index' | 'free' | 'onChange'> {
  title: string;
  error: readonly string[] | undefined;
}

/** The chosen provinces as chips, and a field that finds more by their current or former names. */
function ZoneProvinces({ draft, index, free, title, error, onChange }: ZoneProvincesProps) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const find = (text: string) =>
    findProvinces(text)
      .filter(({ unit }) => free.includes(unit.name))
      .map(({ unit, former }) => ({ value: unit.name, note: former && `gồm ${former} trước đây` }));

  function add(province: string) {
    setTyped('');
    onChange({ provinces: [...draft.provinces, province] }, `Đã thêm ${province} vào ${title}`);
  }
  function remove(province: string) {
    const rest = draft.provinces.filter((each) => each !== province);
    onChange({ provinces: rest }, `Đã bỏ ${province} khỏi ${title}`);
    box.current?.querySelector('input')?.focus();
  }
  /** Without an option chosen by the arrow keys, Enter takes the best one; it never sends the form from here. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    const best = typed.trim() === '' || event.defaultPrevented ? undefined : find(typed)[0];
    event.preventDefault();
    if (best) add(best.value);
  }

  return (
    <div ref={box} className="grid gap-3 sm:col-span-3" onKeyDown={onEnter}>
      <ComboboxField
        label={`Thêm tỉnh, thành phố vào ${title}`}
        name={`delivery.zones.${index}.find`}
        value={typed}
        find={find}
        status={find(typed).length === 0 ? 'Không có tỉnh, thành phố nào còn trống khớp.' : undefined}
        onType={setTyped}
        onChoose={add}
        error={error?.join('\n')}
        hint="Gõ tên, tên cũ cũng được; Enter để thêm"
        autoComplete="off"
      />
      {draft.provinces.length > 0 && (
        <ul aria-label={`Tỉnh, thành phố của ${title}`} className="flex flex-wrap gap-2">
          {draft.provinces.map((province) => (
            <li key={province}>
              <input type="hidden" name={`delivery.zones.${index}.provinces`} value={province} />
              <button
                type="button"
                onClick={() => remove(province)}
                aria-label={`Bỏ ${province}`}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-sand px-3 text-sm hover:bg-line"
              >
                {province}
                <X aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
