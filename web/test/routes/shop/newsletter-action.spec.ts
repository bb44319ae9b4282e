import { action } from '~/routes/shop/home/route';
import { fakeApi } from '../../support/api';

const BOUNDARY = 'multipart/form-data; boundary=x';

/** Sends a body to the home page, as the web server hands it to the page. */
async function send(body: BodyInit | null, type?: string) {
  const headers: HeadersInit = type === undefined ? {} : { 'Content-Type': type };
  const request = new Request('http://shop.example/?index', { method: 'POST', body, headers });
  const { data, init } = await action({ request, params: {}, context: {} as never });
  return { data, status: init?.status };
}

test('the form of the newsletter subscribes its address', async () => {
  const api = fakeApi({ 'POST /api/newsletter/': { status: 201, body: { detail: 'ok' } } });
  const answer = await send(new URLSearchParams({ email: ' lan@example.com ' }));
  expect(answer).toEqual({ data: { isSubscribed: true }, status: undefined });
  expect(api.calls.map(({ body }) => body)).toEqual([{ email: 'lan@example.com' }]);
});

test.each([
  ['a text', 'lan@example.com', 'text/plain'],
  ['JSON', '{"email":"lan@example.com"}', 'application/json'],
  ['a broken multipart form', '--y\r\nlan@example.com', BOUNDARY],
  ['nothing', null, undefined],
])('%s in place of the form of the newsletter answers 400 and is sent nowhere', async (_name, body, type) => {
  const api = fakeApi();
  const { data, status } = await send(body, type);
  expect([status, data]).toEqual([400, { isSubscribed: false, error: 'Vui lòng nhập email', email: '' }]);
  expect(api.calls).toEqual([]);
});
