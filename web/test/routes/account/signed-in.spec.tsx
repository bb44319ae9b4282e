import { act, screen } from '@testing-library/react';
import * as signedInPages from '~/routes/signed-in/route';
import { signedIn } from '../../support/given';
import { openShop } from '../../support/shop-pages';

test('a page whose login ends in another tab gives way to the sign-in page, which says so and leads back', async () => {
  signedIn();
  openShop({ paybox: signedInPages }, '/paybox?tab=deposit');
  await screen.findByText('/paybox?tab=deposit', { selector: 'output' });
  localStorage.removeItem('authTokens');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'authTokens' })));
  await screen.findByText('/login?redirect=/paybox%3Ftab%3Ddeposit', { selector: 'output' });
  expect(screen.getByText('Vui lòng đăng nhập lại')).toBeVisible();
});
