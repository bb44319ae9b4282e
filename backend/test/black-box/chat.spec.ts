import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { ChatMessage, ChatRoom } from '../../src/contract/chat.js';
import { pageSchema } from '../../src/contract/common.js';
import { SUPPORT_USER_ID } from '../../src/contract/rules.js';
import {
  adminAccess,
  call,
  closeAccount,
  expectError,
  hasAdmin,
  origin,
  read,
  register,
  useShop,
  type Account,
} from './caller.js';

const NO_ID = 2_147_483_647;

let shopper: Account;
let other: Account;
let room: string;

// Before the shop closes.
afterAll(async () => {
  for (const account of [shopper, other]) if (account) await closeAccount(account);
});
useShop();
beforeAll(async () => {
  [shopper, other] = [await register(), await register()];
  room = `${SUPPORT_USER_ID}_${shopper.id}`;
});

const history = (query = '', access = shopper.access) => call('GET', `/api/chat/messages/${room}/${query}`, { access });
const messages = async (query = '') => read(await history(query), ChatMessage.array());
const withProtocols = (name: string, protocols: string[], options = {}) =>
  new WebSocket(`${origin().replace(/^http/, 'ws')}/ws/chat/${name}/`, protocols, options);
const connect = (name: string, access: string, options = {}) => withProtocols(name, ['jwt', access], options);

/** @returns the HTTP status of a refused socket */
async function refusalOf(socket: WebSocket): Promise<number | undefined> {
  socket.on('error', () => undefined);
  const [, reply] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  reply.resume();
  return reply.statusCode;
}

async function opened(name: string, access: string): Promise<WebSocket> {
  const socket = connect(name, access);
  await once(socket, 'open');
  return socket;
}

/** @returns the next frame that the socket receives */
async function next(socket: WebSocket): Promise<unknown> {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString()) as unknown;
}

/** Sends a frame. @returns what comes back */
function send(socket: WebSocket, frame: object | string): Promise<unknown> {
  const answer = next(socket);
  socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return answer;
}

test.each(['1', '1_', '01_7', '1_1', 'a_b', '7_1', '0_7'])('the room %s is not found', async (name) => {
  expectError(await call('GET', `/api/chat/messages/${name}/`, { access: shopper.access }), 404);
  expect(await refusalOf(connect(name, shopper.access))).toBe(404);
});

test('another’s room is neither read nor entered', async () => {
  expectError(await history('', other.access), 403);
  expect(await refusalOf(connect(room, other.access))).toBe(403);
});

test.each([
  ['without a token', []],
  ['with a wrong token', ['jwt', 'abc.def.ghi']],
])('a socket %s is refused with 401', async (_what, protocols) => {
  expect(await refusalOf(withProtocols(room, protocols))).toBe(401);
});

test('a page of another origin opens no socket', async () => {
  expect(await refusalOf(connect(room, shopper.access, { origin: 'https://example.com' }))).toBe(403);
});

test('a message comes to every socket of the room; a blank one is ignored; `before` goes back', async () => {
  const [one, two] = [await opened(room, shopper.access), await opened(room, shopper.access)];
  const seen = next(two);
  one.send(JSON.stringify({ message: '   ', sender_id: shopper.id }));
  const first = ChatMessage.parse(await send(one, { message: 'Xin chào', sender_id: shopper.id }));
  expect(first).toMatchObject({ message: 'Xin chào', sender_id: shopper.id });
  expect(await seen).toEqual(first);
  // A missing sender is oneself.
  const second = ChatMessage.parse(await send(one, { message: 'Còn áo không?' }));
  expect(second.sender_id).toBe(shopper.id);
  expect((await messages()).map(({ id }) => id)).toEqual([first.id, second.id]);
  expect((await messages(`?before=${second.id}`)).map(({ id }) => id)).toEqual([first.id]);
  expectError(await history('?before=x'), 400);
  for (const socket of [one, two]) socket.close();
});

test('too long a message, a foreign sender and what is no JSON are refused and not kept, and the socket stays', async () => {
  const before = await messages();
  const socket = await opened(room, shopper.access);
  const isRefused = { error: expect.any(String) };
  expect(await send(socket, { message: 'a'.repeat(2_001), sender_id: shopper.id })).toEqual(isRefused);
  expect(await send(socket, { message: 'Xin chào', sender_id: other.id })).toEqual(isRefused);
  expect(await send(socket, { message: 7 })).toEqual(isRefused);
  expect(await send(socket, 'không phải JSON')).toEqual(isRefused);
  const longest = { message: 'a'.repeat(2_000), sender_id: shopper.id };
  expect(await send(socket, longest)).toMatchObject(longest);
  expect(await messages()).toHaveLength(before.length + 1);
  socket.close();
});

(hasAdmin ? describe : describe.skip)('an administrator (needs SHOP_ADMIN_USERNAME, SHOP_ADMIN_PASSWORD)', () => {
  let admin: string;
  beforeAll(async () => (admin = await adminAccess()));

  test('sees the rooms with their latest message and what is unread, until it reads them, and answers there', async () => {
    const own = await opened(room, shopper.access);
    const sent = await send(own, { message: 'Có ai không?', sender_id: shopper.id });
    const entry = async () => {
      const list = await call('GET', `/api/chat/rooms/?page=1&search=${shopper.username}`, { access: admin });
      return read(list, pageSchema(ChatRoom)).results.find((row) => row.room === room)!;
    };
    const { id, username } = shopper;
    expect(await entry()).toMatchObject({ user: { id, username }, last_message: sent });
    expect((await entry()).unread).toBeGreaterThan(0);
    expect((await history('', admin)).status).toBe(200);
    expect((await entry()).unread).toBe(0);
    const socket = await opened(room, admin);
    const received = next(own);
    const answer = ChatMessage.parse(await send(socket, { message: 'MAY xin nghe' }));
    expect(answer.sender_id).not.toBe(shopper.id);
    expect(await received).toEqual(answer);
    for (const each of [own, socket]) each.close();
  });

  test('does not find the room of a user that does not exist', async () => {
    expectError(await call('GET', `/api/chat/messages/${SUPPORT_USER_ID}_${NO_ID}/`, { access: admin }), 404);
  });
});
