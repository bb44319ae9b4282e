import {
  Link,
  replace,
  useLoaderData,
  useNavigate,
  useNavigation,
  useSearchParams,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import type { ProfileUpdate, Session } from 'contract/auth';
import type { Page } from 'contract/common';
import type { Order } from 'contract/orders';
import { MIN_PASSWORD } from 'contract/rules';
import { LogOut } from 'lucide-react';
import { useEffect } from 'react';
import { failedWith, failureOf, isRefusal, sentenceOf, type Failure } from '~/api/http/client';
import { getOrders } from '~/api/orders';
import { changePassword, changeProfile, closeAccount, getPersonalData, getProfile } from '~/api/account/profile';
import { getSessions } from '~/api/account/sessions';
import { endSession, requireOwner } from '~/routing/guards';
import { Waiting } from '~/routing/waiting';
import { AvatarPicker } from '~/features/account/avatar-picker';
import { FavoritesList } from '~/features/favorites/favorites-list';
import { privatePage } from '~/components/shop/page-title';
import { ProfileData } from './profile-data';
import { ProfileInfo } from '~/features/account/profile-info';
import { ORDERS_A_PAGE, OrdersSkeleton, ProfileOrders } from './profile-orders';
import { ProfilePassword } from '~/features/account/profile-password';
import { SignIns, endSignIns, isOfSignIns } from '~/features/account/sign-ins';
import { currentUser, rememberUser, signOut, useUser, type UserInfo } from '~/features/session/session';
import { buttonStyle } from '~/components/form/button';
import { Empty } from '~/components/feedback/empty';
import { textOf } from '~/components/form/form-text';
import { RetryAlert } from '~/components/feedback/retry-alert';
import { saveFile } from '~/components/display/save-file';
import { Skeleton } from '~/components/feedback/skeleton';
import { Tabs } from '~/components/display/tabs';
import { toast } from '~/components/feedback/toast';
import type { ProfileAnswer } from '~/features/account/profile-answer';

export const meta = privatePage('Tài khoản của tôi');

const TABS = ['info', 'password', 'devices', 'orders', 'favorites'] as const;
type TabId = (typeof TABS)[number];

const tabOf = (params: URLSearchParams): TabId => TABS.find((tab) => tab === params.get('tab')) ?? 'info';

/** What the open tab shows, or why it could not be loaded. */
interface Loaded {
  orders?: Page<Order>;
  sessions?: Session[];
  error?: string;
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const user = await requireOwner();
  const params = new URL(request.url).searchParams;
  const tab = tabOf(params);
  try {
    if (tab === 'info') rememberUser(await getProfile());
    if (tab === 'devices') return { sessions: await getSessions(request.signal) };
    if (tab === 'orders' && !user.isAdmin) return { orders: await getOrders(pageOf(params), ORDERS_A_PAGE) };
    return {};
  } catch (error) {
    if (failedWith(error, 401, 403)) throw endSession(request);
    return {
      error: sentenceOf(error, NOT_LOADED[tab] ?? 'Không thể tải thông tin mới nhất.'),
    };
  }
}
clientLoader.hydrate = true as const;

const NOT_LOADED: Partial<Record<TabId, string>> = {
  devices: 'Không thể tải danh sách thiết bị.',
  orders: 'Không thể tải đơn hàng.',
};

const pageOf = (params: URLSearchParams) => Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

/** The forms of this page say themselves what they changed, but for the list of devices. */
export const shouldRevalidate = ({ formAction, formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formAction === '/profile' ? isOfSignIns(formData) : defaultShouldRevalidate;

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<ProfileAnswer | Response> {
  const form = await request.formData();
  const user = currentUser();
  if (!user) return replace('/');
  if (isOfSignIns(form)) return { failure: (await endSignIns(form)) ?? undefined };
  switch (textOf(form, 'intent')) {
    case 'profile':
      return saveProfile(form, user);
    case 'password':
      return savePassword(form);
    case 'data':
      return answer(async () => saveFile('may-du-lieu-cua-toi.json', await getPersonalData()));
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
  const change = changeOf(form, user);
  if (change.current_password === '') return wrong('current_password', NO_CURRENT_PASSWORD);
  const saved = await answer(
    async () => rememberUser(await changeProfile(change)),
    (error) => (isRefusal(error) ? 'Cập nhật thông tin thất bại' : 'Cập nhật thông tin thất bại. Vui lòng thử lại!'),
  );
  const fields = saved.failure?.fields;
  if (!fields) return saved;
  const named = Object.entries(fields).map(([field, sentences]) => [INPUTS[field] ?? field, sentences]);
  return { failure: { ...saved.failure!, fields: Object.fromEntries(named) as Failure['fields'] } };
}

/** The inputs whose names are not those on the wire. */
const INPUTS: Record<string, string> = { first_name: 'firstName', last_name: 'lastName', birth_date: 'birthDate' };

/** What is sent: user name, e-mail and password only where they are new. */
function changeOf(form: FormData, user: UserInfo): ProfileUpdate {
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

async function savePassword(form: FormData): Promise<ProfileAnswer> {
  const current = textOf(form, 'current_password');
  const password = textOf(form, 'password');
  if (!current) return wrong('current_password', NO_CURRENT_PASSWORD);
  if (!password) return wrong('password', 'Vui lòng nhập mật khẩu mới');
  if (password !== textOf(form, 'confirmation')) return wrong('confirmation', 'Mật khẩu xác nhận không khớp');
  if (password.length < MIN_PASSWORD) return wrong('password', `Mật khẩu mới phải có ít nhất ${MIN_PASSWORD} ký tự`);
  const saved = await answer(
    () => changePassword(current, password),
    () => 'Đổi mật khẩu thất bại. Vui lòng thử lại!',
  );
  if (!saved.failure?.fields.current_password) return saved;
  const detail = 'Đổi mật khẩu thất bại. Vui lòng kiểm tra mật khẩu hiện tại!';
  return { failure: { ...saved.failure, detail } };
}

async function close(password: string): Promise<ProfileAnswer | Response> {
  if (!password) return wrong('current_password', NO_CURRENT_PASSWORD);
  const closed = await answer(() => closeAccount(password));
  if (closed.failure) return closed;
  signOut();
  toast('Tài khoản của bạn đã được đóng.');
  return replace('/');
}

export const HydrateFallback = Waiting;

export default function Profile() {
  const user = useUser();
  const isStaying = useNavigation().state === 'idle';
  const navigate = useNavigate();
  // The session may end while the page is open: in another tab, or because its tokens are no longer renewed.
  useEffect(() => {
    if (!user && isStaying) navigate('/', { replace: true });
  }, [user, isStaying, navigate]);
  return user ? <Account user={user} /> : <Waiting />;
}

function Account({ user }: { user: UserInfo }) {
  return (
    <main id="main" className="page py-6 lg:pb-16">
      <h1 className="sr-only">Tài khoản của tôi</h1>
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[16rem_1fr]">
        <aside className="grid content-start gap-4 lg:pt-4">
          <AvatarPicker avatar={user.avatar}>
            <p className="truncate text-xl font-bold">
              {[user.last_name, user.first_name].filter(Boolean).join(' ') || user.username}
            </p>
            <p className="truncate text-sm text-muted">{user.email}</p>
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

function AccountTabs({ user }: { user: UserInfo }) {
  const { orders, sessions, error } = useLoaderData<Loaded>();
  const [params, setParams] = useSearchParams();
  const { location: next } = useNavigation();
  const isLoading = next?.pathname === '/profile';
  const shown = tabOf(params);
  const open = isLoading ? tabOf(new URLSearchParams(next.search)) : shown;
  const failureOn = (tab: TabId) => error && shown === tab && <RetryAlert>{error}</RetryAlert>;
  const tabs = [
    {
      id: 'info',
      label: 'Thông tin cá nhân',
      content: (
        <div className="grid gap-6">
          {failureOn('info')}
          <ProfileInfo user={user} />
          <ProfileData username={user.username} />
        </div>
      ),
    },
    { id: 'password', label: 'Đổi mật khẩu', content: <ProfilePassword username={user.username} /> },
    {
      id: 'devices',
      label: 'Thiết bị',
      content:
        failureOn('devices') || (sessions ? <SignIns sessions={sessions} action="/profile" /> : <DevicesSkeleton />),
    },
    {
      id: 'orders',
      label: 'Đơn hàng của tôi',
      content: user.isAdmin ? (
        <OrdersOfAll />
      ) : (
        failureOn('orders') || (orders && !isLoading ? <ProfileOrders orders={orders} /> : <OrdersSkeleton />)
      ),
    },
    { id: 'favorites', label: 'Yêu thích', content: open === 'favorites' && <FavoritesList /> },
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

function DevicesSkeleton() {
  return (
    <div role="status" aria-label="Đang tải danh sách thiết bị" className="grid max-w-2xl gap-3">
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
    </div>
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
