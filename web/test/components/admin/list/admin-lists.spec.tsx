import { act as inOneRender, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, useLoaderData, type ClientActionFunctionArgs, type ClientLoaderFunctionArgs } from '@remix-run/react';
import type { Page } from 'contract/common';
import { useState } from 'react';
import { runAction, loadPage, type Loaded } from '~/components/admin/run-action';
import { ConfirmDialog } from '~/components/admin/confirm-dialog';
import { DataTable } from '~/components/admin/list/data-table';
import { DaysFilter, FilterBar, SearchFilter, SelectFilter } from '~/components/admin/list/filter-bar';
import { FormPanel } from '~/components/admin/form-panel';
import { listQuery } from '~/components/admin/list/list-url';
import { AdminPage, ListBody } from '~/components/admin/list/list-page';
import { ApiError } from '~/api/http/client';
import { TextField } from '~/components/form/field';
import { openShop } from '../../../support/shop-pages';

interface Shirt {
  id: number;
  name: string;
}

const SHIRTS = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: `Áo ${index + 1}` }));
let queries: object[];
let save: () => Promise<void>;

/** A list as the pages of the back office make one. */
const page = {
  clientLoader: ({ request }: ClientLoaderFunctionArgs) => {
    const query = listQuery(new URL(request.url).searchParams, ['search', 'state', 'from', 'to', 'sort']);
    queries.push(query);
    const results = query.search === 'không có' ? [] : SHIRTS;
    return loadPage(request, () => Promise.resolve({ count: 45, page: query.page, page_size: 20, results }), 'Hỏng.');
  },
  clientAction: ({ request }: ClientActionFunctionArgs) =>
    runAction(request, save, { done: 'Đã xong.', otherwise: 'Hỏng.' }),
  default: function Shirts() {
    const list = useLoaderData<Loaded<Page<Shirt>>>();
    const [selected, select] = useState<ReadonlySet<number>>(new Set());
    const [open, setOpen] = useState<'panel' | 'dialog' | null>(null);
    const close = () => setOpen(null);
    return (
      <AdminPage
        title="Áo"
        actions={
          <>
            <button onClick={() => setOpen('panel')}>Thêm</button>
            <button onClick={() => setOpen('dialog')}>Xóa</button>
          </>
        }
      >
        <FilterBar>
          <SearchFilter label="Tìm áo" />
          <SelectFilter label="Trạng thái" name="state" options={[['new', 'Mới']]} />
          <DaysFilter />
        </FilterBar>
        <Link to="/admin/hats">Mũ</Link>
        <p>Đã chọn {selected.size}</p>
        <ListBody list={list} empty={<p>Chưa có áo nào</p>}>
          {(rows) => (
            <DataTable
              caption="Áo"
              columns={[{ label: 'Tên', cell: ({ name }: Shirt) => name, sort: 'name', firstSort: 'asc' }]}
              rows={rows}
              selection={{ selected, onChange: select, nameOf: (id) => `áo ${id}` }}
            />
          )}
        </ListBody>
        {open === 'panel' && (
          <FormPanel title="Áo mới" submit="Lưu" intent="create" onClose={close}>
            {({ errors }) => <TextField label="Tên" name="name" error={errors.name} />}
          </FormPanel>
        )}
        {open === 'dialog' && (
          <ConfirmDialog
            title="Xóa Áo 1?"
            confirm="Xóa hẳn"
            isDanger
            fields={{ intent: 'delete', id: 1 }}
            onClose={close}
          >
            Không lấy lại được.
          </ConfirmDialog>
        )}
      </AdminPage>
    );
  },
};

beforeEach(() => {
  queries = [];
  save = () => Promise.resolve();
});

const open = (address = '/admin/shirts') => openShop({ 'admin/shirts': page }, address);
const address = () => screen.getByText(/^\/admin/, { selector: 'output' }).textContent;
const nowAt = (wanted: string) => waitFor(() => expect(address()).toBe(wanted));

test('what a search box finds stands above it, as with the other filters: in a narrow box it would be cut off', async () => {
  open();
  expect(await screen.findByRole('searchbox', { name: 'Tìm áo' })).not.toHaveAttribute('placeholder');
  expect(screen.getByText('Tìm áo')).toBeVisible();
});

test('search, filter, sort order and page are in the URL; changing a filter returns to page 1', async () => {
  open('/admin/shirts?page=2');
  expect(await screen.findByText('21-40 trong 45')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Tìm áo' }), 'thun');
  await nowAt('/admin/shirts?search=thun');
  await userEvent.selectOptions(screen.getByLabelText('Trạng thái'), 'Mới');
  await nowAt('/admin/shirts?search=thun&state=new');
  await userEvent.click(screen.getByRole('link', { name: 'Tên' }));
  await nowAt('/admin/shirts?search=thun&state=new&sort=name-asc');
  await userEvent.click(screen.getByRole('link', { name: 'Tên' }));
  await nowAt('/admin/shirts?search=thun&state=new&sort=name-desc');
  expect(screen.getByRole('columnheader', { name: 'Tên' })).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(screen.getByRole('link', { name: 'Trang sau' }));
  await nowAt('/admin/shirts?search=thun&state=new&sort=name-desc&page=2');
  expect(queries.at(-1)).toMatchObject({ search: 'thun', state: 'new', sort: 'name-desc', page: 2, page_size: 20 });
});

test('typing in the search box sends one request, not one per letter', async () => {
  open();
  await screen.findByText('1-20 trong 45');
  // Without a pause between the letters, however busy the machine is.
  await userEvent.setup({ delay: null }).type(screen.getByRole('searchbox'), 'áo len{Enter}');
  await nowAt('/admin/shirts?search=%C3%A1o+len');
  expect(queries).toHaveLength(2);
});

test('a filter that is chosen before typing pauses is kept by the search', async () => {
  open();
  await screen.findByText('1-20 trong 45');
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole('searchbox'), 'len');
  await user.selectOptions(screen.getByLabelText('Trạng thái'), 'Mới');
  await nowAt('/admin/shirts?state=new&search=len');
});

test('a search that waits for a pause does not call back from a page that is being opened', async () => {
  let finish = () => {};
  const loaded = new Promise<null>((resolve) => (finish = () => resolve(null)));
  const hats = { clientLoader: () => loaded, default: () => <h1>Mũ nón</h1> };
  openShop({ 'admin/shirts': page, 'admin/hats': hats }, '/admin/shirts');
  await screen.findByText('1-20 trong 45');
  jest.useFakeTimers();
  const user = userEvent.setup({ delay: null });
  await user.type(screen.getByRole('searchbox'), 'len');
  await user.click(screen.getByRole('link', { name: 'Mũ' }));
  jest.advanceTimersByTime(1_000);
  jest.useRealTimers();
  finish();
  expect(await screen.findByRole('heading', { name: 'Mũ nón' })).toBeVisible();
  expect(queries).toHaveLength(1);
});

test('an empty result offers to clear the filters', async () => {
  open('/admin/shirts?search=kh%C3%B4ng+c%C3%B3&sort=name-asc');
  await userEvent.click(await screen.findByRole('link', { name: 'Bỏ mọi bộ lọc' }));
  await nowAt('/admin/shirts');
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('clearing the filters keeps what chooses the list: the tab, and the endpoint whose log is open', async () => {
  open('/admin/shirts?tab=log&endpoint=3&search=kh%C3%B4ng+c%C3%B3&page=1&sort=name-asc');
  await userEvent.click(await screen.findByRole('link', { name: 'Bỏ mọi bộ lọc' }));
  await nowAt('/admin/shirts?tab=log&endpoint=3');
});

test('Enter in a date filters the list and leaves the focus in the box', async () => {
  open();
  const box = await screen.findByLabelText('Từ ngày');
  box.focus();
  fireEvent.change(box, { target: { value: '2026-01-31' } });
  await userEvent.keyboard('{Enter}');
  await nowAt('/admin/shirts?from=2026-01-31');
  expect(box).toHaveFocus();
  expect(screen.getByLabelText('Từ ngày')).toBe(box);
});

test('a date box follows the URL', async () => {
  open('/admin/shirts?search=kh%C3%B4ng+c%C3%B3&from=2026-01-31');
  await userEvent.click(await screen.findByRole('link', { name: 'Bỏ mọi bộ lọc' }));
  await nowAt('/admin/shirts');
  expect(screen.getByLabelText('Từ ngày')).toHaveValue('');
});

test('rows are selected one by one or all on a page', async () => {
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Chọn áo 3' }));
  expect(screen.getByText('Đã chọn 1')).toBeVisible();
  const all = screen.getByRole('checkbox', { name: /^Chọn tất cả/ });
  expect(all).toBePartiallyChecked();
  await userEvent.click(all);
  expect(screen.getByText('Đã chọn 20')).toBeVisible();
  await userEvent.click(all);
  expect(screen.getByText('Đã chọn 0')).toBeVisible();
});

test('an admin list’s form closes after it is saved', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Thêm' }));
  await userEvent.type(screen.getByLabelText('Tên'), 'Áo dài');
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findByText('Đã xong.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['form', 'Thêm', 'Lưu'],
  ['confirmation', 'Xóa', 'Xóa hẳn'],
])('a double press sends a %s once', async (_, opens, acts) => {
  let calls = 0;
  save = async () => {
    calls += 1;
    await Promise.resolve();
    if (calls > 1) throw new ApiError(409, 'Đã có');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: opens }));
  const button = screen.getByRole('button', { name: acts });
  inOneRender(() => [1, 2].forEach(() => fireEvent.click(button)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toBe(1);
});

test.each([
  ['Thêm', 'Lưu', 'Hủy'],
  ['Xóa', 'Xóa hẳn', 'Không'],
])('after “%s” and “%s”, “%s” is no way back any more', async (opens, acts, back) => {
  let finish = () => {};
  save = () => new Promise((resolve) => (finish = resolve));
  open();
  await userEvent.click(await screen.findByRole('button', { name: opens }));
  await userEvent.click(screen.getByRole('button', { name: acts }));
  expect(screen.getByRole('button', { name: back })).toBeDisabled();
  finish();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a failed form keeps the input and shows errors beside their fields', async () => {
  save = () => Promise.reject(new ApiError(400, 'Tên đã có', { name: ['Tên đã có'] }));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Thêm' }));
  await userEvent.type(screen.getByLabelText('Tên'), 'Áo dài');
  await userEvent.click(screen.getByRole('button', { name: 'Lưu' }));
  const name = within(screen.getByRole('dialog')).getByLabelText('Tên');
  await waitFor(() => expect(name).toBeInvalid());
  expect(name).toHaveValue('Áo dài');
  await waitFor(() => expect(name).toHaveFocus());
});

test('a confirmation dialog allows a retry after a failure', async () => {
  save = () => Promise.reject(new ApiError(409, 'Đang dùng'));
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Xóa' }));
  const dialog = screen.getByRole('dialog', { name: 'Xóa Áo 1?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Xóa hẳn' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Đang dùng');
  save = () => Promise.resolve();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Xóa hẳn' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
