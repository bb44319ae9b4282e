import type { Settings } from 'contract/administration/settings';
import { deliveryDays, type DeliveryRules } from 'contract/orders/delivery-rules';
import { useState } from 'react';
import { TextArea, TextField } from '~/components/form/field';
import { WEEKDAY_NAMES, formatDeliveryDays } from 'contract/orders/delivery-text';
import { formatDates } from './dates-text';
import { DeliveryZones } from './delivery-zones';
import { SettingsSection, type SettingsSectionProps } from './settings-section';
import { seenField } from './settings-update';

interface DeliverySectionProps {
  rules: DeliveryRules;
  onDirtyChange: SettingsSectionProps['onDirtyChange'];
}

const FIELDS = [
  { name: 'handling_days', label: 'Ngày chuẩn bị hàng', hint: 'Ngày làm việc, đến khi hàng rời cửa hàng' },
  { name: 'cutoff_hour', label: 'Giờ chốt đơn', hint: 'Từ giờ này đơn tính cho ngày sau; 24 là không chốt' },
  {
    name: 'min_days',
    label: 'Số ngày vận chuyển tối thiểu',
    hint: 'Ngày làm việc, đến nơi gần nhất ngoài các vùng riêng',
  },
  { name: 'max_days', label: 'Số ngày vận chuyển tối đa', hint: 'Ngày làm việc, đến nơi xa nhất ngoài các vùng riêng' },
] as const;

/** The lists that the form shows, which other saves load again but do not show. */
const listsOf = ({ closed_weekdays, closed_dates = [], zones = [] }: DeliveryRules) => ({
  closed_weekdays,
  closed_dates,
  zones,
});

const savedLists = ({ delivery }: Settings, saved: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(listsOf(delivery)).filter(([list]) => saved.has(`delivery.${list}`)));

/** When orders arrive: the days that shoppers read, with those of an order of this moment as an example. */
export function DeliverySection({ rules, onDirtyChange }: DeliverySectionProps) {
  const [seen, setSeen] = useState(() => listsOf(rules));
  return (
    <SettingsSection
      onDirtyChange={onDirtyChange}
      onSaved={(data, saved) => setSeen((before) => ({ ...before, ...savedLists(data as Settings, saved) }))}
      intent="delivery"
      initial={rules}
      prefix="delivery."
      title="Ngày giao hàng"
      lead={`Đơn trả tiền lúc này: dự kiến nhận ${formatDeliveryDays(deliveryDays(new Date().toISOString(), rules, null))}.`}
    >
      {({ errors, field, onChange }) => (
        <>
          <input type="hidden" name={seenField('delivery')} value={JSON.stringify(seen)} />
          {FIELDS.map(({ name, label, hint }) => (
            <TextField key={name} label={label} {...field(name)} inputMode="numeric" hint={hint} required />
          ))}
          <DeliveryZones zones={rules.zones ?? []} errors={errors} onChange={() => onChange('delivery.zones')} />
          <TextArea
            label="Ngày nghỉ lễ"
            name="delivery.closed_dates"
            rows={4}
            defaultValue={formatDates(rules.closed_dates ?? [])}
            error={errors['delivery.closed_dates']}
            hint="Mỗi dòng một ngày, như 05/02/2027; ngày đã qua có thể xóa"
          />
          <ClosedWeekdays closed={rules.closed_weekdays} error={errors['delivery.closed_weekdays']} />
        </>
      )}
    </SettingsSection>
  );
}

function ClosedWeekdays({ closed, error }: { closed: readonly number[]; error?: readonly string[] }) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="text-sm font-medium">Ngày nghỉ trong tuần</legend>
      <div className="flex flex-wrap gap-x-5">
        {WEEKDAY_NAMES.map((name, index) => (
          <label key={name} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              name="delivery.closed_weekdays"
              value={index + 1}
              defaultChecked={closed.includes(index + 1)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && 'closed-weekdays-error'}
              className="size-5 accent-accent"
            />
            {name}
          </label>
        ))}
      </div>
      {error && (
        <p id="closed-weekdays-error" role="alert" className="text-sm text-signal">
          {error.join('\n')}
        </p>
      )}
    </fieldset>
  );
}
