import type { EntityManager } from 'typeorm';
import { keepSession } from '../../../src/platform/database/session-lock.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const sessionThat = (query: () => Promise<unknown>) => {
  const asked = jest.fn(query);
  return { asked, session: { query: asked } as unknown as EntityManager };
};

test('a connection is kept alive while its work sends nothing on it, and no longer', async () => {
  const { asked, session } = sessionThat(() => Promise.resolve());
  let end = (_result: string) => {};
  const work = keepSession(session, () => new Promise<string>((resolve) => (end = resolve)));
  await jest.advanceTimersByTimeAsync(600_000);
  expect(asked.mock.calls.length).toBeGreaterThan(50);
  end('done');
  expect(await work).toBe('done');
  asked.mockClear();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(asked).not.toHaveBeenCalled();
});

test('work whose connection is lost is told so', async () => {
  const lost = new Error('the connection is lost');
  const { session } = sessionThat(() => Promise.reject(lost));
  const work = keepSession(
    session,
    (signal) => new Promise((resolve) => (signal.onabort = () => resolve(signal.reason))),
  );
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await work).toBe(lost);
});
