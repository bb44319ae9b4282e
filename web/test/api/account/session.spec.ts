import type * as SignedModule from '~/api/account/signed';
import type * as SignedOnceModule from '~/api/account/signed-once';
import type * as SessionModule from '~/api/account/session';
import { fakeApi, type Call } from '../../support/api';
import { me, signedIn } from '../../support/given';

type Session = typeof SessionModule;

let api: ReturnType<typeof fakeApi>;
let session: Session;
/** Calls as the signed-in user; shares `session` with the test. */
let signed: typeof SignedModule.signed;
let signedOnce: typeof SignedOnceModule.signedOnce;

/** What the open page listens to, so that it can be closed. */
let listeners: [EventTarget, ...Parameters<EventTarget['addEventListener']>][];

/** A page that was just opened: modules without a past. */
async function openPage() {
  closePage();
  jest.resetModules();
  session = await import('~/api/account/session');
  ({ signed } = await import('~/api/account/signed'));
  ({ signedOnce } = await import('~/api/account/signed-once'));
}

function closePage() {
  for (const [target, ...listener] of listeners) target.removeEventListener(...listener);
  listeners = [];
}

const fresh = { access: 'access-2', refresh: 'refresh-2' };

beforeEach(async () => {
  jest.useFakeTimers();
  listeners = [];
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target) as EventTarget['addEventListener'];
    jest.spyOn(target, 'addEventListener').mockImplementation((...listener: Parameters<typeof listen>) => {
      listeners.push([target, ...listener]);
      listen(...listener);
    });
  }
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  api = fakeApi({
    'POST /auth/jwt/create/': { body: { access: 'access-1', refresh: 'refresh-1', isAdmin: false } },
    'POST /auth/jwt/refresh/': { body: fresh },
    'POST /auth/jwt/logout/': { status: 204 },
    'GET /auth/users/me/': { body: me() },
  });
  await openPage();
});

afterEach(() => {
  closePage();
});

test('signing in stores tokens and user; signing out deletes both and informs the server', async () => {
  await session.signIn({ username: 'lan', password: 'secret' });
  expect(JSON.parse(localStorage.getItem('authTokens')!)).toEqual({ access: 'access-1', refresh: 'refresh-1' });
  expect(session.currentUser()).toMatchObject({ username: 'lan', isAdmin: false, profileFetched: true });
  expect(api.to('GET /auth/users/me/')[0]?.headers.get('Authorization')).toBe('JWT access-1');

  session.signOut();
  expect(session.currentUser()).toBeNull();
  expect(localStorage).toHaveLength(0);
  expect(api.to('POST /auth/jwt/logout/')[0]?.body).toEqual({ refresh: 'refresh-1' });
});

test('recent searches go with the account when it signs out; those of a visitor stay', async () => {
  const searched = JSON.stringify(['váy đỏ']);
  localStorage.setItem('recentSearches', searched);
  session.signOut();
  expect(localStorage.getItem('recentSearches')).toBe(searched);
  await session.signIn({ username: 'lan', password: 'secret' });
  expect(localStorage.getItem('recentSearches')).toBe(searched);
  session.signOut();
  expect(localStorage).toHaveLength(0);
});

test('recent searches go with a session that has ended', async () => {
  signedIn();
  localStorage.setItem('recentSearches', JSON.stringify(['váy đỏ']));
  api.answer({ 'POST /auth/jwt/refresh/': { status: 401 } });
  await session.sessionReady();
  expect(localStorage).toHaveLength(0);
});

test('height and weight go with the account when it signs out; those of a visitor stay', async () => {
  const body = JSON.stringify({ height: '160', weight: '52' });
  localStorage.setItem('bodySize', body);
  session.signOut();
  expect(localStorage.getItem('bodySize')).toBe(body);
  await session.signIn({ username: 'lan', password: 'secret' });
  session.signOut();
  expect(localStorage).toHaveLength(0);
});

test('a failed sign-in changes nothing', async () => {
  api.answer({ 'POST /auth/jwt/create/': { status: 401, body: { detail: 'Tên đăng nhập hoặc mật khẩu không đúng' } } });
  await expect(session.signIn({ username: 'lan', password: 'x' })).rejects.toMatchObject({ status: 401 });
  expect(localStorage).toHaveLength(0);
});

test('stored tokens are renewed at the start and then hourly', async () => {
  signedIn();
  await Promise.all([session.sessionReady(), session.sessionReady()]);
  expect(session.currentTokens()).toEqual(fresh);
  expect(api.to('POST /auth/jwt/refresh/')).toHaveLength(1);

  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(api.to('POST /auth/jwt/refresh/')).toHaveLength(2);
  session.signOut();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect(api.to('POST /auth/jwt/refresh/')).toHaveLength(2);
});

test('without tokens there is no request', async () => {
  await session.sessionReady();
  expect(api.calls).toEqual([]);
});

test('a refresh that answers 401 signs out; other failures are only logged', async () => {
  signedIn();
  api.answer({ 'POST /auth/jwt/refresh/': { status: 503 } });
  await session.sessionReady();
  expect(session.currentUser()).not.toBeNull();

  await openPage();
  api.answer({ 'POST /auth/jwt/refresh/': { status: 401 } });
  await session.sessionReady();
  expect(session.currentUser()).toBeNull();
});

test('a user without name and phone is completed from the profile once, without a retry after a failure', async () => {
  signedIn();
  localStorage.setItem('userInfo', JSON.stringify(me()));
  api.answer({ 'GET /auth/users/me/': { body: me({ phone: '0912345678' }) } });
  await session.sessionReady();
  expect(session.currentUser()).toMatchObject({ phone: '0912345678', profileFetched: true });

  localStorage.setItem('userInfo', JSON.stringify(me()));
  await openPage();
  api.answer({ 'GET /auth/users/me/': 'unreachable' });
  await session.sessionReady();
  expect(session.currentUser()).toMatchObject({ username: 'lan', profileFetched: true });
});

describe('a computer that wakes up', () => {
  const HOUR = 3_600_000;
  const renewals = () => api.to('POST /auth/jwt/refresh/').length;
  /** The clock goes on, the timers do not. */
  const sleep = (ms: number) => jest.setSystemTime(Date.now() + ms);
  const wake = async (event: string) => {
    (event === 'visibilitychange' ? document : window).dispatchEvent(new Event(event));
    await api.answered();
  };

  beforeEach(async () => {
    signedIn();
    await session.sessionReady();
  });

  test.each(['focus', 'online', 'visibilitychange'])('renews old tokens but not fresh ones on %s', async (event) => {
    sleep(HOUR - 60_000);
    await wake(event);
    expect(renewals()).toBe(1);
    sleep(60_000);
    await wake(event);
    await wake(event);
    expect(renewals()).toBe(2);
  });

  test('leaves old tokens alone when its page is left, and renews them when it is seen again', async () => {
    sleep(HOUR);
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await wake('visibilitychange');
    expect(renewals()).toBe(1);
    visibility.mockReturnValue('visible');
    await wake('visibilitychange');
    expect(renewals()).toBe(2);
  });

  test('retries when the network is back', async () => {
    api.answer({ 'POST /auth/jwt/refresh/': 'unreachable' });
    sleep(HOUR);
    await wake('focus');
    expect(session.currentUser()).not.toBeNull();
    api.answer({ 'POST /auth/jwt/refresh/': { body: { access: 'access-3', refresh: 'refresh-3' } } });
    await wake('online');
    expect(session.currentTokens()).toEqual({ access: 'access-3', refresh: 'refresh-3' });
  });
});

test('tokens stored by another tab are renewed too', async () => {
  await session.sessionReady();
  signedIn();
  await jest.advanceTimersByTimeAsync(3_600_000);
  await api.answered();
  expect(session.currentTokens()).toEqual(fresh);
});

test('a network failure at page load signs nobody out, and the refresh is retried', async () => {
  const down = { 'POST /auth/jwt/refresh/': 'unreachable', 'GET /auth/users/me/': 'unreachable' } as const;
  signedIn();
  localStorage.removeItem('userInfo');
  api.answer(down);
  await session.sessionReady();
  expect(session.currentTokens()).not.toBeNull();
  api.answer({ 'POST /auth/jwt/refresh/': { body: fresh }, 'GET /auth/users/me/': { body: me() } });
  window.dispatchEvent(new Event('online'));
  await api.answered();
  expect(session.currentUser()).toMatchObject({ username: 'lan' });
});

describe('a refresh without an answer', () => {
  const sent = () => api.to('POST /auth/jwt/refresh/').map(({ body }) => body);

  test('is repeated once immediately with the same token, and the answer is stored', async () => {
    signedIn();
    api.answer({
      'POST /auth/jwt/refresh/': () => (sent().length === 1 ? 'unreachable' : { body: fresh }),
    });
    await session.sessionReady();
    expect(session.currentTokens()).toEqual(fresh);
    expect(new Set(sent().map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('is repeated only once, and not while the device is offline', async () => {
    signedIn();
    api.answer({ 'POST /auth/jwt/refresh/': 'unreachable' });
    await session.sessionReady();
    expect(sent()).toHaveLength(2);
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openPage();
    await session.sessionReady();
    expect(sent()).toHaveLength(3);
    expect(session.currentUser()).not.toBeNull();
  });

  test('signs out when its repeat answers 401', async () => {
    signedIn();
    api.answer({
      'POST /auth/jwt/refresh/': () => (sent().length === 1 ? 'unreachable' : { status: 401 }),
    });
    await session.sessionReady();
    expect(session.currentUser()).toBeNull();
  });
});

test('tokens of an unknown user sign out', async () => {
  signedIn();
  localStorage.removeItem('userInfo');
  api.answer({ 'GET /auth/users/me/': { status: 403, body: { detail: 'Tài khoản đã bị khóa' } } });
  await session.sessionReady();
  expect(session.currentTokens()).toBeNull();
});

/** The orders of whoever comes with renewed tokens; the old ones are refused. */
const onlyFresh = ({ headers }: Call) =>
  headers.get('Authorization') === 'JWT access-2' ? { body: [] } : { status: 401, body: { detail: 'Hết hạn' } };

test('concurrent calls with an expired token renew it once and are repeated', async () => {
  signedIn();
  api.answer({ 'GET /api/orders/': onlyFresh });
  await expect(Promise.all([1, 2, 3].map(() => signed('/api/orders/')))).resolves.toEqual([[], [], []]);
  expect(api.to('POST /auth/jwt/refresh/')).toHaveLength(1);
});

test('an expired token that cannot be renewed now is a network failure, not the end of the session', async () => {
  signedIn();
  api.answer({ 'GET /api/orders/': { status: 401 }, 'POST /auth/jwt/refresh/': 'unreachable' });
  await expect(signed('/api/orders/')).rejects.toMatchObject({ status: 0 });
  expect(session.currentUser()).not.toBeNull();

  api.answer({ 'POST /auth/jwt/refresh/': { status: 401 } });
  await expect(signed('/api/orders/')).rejects.toMatchObject({ status: 401 });
  expect(session.currentUser()).toBeNull();
});

test('tokens renewed by another tab are used without another renewal', async () => {
  signedIn();
  const locks = { request: (_: string, task: () => unknown) => task() };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  api.answer({
    'GET /api/orders/': (call) => {
      localStorage.setItem('authTokens', JSON.stringify(fresh));
      return onlyFresh(call);
    },
  });
  await expect(signed('/api/orders/')).resolves.toEqual([]);
  expect(api.to('POST /auth/jwt/refresh/')).toHaveLength(0);
  Reflect.deleteProperty(navigator, 'locks');
});

/** What another tab does in which somebody else signs in. */
function switchUser() {
  localStorage.setItem('authTokens', JSON.stringify({ access: 'access-8', refresh: 'refresh-8' }));
  localStorage.setItem('userInfo', JSON.stringify({ ...me({ id: 8, username: 'mai' }), profileFetched: true }));
}

test('a profile that arrives after another user has signed in is dropped', () => {
  signedIn();
  switchUser();
  session.rememberUser(me({ phone: '0912345678' }));
  expect(session.currentUser()).toMatchObject({ id: 8, username: 'mai', phone: '' });
});

test('a call of one user is not repeated as another, who has signed in meanwhile', async () => {
  signedIn();
  api.answer({
    'PATCH /auth/users/me/': () => {
      switchUser();
      return { status: 401 };
    },
  });
  await expect(signed('/auth/users/me/', { method: 'PATCH', body: {} })).rejects.toMatchObject({ status: 0 });
  expect(api.to('PATCH /auth/users/me/')).toHaveLength(1);
  expect(session.currentUser()).toMatchObject({ id: 8 });
});

test('signing out during a renewal stays signed out', async () => {
  signedIn();
  api.answer({
    'POST /auth/jwt/refresh/': () => {
      session.signOut();
      return { body: fresh };
    },
  });
  await session.sessionReady();
  expect(session.currentTokens()).toBeNull();
});

test('an order retried after a lost response reuses its idempotency key; after a response it gets a new one', async () => {
  signedIn();
  const keys = () => api.to('POST /api/placeorder/').map(({ headers }) => headers.get('Idempotency-Key'));
  api.answer({ 'POST /api/placeorder/': 'unreachable' });
  await expect(signedOnce('/api/placeorder/', { a: 1 })).rejects.toMatchObject({ status: 0 });
  await openPage();
  api.answer({ 'POST /api/placeorder/': { status: 409, body: { detail: 'Hết hàng' } } });
  await expect(signedOnce('/api/placeorder/', { a: 1 })).rejects.toMatchObject({ status: 409 });
  api.answer({ 'POST /api/placeorder/': { status: 201, body: { id: 1 } } });
  await expect(signedOnce('/api/placeorder/', { a: 1 })).resolves.toEqual({ id: 1 });
  const [first, second, third] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
