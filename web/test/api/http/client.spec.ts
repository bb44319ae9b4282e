import { TEXTS } from 'contract/rules';
import { ApiError, api, queryString, sentenceOf } from '~/api/http/client';
import { fakeApi } from '../../support/api';

let shop: ReturnType<typeof fakeApi>;

beforeEach(() => {
  shop = fakeApi({ 'GET /api/colors/': { body: [{ id: 1 }] }, 'POST /api/things/': { status: 204 } });
});

test('a response is parsed as JSON, and an empty one is undefined', async () => {
  await expect(api('/api/colors/')).resolves.toEqual([{ id: 1 }]);
  await expect(api('/api/things/', { method: 'POST', body: { a: 1 } })).resolves.toBeUndefined();
});

test('body, token and idempotency key are sent as the contract says', async () => {
  await api('/api/things/', { method: 'POST', body: { a: 1 }, token: 'abc', idempotencyKey: 'once' });
  const [call] = shop.calls;
  expect(call?.body).toEqual({ a: 1 });
  expect(call?.headers.get('Authorization')).toBe('JWT abc');
  expect(call?.headers.get('Idempotency-Key')).toBe('once');
  expect(call?.headers.get('Content-Type')).toBe('application/json');
});

test('an error has status, message, field errors and body', async () => {
  const body = { detail: 'Sai rồi', error: 'Sai rồi', email: ['Email không hợp lệ'], expected: { totalPrice: 5 } };
  shop.answer({ 'GET /api/colors/': { status: 409, body } });
  const error = await api('/api/colors/').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 409, detail: 'Sai rồi', fields: { email: ['Email không hợp lệ'] }, body });
});

test('a network failure has status 0 and a displayable message', async () => {
  shop.answer({ 'GET /api/colors/': 'unreachable' });
  const error = await api('/api/colors/').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 0 });
  expect(sentenceOf(error)).toMatch(/thử lại/);
  expect(sentenceOf(new Error('SELECT boom'))).not.toContain('SELECT');
});

test.each([
  ['a refusal', { status: 409, body: { detail: 'Đơn hàng đã được thanh toán.' } }, 'Đơn hàng đã được thanh toán.'],
  ['a gateway with a sentence', { status: 503, body: { detail: 'Hệ thống đang bận.' } }, 'Hệ thống đang bận.'],
  ['a gateway without one', { status: 502 }, 'Không thể gửi'],
  ['a part that is down', { status: 503, body: { detail: TEXTS.unavailable } }, 'Không thể gửi'],
  ['the unexpected', { status: 500, body: { detail: 'Đã xảy ra lỗi. Vui lòng thử lại.' } }, 'Không thể gửi'],
  ['no answer', 'unreachable' as const, 'Không thể gửi'],
])("the message of %s is the server's, or a default if it has none", async (_, reply, sentence) => {
  shop.answer({ 'GET /api/colors/': reply });
  const error = await api('/api/colors/').catch((thrown: unknown) => thrown);
  expect(sentenceOf(error, 'Không thể gửi')).toBe(sentence);
});

test('an aborted call throws the abort, not a server failure', async () => {
  const leaving = new AbortController();
  leaving.abort();
  shop.answer({ 'GET /api/colors/': 'unreachable' });
  await expect(api('/api/colors/', { signal: leaving.signal })).rejects.not.toBeInstanceOf(ApiError);
});

test('empty parameters are left out of a query', () => {
  expect(queryString({ keyword: 'áo & quần', page: 2, brand: null, sort: '', in_stock: undefined })).toBe(
    '?keyword=%C3%A1o+%26+qu%E1%BA%A7n&page=2',
  );
  expect(queryString({ page: 0 })).toBe('?page=0');
  expect(queryString()).toBe('');
});
