import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as page from '~/routes/shop/cart-reminder/route';
import * as profile from '~/routes/account/profile/route';
import { cartItems, type CartItem } from '~/features/cart/cart';
import { signOut } from '~/api/account/session';
import { consentChanged, syncCart } from '~/features/cart-reminder/sync-cart';
import { fakeApi } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

const READ = 'GET /api/cart-reminder/';
const CHANGE = 'PUT /api/cart-reminder/';
const KEEP = 'PUT /api/cart-reminder/cart/';
const CONFIRM = 'POST /api/cart-reminder/confirm/';
const CANCEL = 'POST /api/cart-reminder/cancel/';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  cartItems.clear();
  api = fakeApi({
    [READ]: { body: { is_offered: true, is_on: false, is_confirmed: false } },
    [CHANGE]: ({ body }) => {
      const { is_on } = body as { is_on: boolean };
      return { body: { is_offered: true, is_on, is_confirmed: is_on } };
    },
    [KEEP]: { status: 204 },
    [CONFIRM]: { status: 204 },
    [CANCEL]: { status: 204 },
    'POST /auth/jwt/logout/': { status: 204 },
    'GET /auth/users/me/': { body: me() },
  });
});

describe('the consent in the profile', () => {
  const open = () => {
    signedIn();
    openShop({ profile }, '/profile');
  };
  const box = () => screen.findByRole('checkbox', { name: 'Nhắc tôi qua email về hàng còn trong giỏ' });

  test('is off until it is ticked, and can be taken back', async () => {
    open();
    expect(await box()).not.toBeChecked();
    expect(await box()).toHaveAccessibleDescription(/gửi một email sau 24 giờ/);
    await userEvent.click(await box());
    await waitFor(async () => expect(await box()).toBeChecked());
    await userEvent.click(await box());
    await waitFor(async () => expect(await box()).not.toBeChecked());
    expect(api.to(CHANGE).map(({ body }) => body)).toEqual([{ is_on: true }, { is_on: false }]);
  });

  test('asks to open the mail until the mailbox has confirmed', async () => {
    api.answer({ [CHANGE]: { body: { is_offered: true, is_on: true, is_confirmed: false } } });
    open();
    await userEvent.click(await box());
    expect(await screen.findByText(/hãy bấm xác nhận trong email/)).toBeVisible();
    api.answer({ [CHANGE]: { body: { is_offered: true, is_on: false, is_confirmed: false } } });
    await userEvent.click(await box());
    await waitFor(() => expect(screen.queryByText(/hãy bấm xác nhận/)).toBeNull());
  });

  test('of another e-mail than the one that confirmed says how to get the mail, not that one was sent', async () => {
    api.answer({ [READ]: { body: { is_offered: true, is_on: true, is_confirmed: false } } });
    open();
    const status = await screen.findByText(/Hộp thư của bạn chưa xác nhận/);
    expect(status).toHaveTextContent(/Chưa có email đó\? Hãy bỏ chọn rồi chọn lại/);
    expect(status).not.toHaveTextContent(/chúng tôi (đã |vừa )?gửi đến/);
  });

  test('that could not be saved says so and stays as it was', async () => {
    api.answer({ [CHANGE]: { status: 409, body: { detail: 'Cửa hàng hiện không gửi email nhắc giỏ hàng.' } } });
    open();
    await userEvent.click(await box());
    expect(await screen.findByText('Cửa hàng hiện không gửi email nhắc giỏ hàng.')).toBeVisible();
    expect(await box()).not.toBeChecked();
  });

  test.each([
    ['does not remind', { body: { is_offered: false, is_on: false, is_confirmed: false } }],
    ['does not answer', 'unreachable' as const],
  ])('is left out where the shop %s', async (_, reply) => {
    api.answer({ [READ]: reply });
    open();
    await screen.findByRole('button', { name: 'Tải dữ liệu của tôi' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('that was given can be taken back where the shop no longer reminds', async () => {
    api.answer({
      [READ]: { body: { is_offered: false, is_on: true, is_confirmed: true } },
      [CHANGE]: { body: { is_offered: false, is_on: false, is_confirmed: false } },
    });
    open();
    await userEvent.click(await box());
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  });
});

describe('the page of a mail’s link', () => {
  const open = (address: string) => openShop({ 'cart-reminder': page }, address);

  test('confirms by its button, not by the visit, and without a sign-in', async () => {
    open('/cart-reminder?use=confirm&id=7&token=abc');
    await screen.findByText('/cart-reminder', { selector: 'output' });
    expect(api.calls).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Xác nhận' }));
    expect(await screen.findByRole('heading', { name: 'Đã xác nhận!' })).toHaveFocus();
    expect(api.to(CONFIRM).map(({ body }) => body)).toEqual([{ id: 7, token: 'abc' }]);
    expect(api.to(CANCEL)).toEqual([]);
  });

  test('ends reminders by its button, not by the visit, and without a sign-in', async () => {
    open('/cart-reminder?id=7&token=abc');
    await screen.findByText('/cart-reminder', { selector: 'output' });
    expect(api.calls).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Ngừng nhận' }));
    expect(await screen.findByRole('heading', { name: 'Đã ngừng nhắc giỏ hàng' })).toBeVisible();
    expect(api.to(CANCEL).map(({ body }) => body)).toEqual([{ id: 7, token: 'abc' }]);
  });

  test.each([
    ['incomplete', '/cart-reminder?id=7', undefined],
    ['invalid', '/cart-reminder?id=7&token=x', { status: 400, body: { detail: 'x' } }],
  ])('says that a link is %s', async (_, address, reply) => {
    if (reply) api.answer({ [CANCEL]: reply });
    open(address);
    if (reply) await userEvent.click(await screen.findByRole('button', { name: 'Ngừng nhận' }));
    expect(await screen.findByText('Liên kết không hợp lệ.')).toBeVisible();
  });

  test('repeats after a failure', async () => {
    api.answer({ [CANCEL]: 'unreachable' });
    open('/cart-reminder?id=7&token=abc');
    await userEvent.click(await screen.findByRole('button', { name: 'Ngừng nhận' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    api.answer({ [CANCEL]: { status: 204 } });
    await userEvent.click(screen.getByRole('button', { name: 'Ngừng nhận' }));
    expect(await screen.findByRole('heading', { name: 'Đã ngừng nhắc giỏ hàng' })).toBeVisible();
  });
});

describe('the cart of a shopper', () => {
  const ME = me().id;
  const line = (id: number, qty = 1) => ({ id, uniqueKey: `${id}`, qty, variant_id: null }) as CartItem;
  const sent = () => api.to(KEEP).map(({ body }) => (body as { items: { id: number }[] }).items.map(({ id }) => id));
  const settle = async (ms = 2_000) => {
    await api.answered();
    await act(() => jest.advanceTimersByTimeAsync(ms));
    await api.answered();
  };

  beforeEach(() => {
    jest.useFakeTimers();
    signedIn();
    api.answer({ [READ]: { body: { is_offered: true, is_on: true, is_confirmed: true } } });
  });
  // Stops the sync, so that the next test starts afresh.
  afterEach(async () => {
    signOut();
    cartItems.set([line(99)]);
    await settle();
  });

  test('is sent at the start and once after several changes, an emptied one at once, an equal one not again', async () => {
    cartItems.set([line(1)]);
    syncCart(ME);
    await settle(0);
    expect(sent()).toEqual([[1]]);
    cartItems.set([line(1), line(2)]);
    cartItems.set([line(1), line(2), line(3)]);
    await settle(1_999);
    expect(sent()).toHaveLength(1);
    await settle(1);
    expect(sent()).toEqual([[1], [1, 2, 3]]);
    cartItems.set([line(1), line(2), line(3)]);
    await settle();
    expect(sent()).toHaveLength(2);
    cartItems.set([]);
    await settle(0);
    expect(sent()[2]).toEqual([]);
  });

  test('is sent with its newest twenty lines, and again after a failure', async () => {
    api.answer({ [KEEP]: { status: 503 } });
    cartItems.set(Array.from({ length: 25 }, (_, nth) => line(nth + 1)));
    syncCart(ME);
    await settle(0);
    expect(sent()[0]).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 6));
    api.answer({ [KEEP]: { status: 204 } });
    cartItems.set(Array.from({ length: 25 }, (_, nth) => line(nth + 1)));
    await settle();
    expect(sent()).toHaveLength(2);
  });

  test.each([
    ['the cart changes', () => cartItems.set([line(1), line(2)])],
    ['the network is back', () => window.dispatchEvent(new Event('online'))],
  ])('is sent when the consent was not read at first and %s', async (_, happen) => {
    api.answer({ [READ]: 'unreachable' });
    cartItems.set([line(1)]);
    syncCart(ME);
    await settle();
    expect(sent()).toEqual([]);
    api.answer({ [READ]: { body: { is_offered: true, is_on: true, is_confirmed: true } } });
    happen();
    await settle();
    expect(sent()).toEqual([cartItems.get().map(({ id }) => id)]);
    expect(api.to(READ)).toHaveLength(2);
  });

  test('an empty cart at the start does not replace the one of another device', async () => {
    syncCart(ME);
    await settle();
    expect(sent()).toEqual([]);
  });

  test('is not sent without the consent, nor after it was taken back or somebody signed out', async () => {
    api.answer({ [READ]: { body: { is_offered: true, is_on: false, is_confirmed: false } } });
    cartItems.set([line(1)]);
    syncCart(ME);
    await settle();
    expect(sent()).toEqual([]);
    api.answer({ [READ]: { body: { is_offered: true, is_on: true, is_confirmed: true } } });
    consentChanged();
    await settle();
    expect(sent()).toEqual([[1]]);
    api.answer({ [READ]: { body: { is_offered: true, is_on: false, is_confirmed: false } } });
    consentChanged();
    await settle();
    cartItems.set([line(2)]);
    await settle();
    expect(sent()).toEqual([[1]]);
    signOut();
    consentChanged();
    cartItems.set([line(3)]);
    await settle();
    expect(sent()).toEqual([[1]]);
  });
});
