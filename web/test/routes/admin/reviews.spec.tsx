import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AdminReview } from 'contract/catalog/reviews';
import * as reviews from '~/routes/admin/reviews/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/reviews/';
const LONG = `Vải dày vừa, ${'mặc mát và không nhăn, '.repeat(6)}sẽ mua thêm.\nGiao nhanh.`;
const review = (changed: Partial<AdminReview> = {}): AdminReview => ({
  id: 9,
  name: 'Nguyễn Lan',
  user_info: { username: 'lan' },
  rating: 4,
  comment: LONG,
  fit: null,
  createdAt: '2026-01-31T09:30:00.000Z',
  verified_purchase: true,
  photos: [],
  all_photos: [],
  product: { id: 5, name: 'Áo linen', image: null },
  ...changed,
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([review()]),
  });
});

const open = (address = '/admin/reviews') => openShop({ 'admin/reviews': reviews }, address);
const button = (name: string) => screen.findByRole('button', { name });
const CALLED = 'đánh giá của lan về Áo linen';

redirectsShoppers(open, () => api.to(LIST));

test('shows author, product and comment; a long comment is cut and can be expanded', async () => {
  open();
  const row = within((await screen.findAllByRole('row'))[1] as HTMLElement);
  expect(row.getByRole('img', { name: '4 trên 5 sao' })).toBeVisible();
  expect(row.getByText('Đã mua hàng')).toBeVisible();
  expect(row.getByText('31/01/2026 16:30')).toBeVisible();
  const cut = row.getByText(/^Vải dày vừa/);
  expect(cut.textContent?.length).toBeLessThanOrEqual(100);
  expect(cut).toHaveTextContent(/…$/);
  await userEvent.click(row.getByRole('button', { name: 'Xem hết' }));
  expect(row.getByText(/Giao nhanh\.$/)).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: 'Thu gọn' }));
  expect(row.queryByText(/Giao nhanh\.$/)).toBeNull();
});

test('a short review comment is shown whole', async () => {
  api.answer({ [LIST]: pageOf([review({ comment: 'Đẹp\nlắm' })]) });
  open();
  expect(await screen.findByText('Đẹp lắm')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Xem hết' })).toBeNull();
});

test('filters, sort order and page are in the URL and sent to the server', async () => {
  open('/admin/reviews?search=vải&from=2026-01-01&to=2026-01-31&sort=rating-asc&page=2');
  await screen.findByRole('table');
  const params = new URLSearchParams(api.to(LIST)[0]?.query);
  expect(Object.fromEntries(params)).toEqual({
    search: 'vải',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'rating-asc',
    page: '2',
    page_size: '20',
  });
  await userEvent.selectOptions(screen.getByLabelText('Số sao'), '1 sao');
  await waitFor(() => expect(api.to(LIST).at(-1)?.query).toContain('rating=1'));
  await userEvent.click(await screen.findByRole('link', { name: 'Áo linen' }));
  await waitFor(() => expect(api.to(LIST).at(-1)?.query).toContain('product=5'));
  await userEvent.click(await screen.findByRole('link', { name: /Sản phẩm: Áo linen/ }));
  await waitFor(() => expect(api.to(LIST).at(-1)?.query).not.toContain('product'));
});

test('those of one customer are named, with a way back to all', async () => {
  open('/admin/reviews?user=7');
  await userEvent.click(await screen.findByRole('link', { name: /^Chỉ đánh giá của .*, xem đánh giá của mọi khách$/ }));
  expect(await screen.findByText('/admin/reviews', { selector: 'output' })).toBeInTheDocument();
  expect(api.to(LIST).map(({ query }) => new URLSearchParams(query).get('user'))).toEqual(['7', null]);
});

test('an administrator edits a customer’s review', async () => {
  api.answer({ 'PUT /api/products/5/reviews/9/': { body: review({ rating: 2 }) } });
  open();
  await userEvent.click(await button(`Sửa ${CALLED}`));
  const panel = within(screen.getByRole('dialog', { name: 'Sửa đánh giá' }));
  expect(panel.getByLabelText(/^Nhận xét/)).toHaveValue(LONG);
  await userEvent.click(panel.getByRole('radio', { name: '2 sao, tệ' }));
  await userEvent.clear(panel.getByLabelText(/^Nhận xét/));
  await userEvent.type(panel.getByLabelText(/^Nhận xét/), 'Tạm');
  await userEvent.click(panel.getByRole('button', { name: 'Lưu' }));
  expect(await screen.findByText('Đã lưu đánh giá.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to('PUT /api/products/5/reviews/9/')[0]?.body).toEqual({
    ...{ rating: 2, comment: 'Tạm' },
    was: review(),
  });
  expect(api.to(LIST)).toHaveLength(2);
});

test('the error of an edited review is shown beside its field', async () => {
  const comment = ['Vui lòng nhập nhận xét'];
  api.answer({
    'PUT /api/products/5/reviews/9/': { status: 400, body: { detail: comment[0], error: comment[0], comment } },
  });
  open();
  await userEvent.click(await button(`Sửa ${CALLED}`));
  const box = screen.getByLabelText(/^Nhận xét/);
  await userEvent.clear(box);
  await userEvent.click(await button('Lưu'));
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toBeInvalid();
  expect(box).toHaveAccessibleDescription(comment[0]);
});

test('deleting a review names its author and product', async () => {
  api.answer({ 'DELETE /api/products/5/reviews/9/': { status: 204 } });
  open();
  await userEvent.click(await button(`Xóa ${CALLED}`));
  const dialog = within(screen.getByRole('dialog', { name: `Xóa ${CALLED}?` }));
  expect(dialog.getByText(/^Vải dày vừa/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Xóa hẳn' }));
  expect(await screen.findByText('Đã xóa đánh giá.')).toBeVisible();
  expect(api.to('DELETE /api/products/5/reviews/9/')).toHaveLength(1);
});

test('deleting a review that no longer exists shows a message in the dialog', async () => {
  const detail = 'Không tìm thấy đánh giá.';
  api.answer({ 'DELETE /api/products/5/reviews/9/': { status: 404, body: { detail, error: detail } } });
  open();
  await userEvent.click(await button(`Xóa ${CALLED}`));
  await userEvent.click(await button('Xóa hẳn'));
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(detail);
});

test.each([
  ['/admin/reviews', 'Chưa có đánh giá nào'],
  ['/admin/reviews?rating=1', 'Không tìm thấy gì'],
])('%s shows the empty state', async (address, sentence) => {
  api.answer({ [LIST]: pageOf([]) });
  open(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a list that failed to load can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: pageOf([review()]) });
  expect(await button(`Sửa ${CALLED}`)).toBeVisible();
});

test('a photo that waits is approved or removed; a filter shows the reviews that have one', async () => {
  const image = '/media/0123456789abcdef0123456789abcdef/640.webp';
  const all_photos = [{ id: 3, image, is_approved: false }];
  api.answer({
    [LIST]: pageOf([review({ all_photos })]),
    'POST /api/products/5/reviews/9/photos/3/approve/': { status: 204 },
    'DELETE /api/products/5/reviews/9/photos/3/': { status: 204 },
  });
  open('/admin/reviews?photos=pending');
  expect(await screen.findByText('Đang chờ duyệt')).toBeVisible();
  await userEvent.click(await button('Duyệt ảnh 1 của lan'));
  await waitFor(() => expect(api.to('POST /api/products/5/reviews/9/photos/3/approve/')).toHaveLength(1));
  await userEvent.click(await button('Xóa ảnh 1 của lan'));
  await userEvent.click(await button('Xóa hẳn'));
  await waitFor(() => expect(api.to('DELETE /api/products/5/reviews/9/photos/3/')).toHaveLength(1));
});

test('the question whether to delete a photo stays when the list is loaded again without its review', async () => {
  const image = '/media/0123456789abcdef0123456789abcdef/640.webp';
  const all_photos = [{ id: 3, image, is_approved: false }];
  let approve = () => {};
  api.answer({
    [LIST]: pageOf([review({ all_photos })]),
    'POST /api/products/5/reviews/9/photos/3/approve/': () =>
      new Promise((resolve) => (approve = () => resolve({ status: 204 }))),
    'DELETE /api/products/5/reviews/9/photos/3/': { status: 204 },
  });
  open('/admin/reviews?photos=pending');
  await userEvent.click(await button('Duyệt ảnh 1 của lan'));
  await userEvent.click(await button('Xóa ảnh 1 của lan'));
  api.answer({ [LIST]: pageOf([]) });
  approve();
  await waitFor(() => expect(screen.queryByText('Đang chờ duyệt')).toBeNull());
  const dialog = within(screen.getByRole('dialog', { name: 'Xóa ảnh 1 của lan?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Xóa hẳn' }));
  await waitFor(() => expect(api.to('DELETE /api/products/5/reviews/9/photos/3/')).toHaveLength(1));
});
