import { Link, useLoaderData, useNavigation, useSearchParams } from '@remix-run/react';
import type { SavedAddress } from 'contract/accounts/addresses';
import type { Session } from 'contract/accounts/auth';
import type { CartReminder } from 'contract/orders/cart-reminders';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders/orders';
import type { ComponentType } from 'react';
import { FavoritesSkeleton } from '~/features/favorites/favorites-skeleton';
import { ProfileData } from './profile-data';
import { ProfileInfo } from '~/features/account/profile-info';
import { OrdersSkeleton, PasswordSkeleton, RowsSkeleton } from './tab-skeletons';
import type { UserInfo } from '~/api/account/session';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { Tabs } from '~/components/display/tabs';
import type { AddressBook } from '~/features/addresses/address-book';
import type { ProfilePassword } from '~/features/account/profile-password';
import type { ReminderConsent } from '~/features/cart-reminder/reminder-consent';
import type { SignIns } from '~/features/account/sign-ins';
import type { ProfileOrders } from './profile-orders';

const TABS = ['info', 'password', 'addresses', 'devices', 'orders', 'favorites'] as const;
export type TabId = (typeof TABS)[number];

export const profileTabOf = (params: URLSearchParams): TabId => TABS.find((tab) => tab === params.get('tab')) ?? 'info';

/** The data of the open tab, or why it could not be loaded. */
export interface LoadedProfile {
  orders?: Page<Order>;
  reminder?: CartReminder;
  sessions?: Session[];
  addresses?: SavedAddress[];
  /*
   * What a tab consists of is loaded with it: other tabs do not need its scripts. After its data, because some browsers remember
   * a script that could not be loaded, so none is asked for while the network is lost.
   */
  ReminderConsent?: typeof ReminderConsent;
  ProfilePassword?: typeof ProfilePassword;
  AddressBook?: typeof AddressBook;
  SignIns?: typeof SignIns;
  ProfileOrders?: typeof ProfileOrders;
  FavoritesList?: ComponentType;
  error?: string;
}

export function AccountTabs({ user }: { user: UserInfo }) {
  const {
    reminder,
    ReminderConsent,
    orders,
    sessions,
    addresses,
    error,
    ProfilePassword,
    AddressBook,
    SignIns,
    ProfileOrders,
    FavoritesList,
  } = useLoaderData<LoadedProfile>();
  const [params, setParams] = useSearchParams();
  const { location: next } = useNavigation();
  const isLoading = next?.pathname === '/profile';
  const shown = profileTabOf(params);
  const open = isLoading ? profileTabOf(new URLSearchParams(next.search)) : shown;
  const failureOn = (tab: TabId) => error && shown === tab && <RetryAlert>{error}</RetryAlert>;
  const tabs = [
    {
      id: 'info',
      label: 'Thông tin cá nhân',
      content: (
        <div className="grid gap-6">
          {failureOn('info')}
          <ProfileInfo user={user} />
          {reminder && ReminderConsent && <ReminderConsent reminder={reminder} />}
          <ProfileData username={user.username} />
        </div>
      ),
    },
    {
      id: 'password',
      label: 'Đổi mật khẩu',
      content:
        failureOn('password') ||
        (ProfilePassword ? <ProfilePassword username={user.username} /> : <PasswordSkeleton />),
    },
    {
      id: 'addresses',
      label: 'Sổ địa chỉ',
      content:
        failureOn('addresses') ||
        (addresses && AddressBook ? (
          <AddressBook addresses={addresses} action="/profile" />
        ) : (
          <RowsSkeleton label="Đang tải sổ địa chỉ" />
        )),
    },
    {
      id: 'devices',
      label: 'Thiết bị',
      content:
        failureOn('devices') ||
        (SignIns && sessions ? (
          <SignIns sessions={sessions} action="/profile" />
        ) : (
          <RowsSkeleton label="Đang tải danh sách thiết bị" />
        )),
    },
    {
      id: 'orders',
      label: 'Đơn hàng của tôi',
      content: user.isAdmin ? (
        <OrdersOfAll />
      ) : (
        failureOn('orders') ||
        (ProfileOrders && orders && !isLoading ? <ProfileOrders orders={orders} /> : <OrdersSkeleton />)
      ),
    },
    {
      id: 'favorites',
      label: 'Yêu thích',
      content: failureOn('favorites') || (FavoritesList ? <FavoritesList /> : <FavoritesSkeleton />),
    },
  ];
  return (
    <Tabs
      label="Tài khoản"
      tabs={tabs}
      active={open}
      onChange={(tab) => setParams({ tab }, { replace: true, preventScrollReset: true })}
    />
  );
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
