import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LedgerCheck } from 'contract/ledger';
import * as dashboard from '~/routes/admin/dashboard';
import { fakeApi } from '../support/api';
import { signedIn } from '../support/given';
import { openShop } from '../support/shop-pages';

const CHECK = 'GET /api/admin/ledger/';
const found = (check: Partial<LedgerCheck> = {}) => ({
  body: { checked_at: '2026-01-31T09:30:00.000Z', is_overdue: false, breaches: [], ...check },
});

let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.clear();
  signedIn({ isAdmin: true });
  api = fakeApi({
    [CHECK]: found(),
    'POST /auth/jwt/refresh/': { body: { access: 'access-1', refresh: 'refresh-1' } },
  });
});
afterEach(() => api.restore());

const open = () => openShop({ admin: dashboard }, '/admin');

test('a shopper goes home', async () => {
  signedIn();
  open();
  expect(await screen.findByText('/', { selector: 'output' })).toBeInTheDocument();
  expect(api.to(CHECK)).toEqual([]);
});

test('says that the books are sound, and since when', async () => {
  open();
  expect(await screen.findByText(/Sổ sách khớp/)).toHaveTextContent('31/01/2026 16:30');
});

test('alerts to each rule that is broken', async () => {
  api.answer({ [CHECK]: found({ breaches: [{ rule: 'no wallet is below zero', rows: [{ id: 1 }, { id: 2 }] }] }) });
  open();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('1 quy tắc không đúng');
  expect(alert).toHaveTextContent('no wallet is below zero (2)');
});

test.each([
  ['was never made', { checked_at: null }, 'Sổ sách chưa được kiểm tra lần nào.'],
  ['is long ago', { is_overdue: true }, /chưa được kiểm tra lại từ/],
])('tells when the check %s', async (_name, check, text) => {
  api.answer({ [CHECK]: found(check) });
  open();
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('a failure says so, and is tried again', async () => {
  api.answer({ [CHECK]: { status: 503, body: { detail: 'x' } } });
  open();
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  api.answer({ [CHECK]: found() });
  await userEvent.click(retry);
  expect(await screen.findByText(/Sổ sách khớp/)).toBeInTheDocument();
});
