import { replace, useFetcher } from '@remix-run/react';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signOut } from '~/api/account/session';
import * as backOffice from '~/routes/admin/layout/route';
import * as signedInPages from '~/routes/signed-in/route';
import * as profile from '~/routes/account/profile/route';
import { reloadPage } from '~/lib/reload-page';
import { fakeApi } from '../../support/api';
import { me, signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

jest.mock('~/lib/reload-page', () => ({ reloadPage: jest.fn() }));

test('a page whose form ends the login leads where the form says, and asks for no other login', async () => {
  signedIn();
  const Profile = () => {
    const fetcher = useFetcher();
    return (
      <>
        <signedInPages.default />
        <button onClick={() => fetcher.submit(null, { method: 'post', action: '/profile' })}>Đóng tài khoản</button>
      </>
    );
  };
  const clientAction = () => {
    signOut();
    return replace('/');
  };
  openShop({ profile: { default: Profile, clientAction } }, '/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Đóng tài khoản' }));
  await screen.findByText('/', { selector: 'output' });
  expect(screen.queryByText('Vui lòng đăng nhập lại')).toBeNull();
});

test('a page whose login ends in another tab gives way to the sign-in page, which says so and leads back', async () => {
  signedIn();
  openShop({ paybox: signedInPages }, '/paybox?tab=deposit');
  await screen.findByText('/paybox?tab=deposit', { selector: 'output' });
  localStorage.removeItem('authTokens');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authTokens' })));
  await screen.findByText('/login?redirect=/paybox%3Ftab%3Ddeposit', { selector: 'output' });
  expect(screen.getByText('Vui lòng đăng nhập lại')).toBeVisible();
});

describe('when somebody else signs in in another tab', () => {
  function switchUser() {
    signedIn({ id: 8, username: 'mai' });
    act(() => {
      for (const key of ['authTokens', 'userInfo']) window.dispatchEvent(new StorageEvent('storage', { key }));
    });
  }
  beforeEach(() => jest.mocked(reloadPage).mockClear());

  test('a page that needs a login is loaded anew, and shows nothing of the user before', async () => {
    signedIn();
    openShop({ paybox: signedInPages }, '/paybox');
    await screen.findByText('/paybox', { selector: 'output' });
    switchUser();
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status', { name: 'Đang tải…' })).toBeVisible();
  });

  test('the profile is, too: what was typed for one account is not saved in another', async () => {
    signedIn();
    fakeApi({ 'GET /auth/users/me/': { body: me() } });
    openShop({ profile }, '/profile');
    await userEvent.type(await screen.findByLabelText('Tên'), 'Lan');
    switchUser();
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(screen.queryByLabelText('Tên')).toBeNull();
  });

  test('the back office is, too', async () => {
    signedIn({ isAdmin: true });
    fakeApi({});
    openShop({ admin: backOffice }, '/admin');
    expect((await screen.findAllByRole('link', { name: 'Tổng quan' }))[0]).toBeVisible();
    switchUser();
    expect(reloadPage).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('link', { name: 'Tổng quan' })).toBeNull();
  });

  test('a newer profile of the same user reloads nothing', async () => {
    signedIn();
    openShop({ paybox: signedInPages }, '/paybox');
    await screen.findByText('/paybox', { selector: 'output' });
    signedIn({ first_name: 'Lan' });
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userInfo' })));
    expect(reloadPage).not.toHaveBeenCalled();
  });
});
