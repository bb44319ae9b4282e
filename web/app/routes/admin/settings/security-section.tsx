import { Link } from '@remix-run/react';
import type { TwoFactor } from 'contract/accounts/two-factor';
import { OwnPassword } from '~/features/account/password/own-password';
import { SettingsSection, type SettingsSectionProps } from './settings-section';

/**
 * Requires a second factor of every administrator. Only an administrator who has one may turn this on, so that they cannot
 * lock themselves out.
 */
export function SecuritySection({
  state,
  onDirtyChange,
}: {
  state: TwoFactor;
  onDirtyChange: SettingsSectionProps['onDirtyChange'];
}) {
  const canRequire = state.is_on || state.is_required;
  return (
    <SettingsSection
      onDirtyChange={onDirtyChange}
      intent="security"
      title="Bảo mật"
      lead="Ngoài mật khẩu, đăng nhập cần thêm mã từ ứng dụng trên điện thoại."
    >
      {({ errors }) => (
        <>
          <div className="grid gap-1 sm:col-span-2">
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="is_required"
                defaultChecked={state.is_required}
                disabled={!canRequire}
                aria-describedby="require-hint"
                className="size-5 accent-accent"
              />
              Bắt buộc xác thực hai lớp cho quản trị viên
            </label>
            <p id="require-hint" className="text-sm text-muted">
              {canRequire ? (
                'Quản trị viên chưa bật chỉ vào được trang thiết lập cho đến khi bật.'
              ) : (
                <>
                  Trước hết hãy{' '}
                  <Link to="/admin/profile" className="underline underline-offset-4">
                    bật xác thực hai lớp cho tài khoản của bạn
                  </Link>
                  .
                </>
              )}
            </p>
          </div>
          {/* The key empties the field after a save. */}
          <OwnPassword key={String(state.is_required)} errors={errors} />
        </>
      )}
    </SettingsSection>
  );
}
