import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from '@remix-run/react';
import type { Import, ImportLine } from 'contract/catalog/imports';
import * as importPage from '~/routes/admin/import/route';
import { fakeApi, pageOf } from '../../../support/api';
import { fakeUploads } from '../../../support/fake-upload';
import { signedIn } from '../../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../../support/shop-pages';

const LIST = 'GET /api/admin/catalogue/imports/';
const ONE = 'GET /api/admin/catalogue/imports/4/';
const LINES = 'GET /api/admin/catalogue/imports/4/lines/';
const UPLOAD = 'POST /api/admin/catalogue/imports/';
const START = 'POST /api/admin/catalogue/imports/4/start/';

const counts = { products: 5, created: 2, updated: 1, unchanged: 2, variants: 9, errors: 0, warnings: 0 };
const file = (changed: Partial<Import> = {}): Import => ({
  id: 4,
  file_name: 'hàng mới.csv',
  size: 900,
  state: 'ready',
  progress: 1,
  counts,
  failure: null,
  created_at: '2026-01-31T09:30:00.000Z',
  finished_at: null,
  user: { id: 1, username: 'admin' },
  ...changed,
});
const line = (changed: Partial<ImportLine> = {}): ImportLine => ({
  id: 1,
  kind: 'updated',
  line: 12,
  column: null,
  message: 'Áo thun',
  fields: ['price', 'stock'],
  ...changed,
});

/** What the shop says while this is its newest file. */
const newest = (changed?: Partial<Import>) => ({
  [LIST]: pageOf([file(changed)]),
  [ONE]: { body: file(changed) },
});

let api: ReturnType<typeof fakeApi>;
let uploads: ReturnType<typeof fakeUploads>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  uploads = fakeUploads({ [UPLOAD]: { status: 201, body: file({ state: 'checking' }) } });
  api = fakeApi({
    ...newest(),
    [LINES]: pageOf([line()]),
  });
});

const open = (address = '/admin/import') => openShop({ 'admin/import': importPage }, address);
const csv = () => new File(['Handle'], 'hàng mới.csv', { type: 'text/csv' });
const choose = async () => fireEvent.change(await screen.findByLabelText('Tệp CSV'), { target: { files: [csv()] } });

redirectsShoppers(open, () => api.to(LIST));

test('shows the columns that are read, and what to do before the first import', async () => {
  api.answer({ [LIST]: pageOf([]) });
  open();
  expect(await screen.findByText('Chưa nhập tệp nào')).toBeVisible();
  await userEvent.click(screen.getByText('Những cột được đọc'));
  expect(screen.getByText('Variant Inventory Qty')).toBeVisible();
});

test('a file is previewed, confirmed and imported', async () => {
  api.answer({
    [START]: () => {
      const started = newest({ state: 'importing', progress: 0.4, counts: { ...counts, created: 1, updated: 0 } });
      api.answer({ ...started, [LINES]: pageOf([]) });
      return started[ONE];
    },
  });
  open();
  const report = within(await screen.findByRole('region', { name: 'Tệp hàng mới.csv' }));
  expect(report.getByRole('link', { name: 'Sẽ thêm mới: 2' })).toHaveAttribute(
    'href',
    '/admin/import?id=4&kind=created',
  );
  expect(report.getByRole('row', { name: /12 Áo thun giá, tồn kho/ })).toBeVisible();
  await userEvent.click(report.getByRole('button', { name: 'Nhập 3 sản phẩm' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Nhập hàng mới.csv?' }));
  expect(api.to(START)).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Nhập 3 sản phẩm' }));
  expect(await screen.findByText('Đã bắt đầu nhập sản phẩm.')).toBeVisible();
  expect(await screen.findByRole('progressbar', { name: 'Đang nhập sản phẩm' })).toHaveAttribute('aria-valuenow', '40');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['done', { ...counts }],
  ['refused', { ...counts, created: 0, updated: 0, errors: 3 }],
] as const)('a report whose lines were cleaned up says so, and offers no empty list (%s)', async (state, left) => {
  api.answer({ [ONE]: { body: file({ state, counts: left }) }, [LINES]: pageOf([]) });
  open('/admin/import?id=4');
  const report = within(await screen.findByRole('region', { name: 'Tệp hàng mới.csv' }));
  expect(report.getByText(/Chi tiết từng dòng .* đã quá hạn lưu và được xóa/)).toBeVisible();
  expect(report.queryByRole('button', { name: 'Tải danh sách lỗi' })).toBeNull();
});

test('a report without lines of a kind is not called cleaned up', async () => {
  api.answer({
    [ONE]: { body: file({ state: 'done', counts: { ...counts, created: 0, updated: 0 } }) },
    [LINES]: pageOf([]),
  });
  open('/admin/import?id=4');
  const report = within(await screen.findByRole('region', { name: 'Tệp hàng mới.csv' }));
  expect(report.getByText('Không đổi')).toBeVisible();
  expect(report.queryByText(/quá hạn lưu/)).toBeNull();
});

test('the import page polls until the import is done', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  api.answer({ ...newest({ state: 'checking', progress: 0.5 }), [LINES]: pageOf([]) });
  open();
  await api.answered();
  expect(await screen.findByRole('progressbar', { name: 'Đang kiểm tra tệp' })).toHaveAttribute('aria-valuenow', '50');
  api.answer({ ...newest(), [LINES]: pageOf([line()]) });
  await act(() => jest.advanceTimersByTimeAsync(1_100));
  await api.answered();
  expect(await screen.findByRole('button', { name: 'Nhập 3 sản phẩm' })).toBeVisible();
});

test('the report stays when its import ends, and when another file comes', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  api.answer({ ...newest({ state: 'importing', progress: 0.5 }), [LINES]: pageOf([]) });
  open();
  await api.answered();
  expect(await screen.findByRole('progressbar', { name: 'Đang nhập sản phẩm' })).toBeVisible();
  const done = file({ state: 'done', counts: { ...counts, warnings: 3 } });
  const other = file({ id: 5, file_name: 'của người khác.csv' });
  api.answer({ [LIST]: pageOf([other, done]), [ONE]: { body: done }, [LINES]: pageOf([line()]) });
  await act(() => jest.advanceTimersByTimeAsync(1_100));
  await api.answered();
  const report = within(await screen.findByRole('region', { name: 'Tệp hàng mới.csv' }));
  expect(await report.findByRole('button', { name: 'Tải danh sách lỗi' })).toBeVisible();
  expect(report.getByText('Đã thêm mới')).toBeVisible();
});

test('errors are shown with line and column, and nothing can be imported', async () => {
  const refused = file({ state: 'refused', counts: { ...counts, errors: 2, warnings: 1 } });
  api.answer({
    [ONE]: { body: refused },
    [LINES]: pageOf([
      line({ kind: 'error', line: 7, column: 'Variant Price', message: 'Giá “-5” không được âm.', fields: [] }),
      line({ id: 2, kind: 'error', line: 9, message: 'Dòng có 3 ô.', fields: [] }),
    ]),
  });
  open('/admin/import?id=4');
  expect(await screen.findByRole('row', { name: /7 Variant Price Giá “-5” không được âm/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /9 Cả dòng Dòng có 3 ô/ })).toBeVisible();
  expect(api.to(LINES)[0]?.query).toContain('kind=error');
  expect(screen.queryByRole('button', { name: /^Nhập/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Tải danh sách lỗi' })).toBeEnabled();
});

test('a dropped file shows its upload progress and opens its preview', async () => {
  uploads.hold();
  open();
  const place = (await screen.findByText(/^Kéo tệp CSV/)).parentElement!;
  fireEvent.drop(place, { dataTransfer: { files: [csv()] } });
  expect(uploads.uploads.at(-1)!.body.get('file')).toMatchObject({ name: 'hàng mới.csv' });
  uploads.progress(3, 4);
  expect(screen.getByRole('progressbar', { name: 'Đang tải tệp lên' })).toHaveAttribute('aria-valuenow', '75');
  uploads.finish();
  expect(await screen.findByText('/admin/import?id=4', { selector: 'output' })).toBeInTheDocument();
});

test('an upload that ends after the owner has gone on offers its preview, and moves nobody', async () => {
  const { default: Import, ...rest } = importPage;
  const withLink = () => (
    <>
      <Link to="/admin/hats">Mũ</Link>
      <Import />
    </>
  );
  uploads.hold();
  openShop({ 'admin/import': { ...rest, default: withLink } }, '/admin/import');
  const place = (await screen.findByText(/^Kéo tệp CSV/)).parentElement!;
  fireEvent.drop(place, { dataTransfer: { files: [csv()] } });
  await userEvent.click(screen.getByRole('link', { name: 'Mũ' }));
  await screen.findByText('/admin/hats', { selector: 'output' });
  uploads.finish();
  expect(await screen.findByRole('link', { name: 'Xem tệp' })).toHaveAttribute('href', '/admin/import?id=4');
  expect(screen.getByText('/admin/hats', { selector: 'output' })).toBeInTheDocument();
});

test('a refused upload shows the reason and can be retried', async () => {
  const detail = 'Kích thước file không được vượt quá 50MB';
  uploads.answer({ [UPLOAD]: { status: 413, body: { detail, error: detail } } });
  open();
  await choose();
  expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  expect(screen.getByRole('button', { name: 'Chọn tệp CSV' })).toBeEnabled();
});

test.each(['checking', 'importing'] as const)(
  'a file that waits for the store while %s can be discarded',
  async (state) => {
    api.answer({ ...newest({ state, failure: 'Kho ảnh tạm thời không dùng được' }), [LINES]: pageOf([]) });
    open();
    expect(await screen.findByRole('button', { name: 'Bỏ tệp này' })).toBeVisible();
  },
);

test('a file without changes says so and can be discarded', async () => {
  api.answer({
    ...newest({ counts: { ...counts, created: 0, updated: 0, unchanged: 5 } }),
    [LINES]: pageOf([]),
    'DELETE /api/admin/catalogue/imports/4/': { status: 204 },
  });
  open();
  expect(await screen.findByText(/^Không có gì để nhập/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Bỏ tệp này' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Bỏ / }));
  expect(api.to('DELETE /api/admin/catalogue/imports/4/')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Bỏ tệp' }));
  expect(await screen.findByText('Đã bỏ tệp.')).toBeVisible();
});

test('a failed import of products shows the reason', async () => {
  api.answer({ [ONE]: { body: file({ state: 'failed', failure: 'Đã thử 5 lần mà không xong.' }) } });
  open('/admin/import?id=4');
  expect(await screen.findByText('Đã thử 5 lần mà không xong.')).toBeVisible();
});

test('an import that failed after it had begun counts what it has done', async () => {
  api.answer({ [ONE]: { body: file({ state: 'failed', failure: 'Đã thử 5 lần mà không xong.' }) } });
  open('/admin/import?id=4');
  expect(await screen.findByRole('link', { name: 'Đã thêm mới: 2' })).toBeVisible();
  expect(screen.getByRole('link', { name: /^Đã cập nhật: / })).toBeVisible();
});

test('an import that waits for the picture store says so in its report and in the list', async () => {
  const failure = 'Kho ảnh tạm thời không dùng được, tự thử lại sau một phút.';
  api.answer({ ...newest({ state: 'importing', progress: 0.5, failure }), [LINES]: pageOf([]) });
  open();
  const report = within(await screen.findByRole('region', { name: 'Tệp hàng mới.csv' }));
  expect(report.getByRole('status')).toHaveTextContent(failure);
  expect(screen.getByRole('row', { name: new RegExp(`Đang nhập ?${failure}`) })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an import that fails while it is watched shows the reason', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  api.answer({ ...newest({ state: 'importing', progress: 0.5 }), [LINES]: pageOf([]) });
  open();
  await api.answered();
  expect(await screen.findByRole('progressbar', { name: 'Đang nhập sản phẩm' })).toBeVisible();
  api.answer({ ...newest({ state: 'failed', failure: 'Đã thử 5 lần mà không xong.' }) });
  await act(() => jest.advanceTimersByTimeAsync(1_100));
  await api.answered();
  expect(await screen.findByRole('alert')).toHaveTextContent('Đã thử 5 lần mà không xong.');
});

test('the list of imports shows why one failed', async () => {
  const failed = file({ id: 3, state: 'failed', failure: 'Đã thử 5 lần mà không xong.' });
  api.answer({ [LIST]: pageOf([file({ id: 5, state: 'done' }), failed]) });
  open();
  expect(await screen.findByRole('row', { name: /Thất bại ?Đã thử 5 lần mà không xong\./ })).toBeVisible();
});

test('a list that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, newest());
  expect(await screen.findByRole('link', { name: 'hàng mới.csv' })).toHaveAttribute('href', '/admin/import?id=4');
});
