import {
  Link,
  replace,
  useNavigate,
  useNavigation,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { failedWith, sentenceOf } from '~/api/http/client';
import { listOrders } from '~/api/orders/orders';
import { listAddresses } from '~/api/account/addresses';
import { getProfile } from '~/api/account/profile';
import { listDevices } from '~/api/account/devices';
import { endSession, requireOwner, announceSessionEnd } from '~/routing/guards';
import { keepsPage } from '~/routing/loading/keep-page';
import { useOtherUser } from '~/routing/use-other-user';
import { Waiting } from '~/routing/waiting';
import { loadChunk } from '~/lib/chunk';
import { AvatarPicker } from '~/features/account/avatar/avatar-picker';
import { privatePage } from '~/components/shop/page-title';
import { isOfAddressBook } from '~/features/addresses/address-intents';
import { takeClosed } from './closed-account';
import { isOfDevices } from '~/features/account/sign-out-devices';
import { currentUser, rememberUser, useUser, type UserInfo } from '~/api/account/session';
import { buttonStyle } from '~/components/form/button';
import type { ProfileAnswer } from '~/features/account/profile/profile-answer';
import { type TabId, profileTabOf, type LoadedProfile, AccountTabs } from './account-tabs';

export const meta = privatePage('Tài khoản của tôi');

const ORDERS_A_PAGE = 10;

/** The consent to reminders, which is left out when it cannot be loaded. */
const loadReminderPart = () => loadChunk(() => import('~/features/cart-reminder/reminder-part'));

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<LoadedProfile> {
  const user = await requireOwner();
  const params = new URL(request.url).searchParams;
  const tab = profileTabOf(params);
  try {
    if (tab === 'info') {
      // A part of the page that may be missing.
      const reminder = loadReminderPart()
        .then((part) => part.loadReminder(request.signal))
        .catch(() => ({}));
      rememberUser(await getProfile());
      return await reminder;
    }
    if (tab === 'password') return await loadChunk(() => import('./password-tab'));
    if (tab === 'addresses') {
      const addresses = await listAddresses(request.signal);
      return { addresses, ...(await loadChunk(() => import('~/features/addresses/address-book'))) };
    }
    if (tab === 'devices') {
      const devices = await listDevices(request.signal);
      return { devices, ...(await loadChunk(() => import('./devices-tab'))) };
    }
    if (tab === 'orders' && !user.isAdmin) {
      const orders = await listOrders(pageOf(params), ORDERS_A_PAGE);
      return { orders, ...(await loadChunk(() => import('./profile-orders'))) };
    }
    if (tab === 'favorites') return await loadChunk(() => import('./favorites-tab'));
    return {};
  } catch (error) {
    if (failedWith(error, 401, 403)) throw endSession(request);
    if (keepsPage(error)) throw error;
    return { error: sentenceOf(error, NOT_LOADED[tab] ?? 'Không thể tải thông tin mới nhất.') };
  }
}
clientLoader.hydrate = true as const;

const NOT_LOADED: Partial<Record<TabId, string>> = {
  addresses: 'Không thể tải sổ địa chỉ.',
  password: 'Không thể mở biểu mẫu đổi mật khẩu.',
  devices: 'Không thể tải danh sách thiết bị.',
  orders: 'Không thể tải đơn hàng.',
  favorites: 'Không thể tải danh sách yêu thích.',
};

const pageOf = (params: URLSearchParams) => Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

/** The forms of this page say themselves what they changed, but for the lists of addresses and devices. */
export const shouldRevalidate = ({ formAction, formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction === '/profile' ? isOfDevices(formData) || isOfAddressBook(formData) : defaultShouldRevalidate;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<ProfileAnswer | Response> {
  const form = await request.formData();
  const user = currentUser();
  if (!user) return replace('/');
  const { runProfileAction } = await loadChunk(() => import('./profile-actions'));
  return runProfileAction(form, user);
}

export const HydrateFallback = Waiting;

export default function Profile() {
  const user = useUser();
  const isOther = useOtherUser();
  const isStaying = useNavigation().state === 'idle';
  const navigate = useNavigate();
  // The session may end while the page is open: in another tab, or because its tokens are no longer renewed.
  useEffect(() => {
    if (user || !isStaying) return;
    if (!takeClosed()) announceSessionEnd();
    navigate('/', { replace: true });
  }, [user, isStaying, navigate]);
  return user && !isOther ? <Account user={user} /> : <Waiting />;
}

function Account({ user }: { user: UserInfo }) {
  return (
    <main id="main" className="page py-6 lg:pb-16">
      <h1 className="sr-only">Tài khoản của tôi</h1>
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[16rem_1fr]">
        <aside className="grid content-start gap-4 lg:pt-4">
          <AvatarPicker avatar={user.avatar}>
            <p className="text-xl font-bold [overflow-wrap:anywhere]">
              {[user.last_name, user.first_name].filter(Boolean).join(' ') || user.username}
            </p>
            <p className="text-sm text-muted [overflow-wrap:anywhere]">{user.email}</p>
          </AvatarPicker>
          <Link to="/logout" className={`${buttonStyle({ variant: 'outline', size: 'sm' })} justify-self-start`}>
            <LogOut aria-hidden="true" className="size-4" />
            Đăng xuất
          </Link>
        </aside>
        <div className="min-w-0">
          <AccountTabs user={user} />
        </div>
      </div>
    </main>
  );
}
