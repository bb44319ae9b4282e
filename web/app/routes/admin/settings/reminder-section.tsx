import { SettingSwitch } from './setting-switch';
import { SettingsSection, type SettingsSectionProps } from './settings-section';

interface ReminderSectionProps {
  isOn: boolean;
  onDirtyChange: SettingsSectionProps['onDirtyChange'];
}

/** Whether shoppers who agreed to it are reminded of their cart. */
export function ReminderSection({ isOn, onDirtyChange }: ReminderSectionProps) {
  return (
    <SettingsSection
      onDirtyChange={onDirtyChange}
      intent="carts"
      title="Nhắc giỏ hàng"
      lead={`${isOn ? 'Đang bật.' : 'Đang tắt.'} Chỉ khách đã đồng ý trong trang Tài khoản mới nhận một email, 24 giờ sau lần đổi giỏ cuối, khi còn hàng và chưa đặt.`}
    >
      {() => <SettingSwitch name="cart_reminders" isOn={isOn} label="Cho khách chọn nhận email nhắc giỏ hàng" />}
    </SettingsSection>
  );
}
