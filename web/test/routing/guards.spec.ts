import { requireAdmin, requireGuest, requireShopper, requireUser } from '~/routing/guards';

const visit = (path: string) => new Request(`http://localhost${path}`);

function signIn(isAdmin: boolean) {
  localStorage.setItem('authTokens', JSON.stringify({ access: 'a', refresh: 'r' }));
  localStorage.setItem('userInfo', JSON.stringify({ id: 7, username: 'khach', isAdmin, profileFetched: true }));
}

/** Where the guard sends a visitor; undefined when it lets them in. */
async function sentTo(guard: (request: Request) => Promise<unknown>, path = '/orders/5?tab=1') {
  try {
    await guard(visit(path));
    return undefined;
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(Response);
    return (thrown as Response).headers.get('Location');
  }
}

beforeEach(() => {
  // The check of an earlier visit's tokens asks the server; it is not there, which signs nobody out.
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

test('a guest signs in first and returns to the page', async () => {
  for (const guard of [requireUser, requireShopper, requireAdmin]) {
    expect(await sentTo(guard)).toBe('/login?redirect=/orders/5%3Ftab%3D1');
  }
  expect(await sentTo(requireGuest, '/login')).toBeUndefined();
});

test('a shopper may see everything but the back office and the sign-in page', async () => {
  signIn(false);
  expect(await sentTo(requireUser)).toBeUndefined();
  expect(await sentTo(requireShopper)).toBeUndefined();
  expect(await sentTo(requireAdmin)).toBe('/');
  expect(await sentTo(requireGuest, '/login?redirect=shipping')).toBe('/shipping');
  expect(await sentTo(requireGuest, '/login?redirect=//evil.example')).toBe('/');
});

test('an administrator is sent to the back office from shopper pages', async () => {
  signIn(true);
  expect(await sentTo(requireUser)).toBeUndefined();
  expect(await sentTo(requireShopper)).toBe('/admin');
  expect(await sentTo(requireAdmin)).toBeUndefined();
  expect(await sentTo(requireGuest, '/login?redirect=/paybox')).toBe('/admin');
});

test('a session of an earlier visit that has ended is said, in one toast for the layout and its page', async () => {
  signIn(false);
  jest.mocked(globalThis.fetch).mockImplementation(() => Promise.resolve(new Response('{}', { status: 401 })));
  await jest.isolateModulesAsync(async () => {
    const remove = jest.fn();
    const toast = jest.fn((_text: string) => remove);
    jest.doMock('~/components/feedback/toast', () => ({ toast }));
    const fresh = await import('~/routing/guards');
    const page = '/login?redirect=/orders/5%3Ftab%3D1';
    expect(await Promise.all([sentTo(fresh.requireUser), sentTo(fresh.requireShopper)])).toEqual([page, page]);
    expect(toast.mock.calls.map(([text]) => text)).toEqual(['Vui lòng đăng nhập lại', 'Vui lòng đăng nhập lại']);
    expect(remove).toHaveBeenCalledTimes(1);
    // A guest has no session that could end.
    expect(await sentTo(fresh.requireUser)).toBe(page);
    expect(toast).toHaveBeenCalledTimes(2);
  });
  jest.dontMock('~/components/feedback/toast');
});
