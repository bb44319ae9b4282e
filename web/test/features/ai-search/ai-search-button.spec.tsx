import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Header } from '~/routes/shop/layout/header';
import { lendBrowserParts } from '../../support/ai-search';
import { openShop } from '../../support/shop-pages';

/** How often the dialog's script was asked for, and whether it can be had. */
let callCount = 0;
let isThere = true;

jest.mock('~/features/ai-search/ai-search-modal', () => {
  callCount++;
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
  return { AiSearchModal: () => <dialog open>Tìm kiếm bằng AI</dialog> };
});

const camera = () => screen.getAllByRole('button', { name: 'Tìm bằng hình ảnh hoặc mô tả' })[0]!;

beforeEach(async () => {
  callCount = 0;
  lendBrowserParts();
  jest.resetModules();
  openShop({ '/': { default: () => <Header shop="MAY" categories={[]} /> } }, '/');
  await screen.findAllByRole('search');
});

test('a failed script load shows an error with a retry', async () => {
  isThere = false;
  await userEvent.click(camera());
  expect(await screen.findByText('Không thể mở tìm kiếm AI. Vui lòng kiểm tra kết nối mạng.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  // A browser that remembers the failure has to load the page anew.
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByRole('button', { name: 'Tải lại trang' })).toBeVisible();
  isThere = true;
  await userEvent.click(camera());
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('the dialog’s script loads when the shopper reaches for the button', async () => {
  expect(callCount).toBe(0);
  await userEvent.hover(camera());
  expect(callCount).toBe(1);
});
