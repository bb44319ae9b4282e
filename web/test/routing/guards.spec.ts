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
  localStorage.clear();
  // The check of an earlier visit's tokens asks the server; it is not there, which signs nobody out.
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});

afterEach(() => jest.restoreAllMocks());

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
