import { Link, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import type { Session } from 'contract/accounts/auth';
import type { CartReminder } from 'contract/orders/cart-reminders';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import type { ComponentType } from 'react';
import { FavoritesSkeleton } from '~/features/favorites-list/favorites-skeleton';
import { ProfileData } from './profile-data';
import { ProfileInfo } from '~/features/account/profile/profile-info';
import { OrdersSkeleton, PasswordSkeleton, RowsSkeleton } from './tab-skeletons';
import type { UserInfo } from '~/api/account/session';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Tabs } from '~/components/display/tabs';
import type { AddressBook } from '~/features/addresses/address-book';
import type { ProfilePassword } from '~/features/account/profile/profile-password';
import type { ReminderConsent } from '~/features/cart-reminder/reminder-consent';
import type { DeviceList } from '~/features/account/devices';
import type { ProfileOrders } from './profile-orders';

const TABS = {
  info: 'Thông tin cá nhân',
  password: 'Đổi mật khẩu',
  addresses: 'Sổ địa chỉ',
  devices: 'Thiết bị',
  orders: 'Đơn hàng của tôi',
  favorites: 'Yêu thích',
} as const;
export type TabId = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as TabId[];

export const profileTabOf = (params: URLSearchParams): TabId =>
  TAB_IDS.find((tab) => tab === params.get('tab')) ?? 'info';

/** The data of the open tab, or why it could not be loaded. */
export interface LoadedProfile {
  orders?: Page<Order>;
  reminder?: CartReminder;
  devices?: Session[];
  addresses?: SavedAddress[];
  /*
   * What a tab consists of is loaded with it: other tabs do not need its scripts. After its data, because some browsers remember
   * a script that could not be loaded, so none is requested while the network is lost.
   */
  ReminderConsent?: typeof ReminderConsent;
  ProfilePassword?: typeof ProfilePassword;
  AddressBook?: typeof AddressBook;
  DeviceList?: typeof DeviceList;
  ProfileOrders?: typeof ProfileOrders;
  FavoritesList?: ComponentType;
  error?: string;
}

export function AccountTabs({ user }: { user: UserInfo }) {
  const data = useLoaderData<LoadedProfile>();
  const [params, setParams] = useSearchParams();
  const { location: next } = useNavigation();
  const isLoading = next?.pathname === '/profile';
  const shown = profileTabOf(params);
  return (
    <Tabs
      label="Tài khoản"
      tabs={TAB_IDS.map((id) => ({
        id,
        label: TABS[id],
        content: <TabContent {...{ id, user, data, isLoading }} error={id === shown && data.error} />,
      }))}
      active={isLoading ? profileTabOf(new URLSearchParams(next.search)) : shown}
      onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    />
  );
}

interface TabContentProps {
  id: TabId;
  user: UserInfo;
  data: LoadedProfile;
  isLoading: boolean;
  /** Why the data of this tab could not be loaded. */
  error: string | false | undefined;
}

function TabContent({ id, user, data, isLoading, error }: TabContentProps) {
  const { reminder, ReminderConsent, orders, devices, addresses } = data;
  const { ProfilePassword, AddressBook, DeviceList, ProfileOrders, FavoritesList } = data;
  const failure = error && <RetryAlert>{error}</RetryAlert>;
  if (id === 'info') {
    return (
      <div className="grid gap-6">
        {failure}
        <ProfileInfo user={user} />
        {reminder && ReminderConsent && <ReminderConsent reminder={reminder} />}
        <ProfileData username={user.username} />
      </div>
    );
  }
  if (id === 'orders' && user.isAdmin) return <OrdersOfAll />;
  if (failure) return failure;
  if (id === 'password') return ProfilePassword ? <ProfilePassword username={user.username} /> : <PasswordSkeleton />;
  if (id === 'addresses') {
    return addresses && AddressBook ? (
      <AddressBook addresses={addresses} action="/profile" />
    ) : (
      <RowsSkeleton label="Đang tải sổ địa chỉ" />
    );
  }
  if (id === 'devices') {
    return devices && DeviceList ? (
      <DeviceList devices={devices} action="/profile" />
    ) : (
      <RowsSkeleton label="Đang tải danh sách thiết bị" />
    );
  }
  if (id === 'favorites') return FavoritesList ? <FavoritesList /> : <FavoritesSkeleton />;
  return ProfileOrders && orders && !isLoading ? <ProfileOrders orders={orders} /> : <OrdersSkeleton />;
}

/** An administrator orders nothing here. */
function OrdersOfAll() {
  return (
    <Empty
      title="Bạn đang quản trị cửa hàng"
      action={
        <Link to="/admin/orders" className={buttonStyle()}>
          Xem đơn hàng của khách
        </Link>
      }
    >
      Đơn hàng của mọi khách nằm trong trang quản trị.
    </Empty>
  );
}
