import type { Settings } from 'contract/administration/settings';
import type { TwoFactor } from 'contract/accounts/two-factor';
import { useState } from 'react';
import { LeaveGuard } from '~/components/admin/leave-guard';
import { formatMinutes } from '~/components/display/date';
import { TextField } from '~/components/form/field';
import { DeliverySection } from './delivery-section';
import { PaymentSections } from './payment-sections';
import { ReminderSection } from './reminder-section';
import { SecuritySection } from './security-section';
import { SettingsSection, type SettingsSectionProps } from './settings-section';
import { ShippingExamples } from './shipping-examples';

/** All sections of the settings. Leaving the page with unsaved input asks first. */
export function SettingsForm({ settings, twoFactor }: { settings: Settings; twoFactor: TwoFactor | null }) {
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const onDirtyChange = (intent: string, isDirty: boolean) =>
    setDirty((before) => [...before.filter((each) => each !== intent), ...(isDirty ? [intent] : [])]);
  return (
    <>
      <LeaveGuard isDirty={dirty.length > 0} />
      <ShopSection settings={settings} onDirtyChange={onDirtyChange} />
      <ShippingSection settings={settings} onDirtyChange={onDirtyChange} />
      <DeliverySection rules={settings.delivery} onDirtyChange={onDirtyChange} />
      <OrdersSection settings={settings} onDirtyChange={onDirtyChange} />
      <PaymentSections settings={settings} onDirtyChange={onDirtyChange} />
      <ReminderSection isOn={settings.cart_reminders} onDirtyChange={onDirtyChange} />
      {twoFactor && <SecuritySection state={twoFactor} onDirtyChange={onDirtyChange} />}
    </>
  );
}

interface SectionProps {
  settings: Settings;
  onDirtyChange: SettingsSectionProps['onDirtyChange'];
}

const ShopSection = ({ settings, onDirtyChange }: SectionProps) => (
  <SettingsSection
    onDirtyChange={onDirtyChange}
    intent="shop"
    initial={settings}
    title="Cửa hàng"
    lead="Hiện ở đầu và chân trang, trong tiêu đề, email và trang điều khoản."
  >
    {({ field }) => (
      <>
        <TextField label="Tên cửa hàng" maxLength={255} required {...field('shop_name')} />
        <TextField label="Email liên hệ" type="email" maxLength={254} required {...field('email')} />
        <TextField label="Điện thoại" type="tel" maxLength={30} {...field('phone')} />
        <TextField label="Địa chỉ" maxLength={255} {...field('address')} />
        <TextField label="Tên pháp nhân" maxLength={255} {...field('legal_name')} />
        <TextField label="Mã số thuế" maxLength={30} {...field('tax_code')} />
      </>
    )}
  </SettingsSection>
);

const ShippingSection = ({ settings, onDirtyChange }: SectionProps) => (
  <SettingsSection
    onDirtyChange={onDirtyChange}
    intent="shipping"
    initial={settings.shipping}
    prefix="shipping."
    title="Phí giao hàng"
    lead={<ShippingExamples settings={settings} />}
  >
    {({ field }) => (
      <>
        <TextField label="Phí tiêu chuẩn (VND)" inputMode="numeric" required {...field('standard_fee')} />
        <TextField
          label="Trên mức này tính phí (VND)"
          hint="Đến đúng mức này vẫn theo phí tiêu chuẩn"
          inputMode="numeric"
          required
          {...field('reduced_threshold')}
        />
        <TextField label="Phí khi vượt mức (VND)" inputMode="numeric" required {...field('reduced_fee')} />
        <TextField label="Miễn phí từ (VND)" inputMode="numeric" required {...field('free_threshold')} />
      </>
    )}
  </SettingsSection>
);

const OrdersSection = ({ settings, onDirtyChange }: SectionProps) => (
  <SettingsSection
    onDirtyChange={onDirtyChange}
    intent="orders"
    initial={settings}
    title="Thuế và đơn hàng"
    lead={`Đơn chưa thanh toán tự hủy sau ${formatMinutes(settings.payment_window_minutes)}; hàng trở về kho, lượt dùng mã giảm giá được trả lại.`}
  >
    {({ errors, field }) => (
      <>
        <TextField
          label="Thuế suất (%)"
          {...field('tax_percent')}
          inputMode="decimal"
          hint="Tính trên tiền hàng, làm tròn đến đồng, từ 0,5 làm tròn lên"
          required
        />
        <TextField
          label="Hạn thanh toán (phút)"
          {...field('payment_window_minutes')}
          inputMode="numeric"
          hint="Áp dụng cả cho đơn đang chờ"
          required
        />
        {UNPAID_LIMITS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            name={`unpaid_limits.${name}`}
            inputMode="numeric"
            defaultValue={settings.unpaid_limits[name]}
            error={errors[`unpaid_limits.${name}`]}
            hint={hint}
            required
          />
        ))}
      </>
    )}
  </SettingsSection>
);

/** Limits of what one account may hold in unpaid orders. */
const UNPAID_LIMITS = [
  { name: 'orders', label: 'Số đơn chưa thanh toán của một khách', hint: 'Thêm đơn nữa sẽ bị từ chối' },
  {
    name: 'per_item',
    label: 'Số chiếc giữ chỗ của một phân loại',
    hint: 'Trong các đơn chưa thanh toán của một khách',
  },
  { name: 'pieces', label: 'Tổng số chiếc giữ chỗ', hint: 'Trong các đơn chưa thanh toán của một khách' },
] as const;
