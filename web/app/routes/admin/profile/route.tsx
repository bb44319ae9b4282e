import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { adminLoader, loadPage } from '~/components/admin/run-action';
import { AdminPage } from '~/components/admin/list/list-page';
import { TwoFactorPart, changeTwoFactor } from '~/features/account/two-factor/two-factor';
import { getProfile } from '~/api/account/profile';
import { listDevices } from '~/api/account/devices';
import { getTwoFactor } from '~/api/account/two-factor';
import { Waiting } from '~/routing/waiting';
import { AvatarPicker } from '~/features/account/avatar/avatar-picker';
import { adminPage } from '~/components/shop/page-title';
import { ProfileInfo } from '~/features/account/profile/profile-info';
import { ProfilePassword } from '~/features/account/profile/profile-password';
import { signOutDevices, isOfDevices } from '~/features/account/sign-out-devices';
import { DeviceList } from '~/features/account/devices';
import { rememberUser, useUser } from '~/api/account/session';
import { Alert } from '~/components/feedback/alert';
import { RetryAlert } from '~/components/feedback/retry-alert';

export const meta = adminPage('Hồ sơ');

export const clientLoader = adminLoader(async ({ request }) => {
  const [{ error }, devices, twoFactor] = await Promise.all([
    loadPage(request, async () => rememberUser(await getProfile()), 'Không thể tải thông tin mới nhất.'),
    loadPage(request, listDevices, 'Không thể tải danh sách thiết bị.'),
    loadPage(request, getTwoFactor, 'Không thể tải trạng thái xác thực hai lớp.'),
  ]);
  return { error, devices, twoFactor };
});

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  if (isOfDevices(form)) return { failure: await signOutDevices(form) };
  return (await changeTwoFactor(request, form)) ?? {};
}

export const HydrateFallback = Waiting;

/** The administrator's own account. It shares the forms and actions of the shopper's profile. */
export default function AdminProfile() {
  const { error, devices, twoFactor } = useLoaderData<typeof clientLoader>();
  const user = useUser();
  if (!user) return <Waiting />;
  return (
    <AdminPage title="Hồ sơ của tôi">
      {error !== null && <RetryAlert>{error}</RetryAlert>}
      {twoFactor.data?.is_required && !twoFactor.data.is_on && (
        <Alert tone="warning">
          Cửa hàng bắt buộc quản trị viên bật xác thực hai lớp. Hãy thiết lập ở dưới để dùng trang quản trị.
        </Alert>
      )}
      <section className="grid gap-6 rounded-lg border border-line bg-surface p-5 lg:p-8">
        <AvatarPicker avatar={user.avatar}>
          <p className="truncate text-xl font-bold">
            {[user.last_name, user.first_name].filter(Boolean).join(' ') || user.username}
          </p>
          <p className="truncate text-sm text-muted">{user.email}</p>
        </AvatarPicker>
        <ProfileInfo user={user} />
      </section>
      <section aria-labelledby="password" className="grid gap-5 rounded-lg border border-line bg-surface p-5 lg:p-8">
        <h2 id="password" className="text-lg">
          Đổi mật khẩu
        </h2>
        <ProfilePassword username={user.username} />
      </section>
      <section aria-labelledby="two-factor" className="grid gap-5 rounded-lg border border-line bg-surface p-5 lg:p-8">
        <h2 id="two-factor" className="text-lg">
          Xác thực hai lớp
        </h2>
        {twoFactor.data ? (
          <TwoFactorPart state={twoFactor.data} username={user.username} />
        ) : (
          <RetryAlert>{twoFactor.error}</RetryAlert>
        )}
      </section>
      <section aria-labelledby="devices" className="grid gap-5 rounded-lg border border-line bg-surface p-5 lg:p-8">
        <h2 id="devices" className="text-lg">
          Thiết bị đang đăng nhập
        </h2>
        <p className="text-sm text-muted">Quản trị viên được đăng xuất sau 12 giờ kể từ lúc đăng nhập.</p>
        {devices.data ? (
          <DeviceList devices={devices.data} action="/admin/profile" />
        ) : (
          <RetryAlert>{devices.error}</RetryAlert>
        )}
      </section>
    </AdminPage>
  );
}
