import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ChangeEventHandler } from 'react';
import { TextField } from '~/components/form/field';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** `current-password` to sign in, `new-password` to choose one. */
  autoComplete: 'current-password' | 'new-password';
  /** Default: true. */
  required?: boolean;
  error?: string | readonly string[] | null;
  hint?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextField
        label={label}
        type={isShown ? 'text' : 'password'}
        // While it is shown, phones would write it with a capital letter, and spell checkers may send it away.
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        maxLength={1000}
        {...input}
      />
      <button
        type="button"
        aria-label={isShown ? 'Ẩn mật khẩu' : 'Hiện mật khẩu'}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-0 right-0 flex min-h-6 items-center justify-end gap-1.5 text-sm text-muted hover:text-ink pointer-coarse:-top-2.5 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <Icon aria-hidden="true" className="size-4" />
        {isShown ? 'Ẩn' : 'Hiện'}
      </button>
    </div>
  );
}
