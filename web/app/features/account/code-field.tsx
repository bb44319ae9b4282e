import { TextField } from '~/components/form/field';

interface CodeFieldProps {
  kind?: 'otp' | 'recovery_code';
  error?: readonly string[];
  /** Focus the field when it appears. */
  isFirst?: boolean;
}

/** A field for a code of an authenticator app, with autofill, or for a recovery code. */
export function CodeField({ kind = 'otp', error, isFirst = false }: CodeFieldProps) {
  const common = { name: kind, error, required: true, autoFocus: isFirst, className: 'max-w-64' };
  if (kind === 'recovery_code') {
    return (
      <TextField
        {...common}
        label="Mã khôi phục"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        hint="Một trong mười mã bạn đã lưu khi bật xác thực hai lớp. Mỗi mã dùng được một lần."
      />
    );
  }
  return (
    <TextField
      {...common}
      label="Mã xác thực"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      hint="6 chữ số đang hiện trong ứng dụng xác thực của bạn."
    />
  );
}
