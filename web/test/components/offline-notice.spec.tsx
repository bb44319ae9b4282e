import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLoaderData } from '@remix-run/react';
import { OfflineNotice } from '~/components/shop/offline-notice';
import { openShop } from '../support/shop-pages';

let loads: number;
const page = { clientLoader: () => ++loads, default: Page };

function Page() {
  return (
    <>
      <OfflineNotice />
      <p>Lần tải {useLoaderData<number>()}</p>
    </>
  );
}

beforeEach(() => (loads = 0));
afterEach(() => jest.restoreAllMocks());

function network(isOn: boolean) {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOn);
  act(() => void window.dispatchEvent(new Event(isOn ? 'online' : 'offline')));
}

test('going offline shows a notice with a retry, and going online reloads the data', async () => {
  openShop({ page }, '/page');
  await screen.findByText('Lần tải 1');

  network(false);
  expect(screen.getByText(/^Bạn đang ngoại tuyến/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText('Lần tải 2')).toBeVisible();
  expect(screen.getByText(/^Bạn đang ngoại tuyến/)).toBeVisible();

  network(true);
  expect(await screen.findByText('Lần tải 3')).toBeVisible();
  expect(screen.queryByText(/^Bạn đang ngoại tuyến/)).toBeNull();
});
