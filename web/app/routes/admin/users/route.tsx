import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import type { AdminUser } from 'contract/accounts/admin-users';
import type { Page } from 'contract/common';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { deleteUser, createUser, listUsers, setUserRights, updateUser } from '~/api/admin/users';
import { DownloadButton } from '~/components/admin/list/download-button';
import { UserFilter } from '~/components/admin/list/removable-filter';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { listQuery, useListAddress } from '~/components/admin/list/list-url';
import { adminLoader, recordIn, runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { Empty } from '~/components/feedback/empty';
import { Button } from '~/components/form/button';
import { textOf } from '~/components/form/form-text';
import { adminPage } from '~/components/shop/page-title';
import { RIGHTS_CHANGES, type RightsChange } from './rights-changes';
import { ChangeRights, CloseUser } from './user-dialogs';
import { CreateUser, EditUser } from './user-forms';
import { UserTable, type UserPanel } from './user-table';

export const meta = adminPage('Người dùng');

const FILTERS = ['search', 'is_active', 'is_staff', 'user', 'from', 'to', 'sort'] as const;

export const clientLoader = adminLoader(({ request }) => {
  const query = listQuery(new URL(request.url).searchParams, FILTERS);
  return loadPage(request, (signal) => listUsers(query, signal), 'Không thể tải danh sách người dùng.');
});

const NOT_SAVED = 'Không thể lưu người dùng. Vui lòng thử lại.';

export async function clientAction({ request }: ClientActionFunctionArgs) {
  const form = await request.formData();
  const [id, name] = [Number(textOf(form, 'id')), textOf(form, 'name')];
  const [username, email] = [textOf(form, 'username'), textOf(form, 'email')];
  const password = textOf(form, 'password');
  // The form has this field only when the change needs it.
  const own = form.has('current_password') && { current_password: textOf(form, 'current_password') };
  switch (textOf(form, 'intent')) {
    case 'create':
      return runAction(
        request,
        () => createUser({ username, email, password, re_password: textOf(form, 're_password') }),
        {
          done: `Đã tạo tài khoản ${username}.`,
          otherwise: NOT_SAVED,
        },
      );
    case 'update':
      return runAction(request, () => updateUser(id, { username, email, password, ...own, was: recordIn(form) }), {
        done: `Đã lưu tài khoản ${username}.`,
        otherwise: NOT_SAVED,
      });
    case 'close':
      return runAction(request, () => deleteUser(id), {
        done: `Đã đóng tài khoản ${name}.`,
        otherwise: 'Error deleting user. Please try again.',
      });
    default: {
      const change = RIGHTS_CHANGES[textOf(form, 'intent') as RightsChange];
      return runAction(request, () => setUserRights(id, { ...change.rights, ...own }), {
        done: change.done(name),
        otherwise: NOT_SAVED,
      });
    }
  }
}

export const HydrateFallback = () => <UsersPage users={undefined} />;

export default function Users() {
  return <UsersPage users={useLoaderData<typeof clientLoader>()} />;
}

function UsersPage({ users }: { users: Loaded<Page<AdminUser>> | undefined }) {
  const { params } = useListAddress();
  const [open, setOpen] = useState<UserPanel | null>(null);
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
      <UserFilter what="Chỉ tài khoản" name={users?.data?.results[0]?.username} then="xem mọi tài khoản" />
      <ListBody
        list={users}
        empty={<Empty title="Chưa có người dùng nào">Thêm người dùng đầu tiên ở nút phía trên.</Empty>}
      >
        {(rows) => <UserTable users={rows} onOpen={setOpen} />}
      </ListBody>
      {open?.is === 'create' && <CreateUser onClose={close} />}
      {open?.is === 'update' && <EditUser user={open.user} onClose={close} />}
      {open?.is === 'close' && <CloseUser user={open.user} onClose={close} />}
      {open && open.is in RIGHTS_CHANGES && 'user' in open && (
        <ChangeRights user={open.user} change={open.is as RightsChange} onClose={close} />
      )}
    </AdminPage>
  );
}
