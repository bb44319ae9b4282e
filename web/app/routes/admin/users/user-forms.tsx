import type { AdminUser } from 'contract/accounts/auth';
import { useState } from 'react';
import { FormPanel } from '~/components/admin/form-panel';
import { TextField } from '~/components/form/field';
import { PasswordField } from '~/features/account/password-field';
import { OwnPassword } from './own-password';

type Errors = Record<string, string[]>;

function NameFields({
  user,
  errors,
  onEmail,
}: {
  user?: AdminUser;
  errors: Errors;
  onEmail?: (email: string) => void;
}) {
  return (
    <>
      <TextField
        label="Tên đăng nhập"
        name="username"
        required
        maxLength={150}
        autoComplete="off"
        defaultValue={user?.username}
        error={errors.username}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        defaultValue={user?.email}
        onChange={onEmail && (({ target }) => onEmail(target.value))}
        error={errors.email}
      />
    </>
  );
}

/** The form that creates an account. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  return (
    <FormPanel title="Thêm người dùng" submit="Tạo tài khoản" intent="create" onClose={onClose}>
      {(errors) => (
        <>
          <NameFields errors={errors} />
          <PasswordField label="Mật khẩu" name="password" autoComplete="new-password" error={errors.password} />
          <PasswordField
            label="Nhập lại mật khẩu"
            name="re_password"
            autoComplete="new-password"
            error={errors.re_password}
          />
        </>
      )}
    </FormPanel>
  );
}

/** The form that edits an account. A new email or password needs the password of the administrator. */
export function EditUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const isGuarded = email.trim() !== user.email || password !== '';
  return (
    <FormPanel title={`Sửa tài khoản ${user.username}`} submit="Lưu" intent="update" onClose={onClose}>
      {(errors) => (
        <>
          <input type="hidden" name="id" value={user.id} />
          <NameFields user={user} errors={errors} onEmail={setEmail} />
          <PasswordField
            label="Mật khẩu mới"
            name="password"
            autoComplete="new-password"
            required={false}
            onChange={({ target }) => setPassword(target.value)}
            error={errors.password}
            hint="Để trống để giữ mật khẩu hiện tại. Mật khẩu mới đăng xuất mọi thiết bị khác của người này."
          />
          {isGuarded && <OwnPassword errors={errors} />}
        </>
      )}
    </FormPanel>
  );
}
