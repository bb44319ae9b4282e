import { MIN_PASSWORD } from 'contract/rules';
import { PasswordField } from './password-field';

/** The two fields of a new password. `errors` are those of the form, by field. */
export const NewPassword = ({ errors }: { errors: Record<string, readonly string[]> | undefined }) => (
  <>
    <PasswordField
      label="Mật khẩu mới"
      name="password"
      autoComplete="new-password"
      hint={`Ít nhất ${MIN_PASSWORD} ký tự`}
      error={errors?.password}
    />
    <PasswordField
      label="Xác nhận mật khẩu mới"
      name="confirmation"
      autoComplete="new-password"
      error={errors?.confirmation}
    />
  </>
);
