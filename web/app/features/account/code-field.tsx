import { Button } from '~/components/form/button';
import { TextField } from '~/components/form/field';

/** What proves the second factor: also the name of its field. */
export type CodeKind = 'otp' | 'recovery_code';

interface CodeFieldProps {
  kind?: CodeKind;
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

interface CodeKindSwitchProps {
  kind: CodeKind;
  /** True while a code is checked: the answer is about the field that is shown. */
  isBusy: boolean;
  onChange: (kind: CodeKind) => void;
}

/** The button that asks for the other kind of code. */
export const CodeKindSwitch = ({ kind, isBusy, onChange }: CodeKindSwitchProps) => (
  <Button
    variant="quiet"
    size="sm"
    disabled={isBusy}
    onClick={() => onChange(kind === 'otp' ? 'recovery_code' : 'otp')}
  >
    {kind === 'otp' ? 'Dùng mã khôi phục' : 'Dùng ứng dụng xác thực'}
  </Button>
);
