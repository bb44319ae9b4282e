import type { AdminUser } from 'contract/accounts/admin-users';
import { useState } from 'react';
import { FormPanel } from '~/components/admin/form-panel';
import { TextField } from '~/components/form/field';
import type { BoundField } from '~/components/form/bind-fields';
import { OwnPassword } from '~/features/account/password/own-password';
import { PasswordField } from '~/features/account/password/password-field';
import { CHANGE_HINT } from './rights-changes';

interface NameFieldsProps {
  field: BoundField<AdminUser>;
  onEmail?: (email: string) => void;
}

const NameFields = ({ field, onEmail }: NameFieldsProps) => (
  <>
    <TextField label="Tên đăng nhập" {...field('username')} required maxLength={150} autoComplete="off" />
    <TextField
      label="Email"
      {...field('email')}
      type="email"
      required
      maxLength={254}
      autoComplete="off"
      onChange={onEmail && (({ target }) => onEmail(target.value))}
    />
  </>
);

/** The form that creates an account. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  return (
    <FormPanel<AdminUser> title="Thêm người dùng" submit="Tạo tài khoản" intent="create" onClose={onClose}>
      {({ errors, field }) => (
        <>
          <NameFields field={field} />
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
    <FormPanel title={`Sửa tài khoản ${user.username}`} of={user} intent="update" onClose={onClose}>
      {({ errors, field }) => (
        <>
          <NameFields field={field} onEmail={setEmail} />
          <PasswordField
            label="Mật khẩu mới"
            name="password"
            autoComplete="new-password"
            required={false}
            onChange={({ target }) => setPassword(target.value)}
            error={errors.password}
            hint="Để trống để giữ mật khẩu hiện tại. Đặt mật khẩu mới sẽ đăng xuất mọi thiết bị khác của người này."
          />
          {isGuarded && <OwnPassword errors={errors} hint={CHANGE_HINT} />}
        </>
      )}
    </FormPanel>
  );
}
