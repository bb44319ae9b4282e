import { PasswordField } from './password-field';

interface OwnPasswordProps {
  /** The messages of the last failure by field. */
  errors: Record<string, string[]>;
  hint?: string;
}

/** The password of the administrator, which a change of credentials, keys or rights asks for. */
export const OwnPassword = ({ errors, hint }: OwnPasswordProps) => (
  <PasswordField
    label="Mật khẩu của bạn"
    name="current_password"
    autoComplete="current-password"
    error={errors.current_password}
    hint={hint}
  />
);
