import { useLoaderData, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { load } from '~/admin/act';
import { AdminPage } from '~/admin/list-page';
import { getProfile } from '~/api/profile';
import { requireAdmin } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { AvatarPicker } from '~/shop/avatar-picker';
import { adminPage } from '~/shop/page-title';
import { ProfileInfo } from '~/shop/profile-info';
import { ProfilePassword } from '~/shop/profile-password';
import { rememberUser, useUser } from '~/state/session';
import { RetryAlert } from '~/ui/retry-alert';

export const meta = adminPage('Hồ sơ');

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const { error } = await load(
    request,
    async () => rememberUser(await getProfile()),
    'Không thể tải thông tin mới nhất.',
  );
  return { error };
}
clientLoader.hydrate = true as const;

export const HydrateFallback = Waiting;

/** The administrator's own account; its forms are those of a shopper's, and go where those go. */
export default function AdminProfile() {
  const { error } = useLoaderData<typeof clientLoader>();
  const user = useUser();
  if (!user) return <Waiting />;
  return (
    <AdminPage title="Hồ sơ của tôi">
      {error !== null && <RetryAlert>{error}</RetryAlert>}
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
    </AdminPage>
  );
}
