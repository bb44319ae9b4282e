import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { AdminUser } from 'contract/auth';
import type { Page } from 'contract/common';
import { Lock, LockOpen, Pencil, ShieldCheck, ShieldOff, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { act, load, type Loaded } from '~/admin/act';
import { chatWith } from '~/admin/chat-link';
import { ConfirmDialog } from '~/admin/confirm-dialog';
import { DataTable, type Column } from '~/admin/data-table';
import { DownloadButton } from '~/admin/download-button';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/admin/filter-bar';
import { FormPanel } from '~/admin/form-panel';
import { listQuery, useListAddress } from '~/admin/list-address';
import { AdminPage, ListBody } from '~/admin/list-page';
import { closeUser, createUser, getUsers, setUserRights, updateUser } from '~/api/users';
import { requireAdmin } from '~/routing/guards';
import { ClosingReasons } from '~/shop/closing-reasons';
import { adminPage } from '~/shop/page-title';
import { PasswordField } from '~/shop/password-field';
import { useUser } from '~/state/session';
import { Badge } from '~/ui/badge';
import { Button } from '~/ui/button';
import { formatTime } from '~/ui/date';
import { Empty } from '~/ui/empty';
import { TextField } from '~/ui/field';
import { textOf } from '~/ui/form-text';

export const meta = adminPage('Người dùng');

const FILTERS = ['search', 'is_active', 'is_staff', 'from', 'to', 'sort'] as const;

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  await requireAdmin(request);
  const query = listQuery(new URL(request.url).searchParams, FILTERS);
  return load(request, (signal) => getUsers(query, signal), 'Không thể tải danh sách người dùng.');
}
clientLoader.hydrate = true as const;

const NOT_SAVED = 'Không thể lưu người dùng. Vui lòng thử lại.';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const [id, name] = [Number(textOf(form, 'id')), textOf(form, 'name')];
  const [username, email] = [textOf(form, 'username'), textOf(form, 'email')];
  const password = textOf(form, 'password');
  // The field stands there only where it is needed.
  const own = form.has('current_password') && { current_password: textOf(form, 'current_password') };
  switch (textOf(form, 'intent')) {
    case 'create':
      return act(request, () => createUser({ username, email, password, re_password: textOf(form, 're_password') }), {
        done: `Đã tạo tài khoản ${username}.`,
        otherwise: NOT_SAVED,
      });
    case 'update':
      return act(request, () => updateUser(id, { username, email, password, ...own }), {
        done: `Đã lưu tài khoản ${username}.`,
        otherwise: NOT_SAVED,
      });
    case 'close':
      return act(request, () => closeUser(id), {
        done: `Đã đóng tài khoản ${name}.`,
        otherwise: 'Error deleting user. Please try again.',
      });
    default: {
      const change = CHANGES[textOf(form, 'intent') as Change];
      return act(request, () => setUserRights(id, { ...change.rights, ...own }), {
        done: change.done(name),
        otherwise: NOT_SAVED,
      });
    }
  }
}

/** What is asked for with one press: the rights it gives or takes, and the words. */
const CHANGES = {
  lock: {
    rights: { is_active: false },
    label: 'Khóa',
    then: 'Người này bị đăng xuất khỏi mọi thiết bị trong vòng một giây và không đăng nhập được cho đến khi mở khóa.',
    done: (name: string) => `Đã khóa tài khoản ${name}.`,
  },
  unlock: {
    rights: { is_active: true },
    label: 'Mở khóa',
    then: 'Người này đăng nhập lại được bằng mật khẩu cũ.',
    done: (name: string) => `Đã mở khóa tài khoản ${name}.`,
  },
  promote: {
    rights: { is_staff: true },
    label: 'Cấp quyền quản trị',
    then: 'Người này xem và thay đổi được mọi thứ trong trang quản trị, kể cả tiền và tài khoản khác.',
    done: (name: string) => `${name} đã là quản trị viên.`,
  },
  demote: {
    rights: { is_staff: false },
    label: 'Bỏ quyền quản trị',
    then: 'Người này trở lại là khách hàng; tài khoản và đơn hàng giữ nguyên.',
    done: (name: string) => `${name} không còn là quản trị viên.`,
  },
} as const;
type Change = keyof typeof CHANGES;

export const HydrateFallback = () => <UsersPage users={undefined} />;

export default function Users() {
  return <UsersPage users={useLoaderData<typeof clientLoader>()} />;
}

/** What is open over the list: a form, or a question about one account. */
type Open = { is: 'create' } | { is: 'update' | 'close' | Change; user: AdminUser };

function UsersPage({ users }: { users: Loaded<Page<AdminUser>> | undefined }) {
  const { params } = useListAddress();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <AdminPage
      title="Người dùng"
      actions={
        <>
          <DownloadButton path="/auth/users/export/" query={listQuery(params, FILTERS)} name="nguoi-dung.csv">
            Xuất CSV
          </DownloadButton>
          <Button size="sm" onClick={() => setOpen({ is: 'create' })}>
            <UserPlus aria-hidden="true" className="size-4" />
            Thêm người dùng
          </Button>
        </>
      }
    >
      <FilterBar>
        <SearchFilter label="Tên, email, điện thoại" />
        <SelectFilter
          label="Trạng thái"
          name="is_active"
          options={[
            ['true', 'Hoạt động'],
            ['false', 'Đã khóa'],
          ]}
        />
        <SelectFilter
          label="Vai trò"
          name="is_staff"
          options={[
            ['true', 'Quản trị viên'],
            ['false', 'Khách hàng'],
          ]}
        />
        <DaysFilter />
      </FilterBar>
      <ListBody
        list={users}
        empty={<Empty title="Chưa có người dùng nào">Thêm người dùng đầu tiên ở nút phía trên.</Empty>}
      >
        {(rows) => (
          <DataTable
            caption="Người dùng"
            columns={COLUMNS}
            rows={rows}
            idOf={({ id }) => id}
            actions={(user) => <Actions user={user} onOpen={setOpen} />}
          />
        )}
      </ListBody>
      {open?.is === 'create' && <CreateUser onClose={close} />}
      {open?.is === 'update' && <EditUser user={open.user} onClose={close} />}
      {open?.is === 'close' && <CloseUser user={open.user} onClose={close} />}
      {open && open.is in CHANGES && 'user' in open && (
        <ChangeUser user={open.user} change={open.is as Change} onClose={close} />
      )}
    </AdminPage>
  );
}

const LINK = 'underline underline-offset-4';

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    label: 'Người dùng',
    sort: 'name',
    firstSort: 'asc',
    cell: (user) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">
        <span className="font-medium">{user.username}</span>
        <span className="block text-muted">{user.email}</span>
      </span>
    ),
  },
  { label: 'Họ tên', isMinor: true, cell: ({ last_name: last, first_name: first }) => `${last} ${first}`.trim() },
  {
    label: 'Vai trò',
    cell: (user) => (
      <span className="flex flex-wrap gap-1">
        <Badge tone={user.is_staff ? 'ink' : 'sand'}>{user.is_staff ? 'Quản trị viên' : 'Khách hàng'}</Badge>
        {!user.is_active && <Badge tone="danger">Đã khóa</Badge>}
      </span>
    ),
  },
  {
    label: 'Ngày tham gia',
    sort: 'date',
    cell: ({ date_joined: joined }) => (
      <span className="whitespace-nowrap text-muted tabular">{formatTime(joined)}</span>
    ),
  },
  {
    label: 'Của người này',
    isMinor: true,
    cell: ({ id, username }) => (
      <span className="flex flex-wrap gap-x-3">
        <Link to={`/admin/orders?user=${id}`} className={LINK} aria-label={`Đơn hàng của ${username}`}>
          Đơn hàng
        </Link>
        <Link
          to={`/admin/paybox?search=${encodeURIComponent(username)}`}
          className={LINK}
          aria-label={`Ví của ${username}`}
        >
          Ví
        </Link>
        <Link
          to={`/admin/reviews?search=${encodeURIComponent(username)}`}
          className={LINK}
          aria-label={`Đánh giá của ${username}`}
        >
          Đánh giá
        </Link>
        <Link to={chatWith({ id, username })} className={LINK} aria-label={`Trò chuyện với ${username}`}>
          Trò chuyện
        </Link>
      </span>
    ),
  },
];

/** Nobody locks, demotes or closes themselves; the server would refuse it, and here it says why. */
function Actions({ user, onOpen }: { user: AdminUser; onOpen: (open: Open) => void }) {
  const isMe = useUser()?.id === user.id;
  const { username } = user;
  const [locking, ranking] = [user.is_active ? 'lock' : 'unlock', user.is_staff ? 'demote' : 'promote'] as const;
  const actions = [
    { is: 'update', label: 'Sửa', icon: Pencil },
    { is: locking, label: CHANGES[locking].label, icon: locking === 'lock' ? Lock : LockOpen },
    { is: ranking, label: CHANGES[ranking].label, icon: ranking === 'demote' ? ShieldOff : ShieldCheck },
    { is: 'close', label: 'Đóng tài khoản', icon: Trash2 },
  ] as const;
  return (
    <div className="grid justify-items-end gap-1">
      <div className="flex gap-1">
        {actions.map(({ is, label, icon: Icon }) => (
          <Button
            key={is}
            size="sm"
            variant="quiet"
            title={label}
            aria-label={`${label} ${username}`}
            disabled={isMe && is !== 'update'}
            aria-describedby={isMe && is !== 'update' ? 'own-account' : undefined}
            onClick={() => onOpen({ is, user })}
          >
            <Icon aria-hidden="true" className="size-4" />
          </Button>
        ))}
      </div>
      {isMe && (
        <p id="own-account" className="max-w-44 text-right text-xs whitespace-normal text-muted">
          Tài khoản của bạn: không thể tự khóa, bỏ quyền hay đóng.
        </p>
      )}
    </div>
  );
}

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

function CreateUser({ onClose }: { onClose: () => void }) {
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

/** The administrator's own, before they change what opens an account or what it may do. */
function OwnPassword({ errors }: { errors: Errors }) {
  return (
    <PasswordField
      label="Mật khẩu của bạn"
      name="current_password"
      autoComplete="current-password"
      error={errors.current_password}
      hint="Nhập mật khẩu bạn đang dùng để đăng nhập, để xác nhận chính bạn thay đổi."
    />
  );
}

function EditUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
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

function ChangeUser({ user, change, onClose }: { user: AdminUser; change: Change; onClose: () => void }) {
  const { label, then } = CHANGES[change];
  return (
    <ConfirmDialog
      title={`${label} ${user.username}?`}
      confirm={label}
      isDanger={change === 'lock'}
      fields={{ intent: change, id: user.id, name: user.username }}
      inputs={'is_staff' in CHANGES[change].rights ? (errors) => <OwnPassword errors={errors} /> : undefined}
      onClose={onClose}
    >
      <p>{then}</p>
    </ConfirmDialog>
  );
}

function CloseUser({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={`Đóng tài khoản ${user.username}?`}
      confirm="Đóng tài khoản"
      isDanger
      fields={{ intent: 'close', id: user.id, name: user.username }}
      afterFailure={(failure) => (
        <ClosingReasons
          failure={failure}
          orderPath={(id) => `/admin/orders/${id}`}
          walletPath={`/admin/paybox?search=${encodeURIComponent(user.username)}`}
        />
      )}
      onClose={onClose}
    >
      <p>
        Tên, email, số điện thoại, địa chỉ, ảnh đại diện, tin nhắn và danh sách yêu thích của người này bị xóa hẳn. Đơn
        hàng, giao dịch ví và đánh giá được giữ lại dưới tên ẩn danh. Khoản nạp ví chưa thanh toán bị hủy.
      </p>
      <p className="text-signal">Không thể hoàn tác.</p>
    </ConfirmDialog>
  );
}
