import { PasswordField } from '~/features/account/password-field';

/** The administrator's own password, required before a change of credentials or rights. */
export function OwnPassword({ errors }: { errors: Record<string, string[]> }) {
  return (
    <PasswordField
      label="Mật khẩu của bạn"
      name="current_password"
      autoComplete="current-password"
      error={errors.current_password}
      hint="Nhập mật khẩu bạn đang dùng để đăng nhập, để xác nhận chính bạn thay đổi."
    />
  );
}
