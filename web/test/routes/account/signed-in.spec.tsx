import { replace, useFetcher } from '@remix-run/react';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signOut } from '~/api/account/session';
import * as signedInPages from '~/routes/signed-in/route';
import { signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

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
