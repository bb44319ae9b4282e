import { useFetcher } from '@remix-run/react';
import { MIN_PASSWORD } from 'contract/rules';
import { useEffect, useState } from 'react';
import type { ProfileAnswer } from './profile-answer';
import type { UserInfo } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { Button } from '~/components/form/button';
import { formatDay } from '~/components/display/date';
import { SelectField, TextField } from '~/components/form/field';
import { useFirstError } from '~/components/form/focus/use-first-error';
import { useWhenDone } from '~/components/form/use-when-done';
import { SubmitButton } from '~/components/form/submit-button';
import { PasswordField } from '~/features/account/password/password-field';

const GENDERS = { male: 'Nam', female: 'Nữ', other: 'Khác', '': 'Không muốn nói' } as const;

/** Milliseconds that the success message is shown. */
const SAVED_MS = 3_000;

const isBlank = (user: UserInfo) => !user.first_name && !user.last_name && !user.phone && !user.address;

/** The user's personal data, to read and to edit. */
export function ProfileInfo({ user }: { user: UserInfo }) {
  const [isEditing, setIsEditing] = useState(() => isBlank(user));
  // Move the focus after a press only, not when the form opens by itself.
  const [isByHand, setIsByHand] = useState(false);
  const [isSaved, setIsSaved] = useState(false);

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setIsSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);

  function turn(editing: boolean, saved = false) {
    setIsEditing(editing);
    setIsByHand(true);
    setIsSaved(saved);
  }

  if (isEditing) {
    return <EditForm user={user} isFocused={isByHand} onSaved={() => turn(false, true)} onCancel={() => turn(false)} />;
  }
  return (
    <div className="grid gap-6">
      {isSaved && <Alert tone="success">Cập nhật thông tin thành công!</Alert>}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact name="Họ" value={user.last_name} />
        <Fact name="Tên" value={user.first_name} />
        <Fact name="Tên đăng nhập" value={user.username} />
        <Fact name="Email" value={user.email} />
        <Fact name="Số điện thoại" value={user.phone} />
        <Fact name="Giới tính" value={user.gender && GENDERS[user.gender]} />
        <Fact name="Ngày sinh" value={formatDay(user.birth_date)} />
        <Fact name="Địa chỉ" value={user.address} />
      </dl>
      <Button variant="outline" className="justify-self-start" autoFocus={isByHand} onClick={() => turn(true)}>
        Chỉnh sửa
      </Button>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid gap-0.5 border-b border-line pb-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={value ? '[overflow-wrap:anywhere]' : 'text-muted italic'}>{value || 'Chưa có'}</dd>
    </div>
  );
}

interface EditFormProps {
  user: UserInfo;
  isFocused: boolean;
  onSaved: () => void;
  onCancel: () => void;
}

function EditForm({ user, isFocused, onSaved, onCancel }: EditFormProps) {
  const fetcher = useFetcher<ProfileAnswer>();
  useWhenDone(fetcher, onSaved);
  const failure = fetcher.data?.failure;
  const form = useFirstError(failure);
  const isBusy = fetcher.state !== 'idle';
  const field: FieldOf = (name, defaultValue) => ({ name, error: failure?.fields[name], defaultValue });
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/profile"
      noValidate
      className="grid max-w-3xl items-start gap-5 sm:grid-cols-2"
    >
      {failure?.detail && Object.keys(failure.fields).length === 0 && (
        <div className="sm:col-span-2">
          <Alert tone="danger">{failure.detail}</Alert>
        </div>
      )}
      <PersonalFields user={user} field={field} isFocused={isFocused} />
      <CredentialFields user={user} field={field} />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <SubmitButton after={failure} name="intent" value="profile" isBusy={isBusy}>
          Lưu thay đổi
        </SubmitButton>
        <Button variant="quiet" disabled={isBusy} onClick={onCancel}>
          Hủy
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** The properties of a field, with its error. */
type FieldOf = (name: string, value?: string) => { name: string; error?: string[]; defaultValue?: string };

interface FieldsProps {
  user: UserInfo;
  field: FieldOf;
}

const PersonalFields = ({ user, field, isFocused }: FieldsProps & { isFocused: boolean }) => (
  <>
    <TextField
      label="Họ"
      autoComplete="family-name"
      maxLength={255}
      autoFocus={isFocused}
      {...field('lastName', user.last_name)}
    />
    <TextField label="Tên" autoComplete="given-name" maxLength={255} {...field('firstName', user.first_name)} />
    <TextField
      label="Số điện thoại"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={30}
      {...field('phone', user.phone)}
    />
    <SelectField label="Giới tính" autoComplete="sex" {...field('gender', user.gender)}>
      {Object.entries(GENDERS).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
    <TextField
      label="Ngày sinh"
      type="date"
      autoComplete="bday"
      min="1900-01-01"
      max={new Date().toISOString().slice(0, 10)}
      {...field('birthDate', user.birth_date)}
    />
    <TextField
      label="Địa chỉ"
      autoComplete="street-address"
      placeholder="Số nhà, đường, phường/xã, tỉnh/thành phố"
      maxLength={255}
      {...field('address', user.address)}
    />
  </>
);

/** What the user signs in with. A new email or password needs the current password. */
function CredentialFields({ user, field }: FieldsProps) {
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  return (
    <>
      <TextField
        label="Tên đăng nhập"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={150}
        required
        {...field('username', user.username)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        {...field('email')}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Mật khẩu mới"
        autoComplete="new-password"
        required={false}
        hint={`Bỏ trống nếu không đổi. Ít nhất ${MIN_PASSWORD} ký tự.`}
        {...field('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {(email.trim() !== user.email || password !== '') && (
        <PasswordField
          label="Mật khẩu hiện tại"
          autoComplete="current-password"
          hint="Bắt buộc khi đổi email hoặc mật khẩu"
          {...field('current_password')}
        />
      )}
    </>
  );
}
