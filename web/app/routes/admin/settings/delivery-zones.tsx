import { MAX_DELIVERY_ZONES, type DeliveryZone } from 'contract/orders/delivery-rules';
import { PROVINCES } from 'contract/orders/provinces';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Failure } from '~/api/http/client';
import { Button } from '~/components/form/button';
import { ZoneFields, type ZoneDraft } from './zone-fields';

interface DeliveryZonesProps {
  zones: readonly DeliveryZone[];
  /** The errors of the last save; another object after each. */
  errors: Failure['fields'];
  /** Called on each change, also on those that no field has seen. */
  onChange: () => void;
}

/** Provinces that are nearer or farther than the rest, zone by zone. The form has each zone's fields by its place in the list. */
export function DeliveryZones({ zones, errors, onChange }: DeliveryZonesProps) {
  const { drafts, newest, announcement, add, change, remove } = useZoneDrafts(zones, onChange);
  const addButton = useRef<HTMLButtonElement>(null);
  const errorsOf = useErrorsByZone(drafts, errors);
  const taken = new Set(drafts.flatMap(({ provinces }) => provinces));
  const free = Object.keys(PROVINCES).filter((name) => !taken.has(name));
  return (
    <fieldset className="grid gap-4 sm:col-span-2">
      <legend className="text-sm font-medium">Vùng giao nhanh hoặc chậm hơn</legend>
      <p className="text-sm text-muted">
        Tỉnh, thành phố không thuộc vùng nào theo số ngày vận chuyển ở trên. Khách chưa cho biết nơi nhận thì thấy
        khoảng rộng nhất.
      </p>
      {drafts.map((draft, index) => (
        <ZoneFields
          key={draft.key}
          draft={draft}
          index={index}
          free={free}
          errors={errorsOf(draft.key)}
          isNew={draft.key === newest}
          onChange={(changes, words) => change(draft.key, changes, words)}
          onRemove={() => {
            remove(draft);
            addButton.current?.focus();
          }}
        />
      ))}
      <div className="grid justify-items-start gap-2">
        <Button
          ref={addButton}
          variant="outline"
          size="sm"
          disabled={drafts.length >= MAX_DELIVERY_ZONES || free.length === 0}
          onClick={add}
        >
          <Plus aria-hidden="true" className="size-4" />
          Thêm vùng
        </Button>
        {errors['delivery.zones'] && (
          <p role="alert" className="text-sm text-signal">
            {errors['delivery.zones'].join('\n')}
          </p>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  );
}

const draftOf = ({ min_days, max_days, ...zone }: DeliveryZone, key: number): ZoneDraft => ({
  ...zone,
  key,
  provinces: [...zone.provinces],
  min_days: String(min_days),
  max_days: String(max_days),
});

/**
 * The zones as they are typed.
 * @returns `newest`, the key of the zone that was added last; `announcement`, what a screen reader says of the last change
 */
function useZoneDrafts(zones: readonly DeliveryZone[], onChange: () => void) {
  const [drafts, setDrafts] = useState(() => zones.map(draftOf));
  const [newest, setNewest] = useState<number | null>(null);
  const [announcement, announce] = useState('');
  function replaceAll(next: ZoneDraft[], words = '') {
    setDrafts(next);
    announce(words);
    onChange();
  }
  function add() {
    const key = Math.max(0, ...drafts.map((draft) => draft.key)) + 1;
    setNewest(key);
    replaceAll([...drafts, { key, name: '', provinces: [], min_days: '', max_days: '' }]);
  }
  const change = (key: number, changes: Partial<ZoneDraft>, words?: string) =>
    replaceAll(
      drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)),
      words,
    );
  const remove = ({ key, name }: ZoneDraft) =>
    replaceAll(
      drafts.filter((draft) => draft.key !== key),
      `Đã xóa vùng ${name}`,
    );
  return { drafts, newest, announcement, add, change, remove };
}

/** The errors name zones by their places when they were saved; zones that were removed since have moved the others. */
function useErrorsByZone(drafts: readonly ZoneDraft[], errors: Failure['fields']) {
  const [judged, setJudged] = useState({ errors, keys: drafts.map(({ key }) => key) });
  if (judged.errors !== errors) setJudged({ errors, keys: drafts.map(({ key }) => key) });
  return (key: number): Failure['fields'] => {
    const start = `delivery.zones.${judged.keys.indexOf(key)}.`;
    const own = Object.entries(errors).filter(([field]) => field.startsWith(start));
    return Object.fromEntries(own.map(([field, sentences]) => [field.slice(start.length), sentences]));
  };
}
