import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInAgain } from '~/components/admin/sign-in-again';
import * as coupons from '~/routes/admin/coupons/route';
import * as orders from '~/routes/admin/orders/route';
import { fakeApi, pageOf } from '../../support/api';
import { order, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const ADD = 'POST /api/coupons/';
const ENDED = { status: 401, body: { detail: 'Phiên đăng nhập đã hết.' } };

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  signedIn({ isAdmin: true });
  api = fakeApi({
    'GET /api/coupons/': pageOf([]),
    [ADD]: ENDED,
  });
});

function open(page: typeof coupons | typeof orders, at: string) {
  const Page = () => (
    <>
      <page.default />
      <SignInAgain />
    </>
  );
  openShop({ [at.slice(1)]: { ...page, default: Page } }, at);
}

/** The session ends on the server: its tokens are no longer renewed. */
const endSessions = () => api.answer({ 'POST /auth/jwt/refresh/': ENDED });

function signInInAnotherTab() {
  signedIn({ isAdmin: true });
  act(() => {
    for (const key of ['userInfo', 'authTokens']) window.dispatchEvent(new StorageEvent('storage', { key }));
  });
}

async function saveCoupon() {
  open(coupons, '/admin/coupons');
  const [add] = await screen.findAllByRole('button', { name: 'Thêm mã giảm giá' });
  await userEvent.click(add!);
  endSessions();
  await userEvent.type(screen.getByLabelText(/^Mã/), 'TET');
  await userEvent.click(screen.getByRole('button', { name: 'Thêm' }));
  return within(await screen.findByRole('dialog', { name: 'Phiên đăng nhập đã hết' }));
}

test('what is typed when the session has ended stays, and is saved after a sign-in in another tab', async () => {
  const dialog = await saveCoupon();
  const link = dialog.getByRole('link', { name: 'Đăng nhập ở tab mới' });
  expect(link).toHaveAttribute('href', '/login');
  expect(link).toHaveAttribute('target', '_blank');
  expect(screen.getByLabelText(/^Mã/)).toHaveValue('TET');
  expect(screen.getByText('/admin/coupons', { selector: 'output' })).toBeInTheDocument();
  api.answer({ [ADD]: { status: 201, body: {} } });
  signInInAnotherTab();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(ADD).at(-1)?.body).toMatchObject({ code: 'TET' });
});

test('who does not want to sign in again leaves for the sign-in page', async () => {
  const dialog = await saveCoupon();
  await userEvent.click(dialog.getByRole('button', { name: 'Không lưu nữa' }));
  expect(await screen.findByText('/login?redirect=/admin/coupons', { selector: 'output' })).toBeInTheDocument();
});

test('orders that were delivered before the session ended are not sent again', async () => {
  const paid = { status: 'paid', isPaid: true } as const;
  api.answer({
    'GET /api/orders/': pageOf([order({ id: 31, ...paid }), order({ id: 32, ...paid })]),
    'PATCH /api/orders/31/': { body: order() },
    'PATCH /api/orders/32/': ENDED,
  });
  open(orders, '/admin/orders');
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Chọn tất cả/ }));
  endSessions();
  await userEvent.click(screen.getByRole('button', { name: 'Đánh dấu đã giao' }));
  await userEvent.click(screen.getByRole('button', { name: 'Đã giao' }));
  await screen.findByRole('dialog', { name: 'Phiên đăng nhập đã hết' });
  api.answer({ 'PATCH /api/orders/32/': { body: order() } });
  signInInAnotherTab();
  expect(await screen.findByText('Đã giao 2 đơn hàng.')).toBeVisible();
  expect(api.to('PATCH /api/orders/31/')).toHaveLength(1);
});
