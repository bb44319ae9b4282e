import { PasswordField } from './password-field';

interface OwnPasswordProps {
  label?: string;
  /** The messages of the last failure by field. */
  errors: Record<string, string[]> | undefined;
  hint?: string;
  /** Default: true. */
  required?: boolean;
}

/** The password of who is signed in, which a change of credentials, keys or rights asks for. */
export const OwnPassword = ({ label = 'Mật khẩu của bạn', errors, hint, required = true }: OwnPasswordProps) => (
  <PasswordField
    label={label}
    name="current_password"
    autoComplete="current-password"
    error={errors?.current_password}
    hint={hint}
    required={required}
  />
);
