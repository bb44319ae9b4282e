import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLoaderData } from '@remix-run/react';
import { OfflineNotice } from '~/components/shop/offline-notice';
import { openShop } from '../../support/shop-pages';

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

describe('a cached page whose code runs after the network has come back', () => {
  beforeEach(() => {
    document.documentElement.dataset.cachedAt = '2026-11-27T08:00:00.000Z';
    Object.assign(window, { __remixManifest: { entry: { module: '/assets/entry.js' }, routes: {} } });
  });
  afterEach(() => delete document.documentElement.dataset.cachedAt);

  const answerWith = (status: number) =>
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status }));

  test('reloads its data', async () => {
    answerWith(200);
    openShop({ page }, '/page');
    expect(await screen.findByText('Lần tải 2')).toBeVisible();
  });

  test('stays as it is while the server does not answer', async () => {
    const server = answerWith(503);
    openShop({ page }, '/page');
    await screen.findByText('Lần tải 1');
    await waitFor(() => expect(server).toHaveBeenCalled());
    await act(() => Promise.resolve());
    expect(loads).toBe(1);
  });
});
