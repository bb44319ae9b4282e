import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepPageWhileLoading } from '~/routing/page-data';
import { Toaster } from '~/components/feedback/toast';

const original = window.fetch;
const network = jest.fn<Promise<Response>, Parameters<typeof fetch>>();
const answer = (status: number) => ({ status }) as Response;

beforeEach(() => {
  network.mockReset();
  window.fetch = network;
  keepPageWhileLoading();
  render(<Toaster />);
});
afterEach(() => {
  window.fetch = original;
});

/** What became of a request: its answer, its error, or nothing yet. */
function track(request: Promise<Response>) {
  const outcome: { status?: number; error?: unknown } = {};
  request.then(
    ({ status }) => (outcome.status = status),
    (error: unknown) => (outcome.error = error),
  );
  return outcome;
}
const retry = () => screen.findByRole('button', { name: 'Thử lại' });

test.each([
  ['no answer', () => network.mockRejectedValueOnce(new TypeError('Failed to fetch'))],
  ['a server that restarts', () => network.mockResolvedValueOnce(answer(503))],
  ['too many pages under way', () => network.mockResolvedValueOnce(answer(429))],
])('page data with %s waits until the visitor retries', async (_name, fail) => {
  fail();
  const outcome = track(window.fetch('/products/5.data', {}));
  await retry();
  expect(outcome).toEqual({});
  network.mockResolvedValueOnce(answer(200));
  await userEvent.click(await retry());
  expect(outcome).toEqual({ status: 200 });
  expect(screen.queryByRole('button', { name: 'Thử lại' })).not.toBeInTheDocument();
});

test('page data is reloaded when the device is online again', async () => {
  network.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(answer(200));
  const outcome = track(window.fetch('/search.data?page=2', {}));
  await retry();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(outcome).toEqual({ status: 200 });
});

test('another navigation ends the waiting request', async () => {
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const navigation = new AbortController();
  const outcome = track(window.fetch('/products/5.data', { signal: navigation.signal }));
  await retry();
  const reason = new Error('another link');
  await act(async () => navigation.abort(reason));
  expect(outcome).toEqual({ error: reason });
  expect(network).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Thử lại' })).not.toBeInTheDocument();
});

test.each([
  ['what sends something', '/search.data', { method: 'POST' }, new TypeError('Failed to fetch')],
  ['a call of the API', '/api/products/', {}, new TypeError('Failed to fetch')],
])('%s is never retried', async (_name, url, init, error) => {
  network.mockRejectedValueOnce(error);
  await expect(window.fetch(url, init)).rejects.toBe(error);
  expect(network).toHaveBeenCalledTimes(1);
});

test('responses of 500, 404 and 200 are passed on without a retry', async () => {
  for (const status of [500, 404, 200]) {
    network.mockResolvedValueOnce(answer(status));
    expect((await window.fetch('/products/5.data', {})).status).toBe(status);
  }
});
