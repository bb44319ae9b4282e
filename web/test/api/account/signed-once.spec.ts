import { signedOnce } from '~/api/account/signed-once';
import { fakeApi } from '../../support/api';
import { signedIn } from '../../support/given';

const PATH = '/api/things/';
let shop: ReturnType<typeof fakeApi>;

beforeEach(() => {
  signedIn();
  shop = fakeApi({
    [`POST ${PATH}`]: { status: 201, body: { id: 1 } },
    'POST /auth/jwt/refresh/': { body: { access: 'access-2', refresh: 'refresh-2' } },
  });
});

const send = (body: unknown = { a: 1 }) => signedOnce<{ id: number }>(PATH, body);
const fail = async (body?: unknown) => expect(send(body)).rejects.toThrow();
const keys = () => shop.to(`POST ${PATH}`).map(({ headers }) => headers.get('Idempotency-Key'));

test('two concurrent identical calls share one idempotency key', async () => {
  await Promise.all([send(), send()]);
  const [first, second] = keys();
  expect(first).toMatch(/^\w{32}$/);
  expect(second).toBe(first);
});

test.each([
  ['a lost answer', 'unreachable' as const],
  ['a breakdown', { status: 503 }],
  ['a body that came too slowly', { status: 408 }],
  ['too many calls', { status: 429, headers: { 'Retry-After': '1' } }],
])('after %s a retry reuses the key, and another body gets a new key', async (_, reply) => {
  shop.answer({ [`POST ${PATH}`]: reply });
  await fail();
  await fail({ a: 2 });
  await fail();
  const [first, other, again] = keys();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test.each([
  ['done', { status: 201, body: { id: 1 } }],
  ['refused', { status: 409, body: { detail: 'Đã hết hàng' } }],
])('after a call was %s, the same call gets a new key', async (_, reply) => {
  shop.answer({ [`POST ${PATH}`]: reply });
  await send().catch(() => undefined);
  await send().catch(() => undefined);
  const [first, again] = keys();
  expect(again).not.toBe(first);
});

test('a session that ends between attempts keeps the key for the retry after sign-in', async () => {
  shop.answer({ [`POST ${PATH}`]: 'unreachable' });
  await fail();
  shop.answer({ [`POST ${PATH}`]: { status: 401 }, 'POST /auth/jwt/refresh/': { status: 401 } });
  await fail();
  signedIn();
  shop.answer({ [`POST ${PATH}`]: { status: 201, body: { id: 1 } } });
  await send();
  expect(new Set(keys()).size).toBe(1);
});

test('a retry that meets its running first attempt waits for that response', async () => {
  const busy = { status: 409, headers: { 'Retry-After': '0' }, body: { detail: 'Yêu cầu trước đang được xử lý.' } };
  let callCount = 0;
  shop.answer({ [`POST ${PATH}`]: () => (++callCount < 3 ? busy : { status: 201, body: { id: 7 } }) });
  await expect(send()).resolves.toEqual({ id: 7 });
  expect(new Set(keys()).size).toBe(1);

  shop.answer({ [`POST ${PATH}`]: busy });
  await fail();
  await fail();
  expect(new Set(keys().slice(3)).size).toBe(1);
});
