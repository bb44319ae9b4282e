import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { AiSearchAnswer } from '../../src/contract/search/ai-search.js';
import { ListProduct, Review } from '../../src/contract/catalog/catalog.js';
import { ChatMessage } from '../../src/contract/chat.js';
import { ReviewPage } from '../../src/contract/catalog/reviews.js';
import { Goods } from './goods.js';
import {
  SUFFIX,
  adminAccess,
  call,
  closeAccount,
  expectError,
  form,
  hasAdmin,
  origin,
  picture,
  read,
  register,
  useShop,
  type Account,
} from './caller.js';

let user: Account;
let goods: Goods | undefined;

// Before the shop closes.
afterAll(async () => {
  await goods?.remove();
  if (user) await closeAccount(user);
});
useShop();
beforeAll(async () => (user = await register()));

const asUser = (method: string, path: string, body?: object) => call(method, path, { access: user.access, body });

const chatAddress = (room: string) => `${origin().replace(/^http/, 'ws')}/ws/chat/${room}/`;

/** @returns the HTTP status of a refused socket */
async function socketStatus(room: string, protocols: string[]): Promise<number | undefined> {
  const socket = new WebSocket(chatAddress(room), protocols);
  socket.on('error', () => undefined);
  const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

test('the newsletter takes an address once', async () => {
  const subscribe = () => call('POST', '/api/newsletter/', { body: { email: `tin-${SUFFIX}@example.com` } });
  expect([(await subscribe()).status, (await subscribe()).status]).toEqual([201, 200]);
});

test('a conversation with the shop is its shopper’s alone', async () => {
  const room = `1_${user.id}`;
  expect(read(await asUser('GET', `/api/chat/messages/${room}/`), ChatMessage.array())).toEqual([]);
  expectError(await call('GET', `/api/chat/messages/${room}/`), 401);
  expectError(await asUser('GET', `/api/chat/messages/1_${user.id + 1}/`), 403);
  expectError(await asUser('GET', `/api/chat/messages/${user.id}_1/`), 404);
});

test.each([
  ['without a token', [], 401],
  ['with a wrong token', ['jwt', 'abc.def.ghi'], 401],
])('the chat refuses a socket %s', async (_what, protocols, status) => {
  expect(await socketStatus(`1_${user.id}`, protocols)).toBe(status);
});

test('the chat refuses a socket to the conversation of another', async () => {
  expect(await socketStatus(`1_${user.id + 1}`, ['jwt', user.access])).toBe(403);
});

test('a message sent by a socket is stored, and comes back to its sender', async () => {
  const room = `1_${user.id}`;
  const socket = new WebSocket(chatAddress(room), ['jwt', user.access]);
  await once(socket, 'open');
  const received = once(socket, 'message');
  socket.send(JSON.stringify({ message: `Xin chào ${SUFFIX}`, sender_id: user.id }));
  const [data] = (await received) as [Buffer];
  const message = ChatMessage.parse(JSON.parse(data.toString()));
  expect(message).toMatchObject({ message: `Xin chào ${SUFFIX}`, sender_id: user.id });
  const refused = once(socket, 'message');
  socket.send('không phải JSON');
  expect(JSON.parse(((await refused) as [Buffer])[0].toString())).toEqual({ error: expect.any(String) });
  socket.close();
  const history = read(await asUser('GET', `/api/chat/messages/${room}/`), ChatMessage.array());
  expect(history.map(({ id }) => id)).toContain(message.id);
});

test('the AI search answers a text, and refuses none', async () => {
  const answer = read(
    await call('POST', '/api/ai-search/text/', { body: { text: 'váy đỏ', limit: 3 } }),
    AiSearchAnswer,
  );
  expect(answer.products.length).toBeLessThanOrEqual(3);
  expectError(await call('POST', '/api/ai-search/combined/', { body: form({}) }), 400);
});

test('the AI search takes words and a picture together', async () => {
  const body = form({ text: 'áo thun', image: await picture() });
  read(await call('POST', '/api/ai-search/combined/', { body }), AiSearchAnswer);
});

test('the AI search answers a picture, and refuses a file that is none', async () => {
  const search = (image: Blob) => call('POST', '/api/ai-search/image/', { body: form({ image, limit: 2 }) });
  const answer = read(await search(await picture()), AiSearchAnswer);
  expect(answer.products.length).toBeLessThanOrEqual(2);
  expectError(await search(new Blob(['không phải ảnh'], { type: 'image/png' })), 415);
});

(hasAdmin ? describe : describe.skip)('a product (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  let admin: string;
  let id: number;
  beforeAll(async () => {
    admin = await adminAccess();
    goods = await Goods.of(admin, `Khách kiểm thử ${SUFFIX}`);
    id = (await goods.product()).id;
  });

  test('is reviewed once by a user; an administrator edits and deletes the review', async () => {
    const at = `/api/products/${id}/reviews/`;
    expectError(await call('POST', at, { body: { rating: 5, comment: 'Đẹp' } }), 401);
    expectError(await asUser('POST', at, { rating: 6, comment: 'Đẹp' }), 400);
    const review = read(await asUser('POST', at, { rating: 4, comment: 'Đẹp' }), Review, 201);
    expectError(await asUser('POST', at, { rating: 4, comment: 'Đẹp' }), 400);
    expect(read(await call('GET', `${at}?page=1`), ReviewPage).count).toBe(1);
    const body = { rating: 3, comment: 'Ổn' };
    expectError(await asUser('PUT', `${at}${review.id}/`, body), 403);
    expect((await call('PUT', `${at}${review.id}/`, { access: admin, body })).status).toBe(200);
    expectError(await call('PUT', `/api/products/2147483647/reviews/${review.id}/`, { access: admin, body }), 404);
    expect((await call('DELETE', `${at}${review.id}/`, { access: admin })).status).toBe(204);
  });

  test('becomes a favourite once, and stops being one', async () => {
    const body = { product_id: id };
    expect((await asUser('POST', '/api/favorites/', body)).status).toBe(201);
    expect((await asUser('POST', '/api/favorites/', body)).status).toBe(200);
    const favorites = read(await asUser('GET', '/api/favorites/'), ListProduct.array());
    expect(favorites.map((product) => product.id)).toEqual([id]);
    expect((await asUser('DELETE', '/api/favorites/', body)).status).toBe(204);
    expect((await asUser('DELETE', '/api/favorites/', body)).status).toBe(204);
  });
});
