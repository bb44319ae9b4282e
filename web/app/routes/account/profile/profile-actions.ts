import { replace } from '@remix-run/react';
import type { ProfileUpdate } from 'contract/accounts/profile';
import { MIN_PASSWORD } from 'contract/rules';
import { changePassword, updateProfile, deleteAccount, getPersonalData } from '~/api/account/profile';
import { failedWith, failureOf, isRefusal, type Failure } from '~/api/http/client';
import { saveFile } from '~/components/display/save-file';
import { toast } from '~/components/feedback/toast';
import { textOf } from '~/components/form/form-text';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { isOfAddressBook } from '~/features/addresses/address-intents';
import { loadChunk } from '~/lib/chunk';
import { signOutDevices, isOfDevices } from '~/features/account/sign-out-devices';
import { noteClosed } from './closed-account';
import { forgetCheckout } from '~/lib/storage/forget-checkout';
import { rememberUser, signOut, type UserInfo } from '~/api/account/session';

/**
 * Runs a form of the profile page: its `intent` names the form.
 *
 * @returns what the form shows, or the way home once the account is closed
 */
export async function runProfileAction(form: FormData, user: UserInfo): Promise<ProfileAnswer | Response> {
  if (isOfDevices(form)) return { failure: (await signOutDevices(form)) ?? undefined };
  if (isOfAddressBook(form)) {
    const { runAddressAction } = await loadChunk(() => import('~/features/addresses/run-address-action'));
    return runAddressAction(form);
  }
  switch (textOf(form, 'intent')) {
    case 'profile':
      return saveProfile(form, user);
    case 'password':
      return savePassword(form);
    case 'data':
      return answer(async () => saveFile('may-du-lieu-cua-toi.json', await getPersonalData()));
    case 'cart-reminder':
      return (await loadChunk(() => import('~/features/cart-reminder/reminder-part'))).changeReminder(form);
    case 'close':
      return close(textOf(form, 'current_password'));
    default:
      return {};
  }
}

async function answer(work: () => Promise<unknown>, otherwise?: (error: unknown) => string): Promise<ProfileAnswer> {
  try {
    await work();
    return { isDone: true };
  } catch (error) {
    return { failure: failureOf(error, otherwise?.(error)) };
  }
}

const wrong = (field: string, sentence: string): ProfileAnswer => ({
  failure: { detail: '', fields: { [field]: [sentence] } },
});

const NO_CURRENT_PASSWORD = 'Vui lòng nhập mật khẩu hiện tại';

async function saveProfile(form: FormData, user: UserInfo): Promise<ProfileAnswer> {
  const change = readProfileUpdate(form, user);
  if (change.current_password === '') return wrong('current_password', NO_CURRENT_PASSWORD);
  // A year of two digits, as some browsers send it.
  if (change.birth_date && change.birth_date < '1900-01-01') return wrong('birthDate', 'Ngày sinh không hợp lệ');
  const saved = await answer(
    async () => rememberUser(await updateProfile(change)),
    (error) => (isRefusal(error) ? 'Cập nhật thông tin thất bại' : 'Cập nhật thông tin thất bại. Vui lòng thử lại!'),
  );
  const fields = saved.failure?.fields;
  if (!fields) return saved;
  const named = Object.entries(fields).map(([field, sentences]) => [INPUTS[field] ?? field, sentences]);
  return { failure: { ...saved.failure!, fields: Object.fromEntries(named) as Failure['fields'] } };
}

/** The inputs whose names are not those on the wire. */
const INPUTS: Record<string, string> = { first_name: 'firstName', last_name: 'lastName', birth_date: 'birthDate' };

/** The update to send: user name, e-mail and password only where they are new. */
function readProfileUpdate(form: FormData, user: UserInfo): ProfileUpdate {
  const typed = (name: string) => textOf(form, name).trim();
  const username = typed('username');
  const email = typed('email');
  const password = textOf(form, 'password');
  const isGuarded = email !== user.email || password !== '';
  return {
    first_name: typed('firstName'),
    last_name: typed('lastName'),
    phone: typed('phone').replace(/[\s.-]/g, ''),
    gender: typed('gender') as UserInfo['gender'],
    birth_date: typed('birthDate'),
    address: typed('address'),
    ...(username !== user.username && { username }),
    ...(email !== user.email && { email }),
    ...(password !== '' && { password }),
    ...(isGuarded && { current_password: textOf(form, 'current_password') }),
  };
}

/** A retry after a change whose answer was lost would name the old password, which no longer holds. */
const UNSURE =
  'Chưa rõ mật khẩu đã được đổi hay chưa, do kết nối gián đoạn. Hãy đăng nhập bằng mật khẩu mới để biết chắc.';

async function savePassword(form: FormData): Promise<ProfileAnswer> {
  const current = textOf(form, 'current_password');
  const password = textOf(form, 'password');
  if (!current) return wrong('current_password', NO_CURRENT_PASSWORD);
  if (!password) return wrong('password', 'Vui lòng nhập mật khẩu mới');
  if (password !== textOf(form, 'confirmation')) return wrong('confirmation', 'Mật khẩu xác nhận không khớp');
  if (password.length < MIN_PASSWORD) return wrong('password', `Mật khẩu mới phải có ít nhất ${MIN_PASSWORD} ký tự`);
  const saved = await answer(
    () => changePassword(current, password),
    (error) => (failedWith(error, 0) ? UNSURE : 'Đổi mật khẩu thất bại. Vui lòng thử lại!'),
  );
  if (!saved.failure?.fields.current_password) return saved;
  const detail = 'Đổi mật khẩu thất bại. Vui lòng kiểm tra mật khẩu hiện tại!';
  return { failure: { ...saved.failure, detail } };
}

async function close(password: string): Promise<ProfileAnswer | Response> {
  if (!password) return wrong('current_password', NO_CURRENT_PASSWORD);
  const closed = await answer(() => deleteAccount(password));
  if (closed.failure) return closed;
  noteClosed();
  signOut();
  forgetCheckout();
  toast('Tài khoản của bạn đã được đóng.');
  return replace('/');
}
