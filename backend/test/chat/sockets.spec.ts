import { JwtService } from '@nestjs/jwt';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { LoginsService } from '../../src/auth/login/logins.service.js';
import { ChatGateway } from '../../src/chat/sockets/chat.gateway.js';
import { ChatMessage, ChatRoom } from '../../src/contract/chat.js';
import { CHAT_CLOSE, TEXTS } from '../../src/contract/rules.js';
import { RATE_LIMITS } from '../../src/platform/rate-limits/rate-limit-list.js';
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.js';
import { Client, answer, asOwner, openShop, shop } from '../support/client.js';
import { given, times, type Shopper } from '../support/given.js';
import { Talker, refusal } from './talker.js';
import { until } from '../support/until.js';

openShop();

let admin: Shopper;
let an: Shopper;
let room: string;
const talkers: Talker[] = [];
beforeEach(async () => {
  [admin, an] = [await given.admin(), await given.shopper()];
  room = `1_${an.id}`;
});
afterEach(() => talkers.splice(0).forEach((talker) => talker.leave()));

const enter = async (who: Shopper, name = room) => {
  const talker = await Talker.enter(who, name);
  talkers.push(talker);
  return talker;
};
const wireOf = ({ socket }: Talker) => (socket as unknown as { _socket: Socket })._socket;
const history = async (by = an, name = room) =>
  answer(await by.get(`/api/chat/messages/${name}/`), ChatMessage.array());
const unread = async () => {
  const rooms = answer(await admin.get('/api/chat/rooms/'), ChatRoom.array());
  return rooms.find((found) => found.room === room)?.unread;
};

describe('who may connect', () => {
  test('a shopper, the shop’s administrators; both are answered the subprotocol without the token', async () => {
    for (const who of [an, admin]) expect((await enter(who)).socket.protocol).toBe('jwt');
  });

  test.each([
    ['without a token', []],
    ['with an empty one', ['jwt']],
    ['with garbage', ['jwt', 'abc.def.ghi']],
    ['with a token under another name', ['bearer', 'x']],
  ])('%s: 401', async (_name, protocols) => {
    expect(await refusal(room, protocols)).toEqual({
      status: 401,
      authenticate: 'JWT',
      detail: TEXTS.loginAgain,
    });
  });

  test('expired, unsigned and refresh tokens: 401', async () => {
    const jwt = shop().app.get(JwtService);
    const { login } = jwt.decode<{ login: string }>(an.access ?? '');
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
    for (const token of [
      jwt.sign({ login }, { audience: 'access', expiresIn: -1 }),
      jwt.sign({ login }, { audience: 'refresh', expiresIn: 60 }),
      `${part({ alg: 'none' })}.${part({ login, aud: 'access' })}.`,
    ]) {
      expect((await refusal(room, ['jwt', token])).status).toBe(401);
    }
  });

  test('another shopper and a deactivated one: 403', async () => {
    const other = await given.shopper();
    expect((await refusal(room, ['jwt', other.access ?? ''])).status).toBe(403);
    await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [an.id]);
    expect((await refusal(room, ['jwt', an.access ?? ''])).status).toBe(403);
  });

  test.each(['7', '7_1', '01_7', '5_5', '1_2147483000', 'x', '1_7/x'])('room %s: 404', async (name) => {
    expect((await refusal(name, ['jwt', admin.access ?? ''])).status).toBe(404);
  });

  test('a page of another origin: 403; pages of the shop and programs: accepted', async () => {
    const protocols = ['jwt', an.access ?? ''];
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      expect((await refusal(room, protocols, { Origin: origin })).status).toBe(403);
    }
    const { host } = new URL(shop().url);
    const own = new WebSocket(`ws://${host}/ws/chat/${room}`, protocols, { origin: shop().url });
    await once(own, 'open');
    own.close();
  });

  test('a refused connection ends, also of a client that does not close it', async () => {
    const server = shop().app.getHttpServer();
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    const before = await connections();
    const client = connect({ port: Number(new URL(shop().url).port), host: '127.0.0.1', allowHalfOpen: true });
    client
      .resume()
      .write(`GET /ws/chat/${room}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await once(client, 'end');
    await until('the shop has closed its end', async () => (await connections()) <= before);
    client.destroy();
  });

  test('plain HTTP requests to the socket’s path answer 404', async () => {
    expect((await an.get(`/ws/chat/${room}/`)).status).toBe(404);
  });
});

describe('a message', () => {
  test('reaches everyone in the room, the sender too, and is in the history', async () => {
    const [shopper, first, second] = [await enter(an), await enter(admin), await enter(await given.admin())];
    shopper.say({ message: '  Áo này còn size M không?\n', sender_id: an.id });
    await Promise.all([shopper, first, second].map((talker) => talker.hears(1)));
    first.say({ message: 'Dạ còn ạ' });
    await Promise.all([shopper, first, second].map((talker) => talker.hears(2)));
    expect(shopper.messages).toMatchObject([
      { message: 'Áo này còn size M không?', sender_id: an.id },
      { message: 'Dạ còn ạ', sender_id: admin.id },
    ]);
    expect(first.messages).toEqual(shopper.messages);
    expect(second.messages).toEqual(shopper.messages);
    expect(await history()).toEqual(shopper.messages);
  });

  test('is stored before it is sent', async () => {
    const talker = await enter(an);
    const stored = new Promise((resolve, reject) => {
      talker.socket.once('message', () => void history().then(resolve, reject));
    });
    talker.say({ message: 'Có ai không?' });
    expect(await stored).toMatchObject([{ message: 'Có ai không?' }]);
  });

  test('is ignored when blank', async () => {
    const talker = await enter(an);
    for (const message of ['', '   ', '\n\t', '\u00a0']) talker.say({ message });
    talker.say({ message: 'thật' });
    await talker.hears(1);
    expect(talker.texts).toEqual(['thật']);
    expect(talker.refusals).toEqual([]);
  });

  test('may have 2,000 characters and no more', async () => {
    const talker = await enter(an);
    talker.say({ message: 'ế'.repeat(2_000) });
    talker.say({ message: 'ế'.repeat(2_001), client_id: 'long' });
    await Promise.all([talker.hears(1), talker.isRefused()]);
    expect(talker.refusals).toEqual([{ error: TEXTS.chatTooLong, client_id: 'long' }]);
    expect(talker.closed).toBeUndefined();
  });

  test.each([
    ['no JSON', 'xin chào'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no text', '{}'],
    ['a number', '{"message":7}'],
    ['a zero byte', JSON.stringify({ message: 'a\0b' })],
    ['a foreign sender', '{"message":"hi","sender_id":1}'],
    ['a sender who is no number', '{"message":"hi","sender_id":"1"}'],
    ['a wrong client_id', '{"message":"hi","client_id":"a b"}'],
  ])('%s is refused, and the socket stays', async (_name, frame) => {
    const talker = await enter(an);
    talker.say(frame);
    await talker.isRefused();
    talker.say({ message: 'vẫn còn đây' });
    await talker.hears(1);
    expect(talker.texts).toEqual(['vẫn còn đây']);
    expect(talker.refusals).toHaveLength(1);
  });

  test('an administrator may read a room of two others, but not write in it', async () => {
    const other = await given.shopper();
    const [onlooker, talker] = [await enter(admin, `${an.id}_${other.id}`), await enter(other, `${an.id}_${other.id}`)];
    onlooker.say({ message: 'Xin chào' });
    await onlooker.isRefused();
    talker.say({ message: 'Chào An' });
    await onlooker.hears(1);
    expect(onlooker.texts).toEqual(['Chào An']);
  });

  test('a message that is sent again with its client_id is stored once', async () => {
    const [talker, listener] = [await enter(an), await enter(admin)];
    talker.say({ message: 'một', client_id: 'id-1' });
    await talker.hears(1);
    talker.leave();
    const again = await enter(an);
    again.say({ message: 'một', client_id: 'id-1' });
    again.say({ message: 'hai', client_id: 'id-2' });
    await Promise.all([again.hears(2), listener.hears(2)]);
    expect(again.messages[0]).toEqual(talker.messages[0]);
    expect(listener.texts).toEqual(['một', 'hai']);
    expect((await history()).map(({ client_id }) => client_id)).toEqual(['id-1', 'id-2']);
    expect((await history(admin)).map(({ client_id }) => client_id)).toEqual([undefined, undefined]);
  });

  test('concurrent copies of a message are stored once', async () => {
    const sockets = await times(4, () => enter(an));
    sockets.forEach((talker) => talker.say({ message: 'một', client_id: 'same' }));
    await Promise.all(sockets.map((talker) => talker.hears(1)));
    expect(await history()).toHaveLength(1);
  });

  test('the client_id of two users is two messages, and cannot be used again in another room', async () => {
    const other = await given.shopper();
    const [mine, theirs, third] = [
      await enter(an),
      await enter(other, `1_${other.id}`),
      await enter(an, `${an.id}_${other.id}`),
    ];
    mine.say({ message: 'của An', client_id: 'x' });
    theirs.say({ message: 'của Bình', client_id: 'x' });
    await Promise.all([mine.hears(1), theirs.hears(1)]);
    third.say({ message: 'của An', client_id: 'x' });
    await third.isRefused();
    expect(third.messages).toEqual([]);
  });
});

describe('read receipts', () => {
  test('messages count as read while their reader is connected', async () => {
    const shopper = await enter(an);
    shopper.say({ message: 'một' });
    await shopper.hears(1);
    expect(await unread()).toBe(1);
    const other = await enter(admin);
    await until('it is read', async () => (await unread()) === 0, 3_000);
    shopper.say({ message: 'hai' });
    await other.hears(1);
    await until('it is read', async () => (await unread()) === 0, 3_000);
    other.leave();
    await other.isClosed();
    shopper.say({ message: 'ba' });
    await shopper.hears(3);
    expect(await unread()).toBe(1);
  });
});

describe('limits', () => {
  test('20 messages in 10 s, over all sockets; then a word, and the socket stays', async () => {
    const [first, second] = [await enter(an), await enter(an)];
    for (let n = 0; n < 12; n += 1)
      [first, second].forEach((talker) => talker.say({ message: `${n}`, client_id: `c${n}` }));
    await until('four are refused', () => first.refusals.length + second.refusals.length > 0, 5_000);
    const helpdesk = await enter(admin);
    helpdesk.say({ message: 'từ từ bạn ơi' });
    await helpdesk.hears(1);
    expect(first.refusals.concat(second.refusals)[0]).toEqual({
      error: 'Bạn gửi tin quá nhanh. Vui lòng chờ vài giây.',
      client_id: expect.any(String),
    });
    expect([first.closed, second.closed]).toEqual([undefined, undefined]);
  });

  test('1,000 messages of a shopper in a day, and any number of an administrator', async () => {
    const limits = shop().app.get(RateLimits);
    const { points } = RATE_LIMITS.chatMessagePerAccountDaily;
    for (const { id } of [an, admin]) await times(points, () => limits.consume('chatMessagePerAccountDaily', id));
    const [shopper, helpdesk] = [await enter(an), await enter(admin)];
    shopper.say({ message: 'còn một câu nữa', client_id: 'a' });
    await shopper.isRefused();
    expect(shopper.refusals).toEqual([{ error: expect.any(String), client_id: 'a' }]);
    helpdesk.say({ message: 'shop đây ạ' });
    await shopper.hears(1);
  });

  test('a message far too long is refused, and the socket stays', async () => {
    const talker = await enter(an);
    talker.say({ message: 'ế'.repeat(30_000) });
    await talker.isRefused();
    expect(talker.refusals).toEqual([{ error: TEXTS.chatTooLong }]);
    talker.say({ message: 'ngắn hơn' });
    await talker.hears(1);
  });

  test('100 KB a frame, or the socket is closed with 1009', async () => {
    const talker = await enter(an);
    talker.say(`"${'x'.repeat(100 * 1024 - 2)}"`);
    await talker.isRefused();
    talker.say(`"${'x'.repeat(100 * 1024 - 1)}"`);
    expect(await talker.isClosed()).toBe(1009);
  });

  test('a user who floods is disconnected', async () => {
    const talker = await enter(an);
    for (let n = 0; n < 150; n += 1) talker.say('x');
    expect(await talker.isClosed()).toBe(CHAT_CLOSE.tooMuch);
    expect(talker.refusals.length).toBeLessThanOrEqual(100);
  });

  test('five sockets a user: the oldest gives way', async () => {
    const sockets = [];
    for (let n = 0; n < 6; n += 1) sockets.push(await enter(an));
    expect(await sockets[0]?.isClosed()).toBe(CHAT_CLOSE.replaced);
    sockets[5]?.say({ message: 'mới' });
    await Promise.all(sockets.slice(1).map((talker) => talker.hears(1)));
    expect(sockets[0]?.messages).toEqual([]);
  });

  test('a client that does not read is disconnected, and delays no other', async () => {
    const slow = await enter(an);
    const talker = await enter(admin);
    wireOf(slow).pause();
    // Written straight into the room, faster than anybody may talk; in portions that whoever reads can take.
    for (let last = 300; last <= 3_000; last += 300) {
      await asOwner(
        `WITH said AS (SELECT n, nextval('chat_message_ids') AS id FROM generate_series(${last} - 299, ${last}) n),
           room AS (INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id)
             SELECT 1, ${an.id}, ${last}, max(id) FROM said ON CONFLICT (low_user_id, high_user_id)
             DO UPDATE SET message_count = excluded.message_count, last_message_id = excluded.last_message_id)
         INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
         SELECT id, 1, ${an.id}, n, 1, repeat('ế', 2000) FROM said`,
      );
      await talker.hears(last, 60_000);
    }
    wireOf(slow).resume();
    expect(await slow.isClosed()).toBe(1006);
    expect(slow.messages.length).toBeLessThan(3_000);
  });
});

describe('sockets that the shop closes', () => {
  test('a login that was signed out, within two seconds; another login of the user stays', async () => {
    const logins = shop().app.get(LoginsService);
    const { access, refresh } = await logins.createLogin(an.id, { userAgent: '', network: '' }, () =>
      Promise.resolve(),
    );
    const leaving = await Talker.enter(new Client(access), room);
    const staying = await enter(an);
    await logins.revokeByToken(refresh);
    expect(await leaving.isClosed(2_000)).toBe(CHAT_CLOSE.loginOver);
    staying.say({ message: 'còn đây' });
    await staying.hears(1);
    expect((await refusal(room, ['jwt', access])).status).toBe(401);
  });

  test('a deactivated account', async () => {
    const talker = await enter(an);
    await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [an.id]);
    expect(await talker.isClosed(2_500)).toBe(CHAT_CLOSE.loginOver);
  });

  test('a former administrator, in rooms of others', async () => {
    const talker = await enter(admin);
    await shop().db.query('UPDATE users SET is_staff = false WHERE id = $1', [admin.id]);
    expect(await talker.isClosed(2_500)).toBe(CHAT_CLOSE.forbidden);
  });

  test('a client that does not answer a ping', async () => {
    const talker = await enter(an);
    const gateway = shop().app.get(ChatGateway);
    Object.assign(talker.socket, { _autoPong: false });
    const pinged = once(talker.socket, 'ping');
    gateway.ping();
    await pinged;
    expect(talker.closed).toBeUndefined();
    gateway.ping();
    expect(await talker.isClosed()).toBe(1006);
  });
});
