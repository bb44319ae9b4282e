import { Link } from '@remix-run/react';
import type { Settings } from 'contract/administration/settings';
import { formatVnd } from 'contract/rules';
import { formatMinutes } from '~/components/display/date';
import { TextField } from '~/components/form/field';
import { OwnPassword } from '~/features/account/password/own-password';
import { SettingSwitch } from './setting-switch';
import { SettingsSection, type SettingsSectionProps } from './settings-section';

interface PaymentSectionProps {
  settings: Settings;
  onDirtyChange: SettingsSectionProps['onDirtyChange'];
}

/** The sections of the payment methods that the owner switches on. */
export const PaymentSections = (props: PaymentSectionProps) => (
  <>
    <CodSection {...props} />
    <VietQrSection {...props} />
  </>
);

function CodSection({ settings: { cod }, onDirtyChange }: PaymentSectionProps) {
  return (
    <SettingsSection
      onDirtyChange={onDirtyChange}
      intent="cod"
      initial={cod}
      prefix="cod."
      title="Thanh toán khi nhận hàng"
      lead={
        cod.is_on
          ? `Đang bật cho đơn đến ${formatVnd(cod.max_total)}. Hàng được giữ ${formatMinutes(cod.window_minutes)}; đơn chưa giao và chưa trả sau đó tự hủy.`
          : 'Đang tắt. Khách trả tiền mặt cho người giao hàng, bạn ghi nhận ở trang đơn hàng.'
      }
    >
      {({ field }) => (
        <>
          <SettingSwitch name="cod.is_on" isOn={cod.is_on} label="Cho khách chọn thanh toán khi nhận hàng" />
          <TextField label="Giá trị đơn tối đa (VND)" {...field('max_total')} inputMode="numeric" required />
          <TextField
            label="Hạn giao và thu tiền (phút)"
            {...field('window_minutes')}
            inputMode="numeric"
            hint="1.440 phút là một ngày. Khi đã giao, đơn không tự hủy nữa"
            required
          />
        </>
      )}
    </SettingsSection>
  );
}

function VietQrSection({ settings: { vietqr }, onDirtyChange }: PaymentSectionProps) {
  return (
    <SettingsSection
      onDirtyChange={onDirtyChange}
      intent="vietqr"
      initial={vietqr}
      prefix="vietqr."
      title="Chuyển khoản VietQR"
      lead={
        <>
          {vietqr.is_on ? 'Đang bật. ' : 'Đang tắt. '}
          Khách quét mã QR có sẵn số tiền và mã đơn. Xem tiền đến ở trang{' '}
          <Link to="/admin/bank-transfers" className="underline underline-offset-4">
            Chuyển khoản
          </Link>
          .
        </>
      }
    >
      {({ errors, field }) => (
        <>
          <SettingSwitch name="vietqr.is_on" isOn={vietqr.is_on} label="Cho khách chọn chuyển khoản" />
          <TextField
            label="Mã BIN của ngân hàng"
            {...field('bank_bin')}
            inputMode="numeric"
            maxLength={6}
            hint="6 chữ số, ví dụ Vietcombank 970436, MB 970422, Techcombank 970407"
          />
          <TextField label="Số tài khoản" {...field('account_number')} maxLength={30} autoComplete="off" />
          <TextField
            label="Tên chủ tài khoản"
            {...field('account_name')}
            maxLength={100}
            autoComplete="off"
            hint="Như trên ứng dụng ngân hàng, để khách so trước khi chuyển"
          />
          {/* The key empties the field after a save. */}
          <OwnPassword
            key={JSON.stringify(vietqr)}
            errors={errors}
            required={false}
            hint="Chỉ cần khi bật chuyển khoản hoặc đổi tài khoản. Mọi quản trị viên được báo qua email."
          />
        </>
      )}
    </SettingsSection>
  );
}
