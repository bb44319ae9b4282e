import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditEntry } from 'contract/administration/audit';
import * as audit from '~/routes/admin/audit/route';
import { fakeApi, pageOf } from '../../support/api';
import { signedIn } from '../../support/given';
import { openShop, redirectsShoppers, retryFailedLoad } from '../../support/shop-pages';

const LIST = 'GET /api/admin/audit/';
const entry = (changed: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  created_at: '2026-01-31T09:30:00.000Z',
  actor: { id: 7, username: 'hoa' },
  api_key: null,
  address: '10.0.0.7',
  action: 'update',
  subject: 'product',
  subject_id: 5,
  subject_name: 'Áo dài lụa',
  before: { price: 100_000, description: '' },
  after: { price: 90_000, description: 'x'.repeat(200) },
  ...changed,
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    [LIST]: pageOf([entry()]),
  });
});

const open = (address = '/admin/audit') => openShop({ 'admin/audit': audit }, address);

redirectsShoppers(open, () => api.to(LIST));

test('shows who did what, from where, with the values before and after', async () => {
  open();
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(row).toHaveTextContent(/31\/01\/2026 16:30.*hoa.*10\.0\.0\.7.*Sửa sản phẩm.*Áo dài lụa/);
  expect(row).toHaveTextContent('Giá100.000 VND → 90.000 VND');
  expect(row).toHaveTextContent('trống');
  expect(within(row).getByRole('link', { name: 'Áo dài lụa' })).toHaveAttribute('href', '/admin/products/5');
});

test('the recording of a delivery reads as a sentence', async () => {
  const delivered = entry({ action: 'deliver', subject: 'order', before: null, after: { isDelivered: true } });
  api.answer({ [LIST]: pageOf([delivered]) });
  open();
  expect((await screen.findAllByRole('row'))[1]).toHaveTextContent('Xác nhận giao đơn hàng');
});

test('a change by an API key names the key', async () => {
  const byKey = entry({ api_key: { id: 3, name: 'Phần mềm kho' } });
  api.answer({ [LIST]: pageOf([byKey]) });
  open();
  expect((await screen.findAllByRole('row'))[1]).toHaveTextContent(/hoa.*bằng khóa API “Phần mềm kho”/);
});

test('fields have labels, except variants and unknown fields', async () => {
  const facts = (isOn: boolean, price: number) => ({ two_factor: isOn, 'Đỏ, M': { price }, constructor: price });
  const changed = entry({ subject: 'user', before: facts(false, 1), after: facts(true, 2) });
  api.answer({ [LIST]: pageOf([changed]) });
  open();
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(row).toHaveTextContent('Xác thực hai lớpkhông → có');
  expect(row).toHaveTextContent('Đỏ, Mgiá: 1 VND → giá: 2 VND');
  expect(row).toHaveTextContent('constructor1 → 2');
});

test('nested values of an audit entry are shown as text', async () => {
  const before = { unpaid_limits: { orders: 5, per_item: 20 }, images: ['a.webp', 'b.webp'] };
  const after = { unpaid_limits: { orders: 6, per_item: null }, images: [] };
  const changed = entry({ subject: 'settings', before, after });
  api.answer({ [LIST]: pageOf([changed]) });
  open();
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(row).toHaveTextContent('số đơn: 5, số chiếc một mẫu: 20 → số đơn: 6, số chiếc một mẫu: trống');
  expect(row).toHaveTextContent('a.webp; b.webp → trống');
});

test('times of an audit entry are shown in the shop’s time zone', async () => {
  const coupon = entry({
    subject: 'coupon',
    before: { valid_to: '2026-12-31T17:00:00.000Z', code: '2026-12-31T17:00:00.000Z' },
    after: { valid_to: null, code: 'TET' },
  });
  api.answer({ [LIST]: pageOf([coupon]) });
  open();
  const row = (await screen.findAllByRole('row'))[1]!;
  expect(row).toHaveTextContent('Kết thúc01/01/2027 00:00 → trống');
  expect(row).toHaveTextContent('Mã2026-12-31T17:00:00.000Z → TET');
});

test.each<[Partial<AuditEntry>, string]>([
  [{ subject: 'coupon', subject_name: 'TẾT 10%' }, '/admin/coupons?search=T%E1%BA%BET%2010%25'],
  [{ subject: 'user', subject_name: 'lan' }, '/admin/customers/5'],
  [{ subject: 'review', subject_name: 'lan & mai' }, '/admin/reviews?search=lan%20%26%20mai'],
  [{ subject: 'brand', subject_name: 'Mây' }, '/admin/brands?search=M%C3%A2y'],
  [{ subject: 'category', subject_name: 'Mây' }, '/admin/categories?search=M%C3%A2y'],
  [{ subject: 'color', subject_name: 'Mây' }, '/admin/colors?search=M%C3%A2y'],
  [{ subject: 'size', subject_name: 'XL' }, '/admin/colors?tab=sizes&search=XL'],
  [{ subject: 'wallet', subject_name: 'lan' }, '/admin/paybox?tab=transactions&wallet=5'],
])('the audit entry of %j leads to its row', async (changed, page) => {
  api.answer({ [LIST]: pageOf([entry(changed)]) });
  open();
  expect(await screen.findByRole('link', { name: changed.subject_name })).toHaveAttribute('href', page);
});

test('the audit entry of a deleted subject has no link', async () => {
  api.answer({ [LIST]: pageOf([entry({ action: 'delete' })]) });
  open();
  expect(await screen.findByText('Áo dài lụa')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Áo dài lụa' })).toBeNull();
});

test('filters are in the URL and sent to the server', async () => {
  open('/admin/audit?actor=7');
  await userEvent.selectOptions(await screen.findByLabelText('Đối tượng'), 'Mã giảm giá');
  expect(await screen.findByText('/admin/audit?actor=7&subject=coupon', { selector: 'output' })).toBeInTheDocument();
  const urls = jest.mocked(globalThis.fetch).mock.calls.map(([url]) => url as string);
  expect(urls.at(-1)).toBe('/api/admin/audit/?subject=coupon&actor=7&page=1&page_size=20');
});

test('a person is chosen beside the other filters, and the choice is removed alone', async () => {
  open('/admin/audit?subject=product&from=2026-01-01&page=2');
  await userEvent.click(await screen.findByRole('link', { name: 'hoa' }));
  const all = '/admin/audit?subject=product&from=2026-01-01';
  expect(await screen.findByText(`${all}&actor=7`, { selector: 'output' })).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('link', { name: /^Chỉ thao tác của hoa/ }));
  expect(await screen.findByText(all, { selector: 'output' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /^Chỉ thao tác của/ })).toBeNull();
});

test('the log of one subject names it, and leads back to all', async () => {
  open('/admin/audit?subject=product&subject_id=5&actor=7');
  const chip = await screen.findByRole('link', { name: /^Chỉ nhật ký của Áo dài lụa/ });
  expect(api.to(LIST)[0]?.query).toBe('subject=product&subject_id=5&actor=7&page=1&page_size=20');
  expect(chip).toHaveAttribute('href', '/admin/audit?actor=7');
});

test('a subject without entries is named by its number', async () => {
  api.answer({ [LIST]: pageOf([]) });
  open('/admin/audit?subject=order&subject_id=31');
  expect(await screen.findByRole('link', { name: /^Chỉ nhật ký của đơn hàng #31/ })).toBeVisible();
});

test('an empty list explains itself; a failure can be retried', async () => {
  await retryFailedLoad(open, api, { [LIST]: pageOf([]) });
  expect(await screen.findByText('Chưa có thay đổi nào')).toBeVisible();
});
