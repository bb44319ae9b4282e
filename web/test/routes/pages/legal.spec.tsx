import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, within } from '@testing-library/react';
import * as privacy from '~/routes/pages/privacy/route';
import * as terms from '~/routes/pages/terms/route';
import { fakeApi } from '../../support/api';
import { shopSettings } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const settings = shopSettings({
  shop_name: 'May Hội An',
  email: 'lan@example.com',
  phone: '0900 111 222',
  address: '1 Trần Phú, Hội An',
  legal_name: 'Công ty TNHH Hội An',
  tax_code: '',
  delivery: { ...shopSettings().delivery, handling_days: 2, max_days: 7, closed_weekdays: [] },
  payment_window_minutes: 90,
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi({ 'GET /api/settings/': { body: settings } });
});

type Page = typeof terms | typeof privacy;
const context = { nonce: '', origin: 'https://may.example', testPayments: false, tags: new Set<string>() };
const open = (page: Page) =>
  openShop(
    { page: { ...page, clientLoader: (args: Parameters<Page['loader']>[0]) => page.loader({ ...args, context }) } },
    '/page',
  );

test.each([
  ['terms', terms, 'Điều khoản dịch vụ'],
  ['privacy', privacy, 'Chính sách bảo mật'],
] as const)('%s has contents that lead to each section, a date, and who is behind the shop', async (_, page, title) => {
  open(page);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText(/^\d\d\/\d\d\/\d{4}$/)).toHaveAttribute('datetime');
  const contents = within(screen.getByRole('navigation', { name: 'Mục lục' })).getAllByRole('link');
  const sections = screen.getAllByRole('region');
  expect(contents.map((link) => link.getAttribute('href'))).toEqual(sections.map(({ id }) => `#${id}`));
  expect(screen.getByText('Công ty TNHH Hội An')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'lan@example.com' })[0]).toHaveAttribute('href', 'mailto:lan@example.com');
  expect(screen.queryByText(/Mã số thuế/)).toBeNull();
});

test('the privacy policy lists every key that the storefront stores', async () => {
  const app = path.join(import.meta.dirname, '../../../app');
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('admin'))
    .map((name) => readFileSync(path.join(app, name), 'utf8'));
  const keys = sources.flatMap((text) => [...text.matchAll(/\bstored<[^;]*?>\(\s*'(\w+)'/g)].map(([, key]) => key!));
  expect(keys.length).toBeGreaterThan(10);
  open(privacy);
  const table = (await screen.findByRole('columnheader', { name: 'Khóa' })).closest('table')!;
  const listed = [...table.querySelectorAll('td:first-child')].flatMap((cell) => cell.textContent.match(/\w+/g) ?? []);
  const others = ['idempotencyKeys', 'searchClicks', 'chunkReload', 'wantedFavorite', 'refundReason', 'chatDraft'];
  expect(listed).toEqual(expect.arrayContaining([...keys, ...others]));
});

test('prices follow the shop’s settings', async () => {
  api.answer({
    'GET /api/settings/': {
      body: {
        ...settings,
        tax_percent: 8.5,
        shipping: { ...settings.shipping, standard_fee: 15_000, reduced_fee: 50_000 },
      },
    },
  });
  open(terms);
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'Đến 1.000.000 VND15.000 VND',
    'Trên 1.000.000 VND, dưới 2.000.000 VND50.000 VND',
    'Từ 2.000.000 VNDmiễn phí',
  ]);
  expect(screen.getByText(/Thuế 8,5% tính trên tiền hàng/)).toBeVisible();
});

test('the terms state the delivery times of the settings', async () => {
  open(terms);
  expect(await screen.findByText(/được giao trong 3-9 ngày làm việc/)).toBeVisible();
  expect(screen.getByText(/^Quá 9 ngày làm việc chưa nhận được hàng/)).toBeVisible();
});

test('the terms state the delivery times of each zone', async () => {
  const zones = [{ name: 'Nội thành', provinces: ['Hà Nội'], min_days: 0, max_days: 10 }];
  api.answer({ 'GET /api/settings/': { body: { ...settings, delivery: { ...settings.delivery, zones } } } });
  open(terms);
  expect(await screen.findByText(/được giao trong 2-12 ngày làm việc/)).toBeVisible();
  expect(
    screen.getByText('Theo nơi nhận: Nội thành (Hà Nội) 2-12 ngày làm việc; nơi khác 3-9 ngày làm việc.'),
  ).toBeVisible();
  expect(screen.getByText(/^Quá 12 ngày làm việc chưa nhận được hàng/)).toBeVisible();
});

test('every browser storage key of the shop is named', async () => {
  open(privacy);
  const keys = ['authTokens', 'userInfo', 'cartItems', 'shippingAddress', 'paymentMethod', 'couponCode', 'giftNote'];
  for (const key of [
    ...keys,
    'checkoutOwner',
    'theme',
    'reviewDrafts',
    'unfinishedOrders',
    'idempotencyKeys',
    'tkbSession',
  ]) {
    expect((await screen.findAllByText(new RegExp(`\\b${key}\\b`))).length).toBeGreaterThan(0);
  }
});

test.each([terms, privacy])('settings that fail to load show a retry', async (page) => {
  api.answer({ 'GET /api/settings/': 'unreachable' });
  open(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Thử lại');
});

test('the pages have titles, descriptions and canonical URLs', () => {
  const matches = [{ id: 'routes/shop/layout/route', data: { settings } }];
  const head = (page: Page) => page.meta({ data: { settings, origin: 'https://may.example' }, matches } as never);
  expect(head(terms)).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://may.example/terms' });
  expect(head(privacy)).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://may.example/privacy' });
  expect(head(terms)).toContainEqual({ title: 'Điều khoản dịch vụ · May Hội An' });
});
