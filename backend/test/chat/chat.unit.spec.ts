import { MessageRate } from '../../src/chat/sockets/message-rate.js';
import { decodeRelayEvent, encodeRelayEvent, batchEvents } from '../../src/chat/sockets/relay.js';
import { mayEnter, parseRoom, roomOf, sideOf } from '../../src/chat/room.js';

const someone = (id: number, isAdmin = false) => ({ id, isAdmin, loginId: '' });

describe('a room', () => {
  test('is named by two ids in order', () => {
    expect(parseRoom('9_10')).toEqual({ name: '9_10', low: 9, high: 10 });
    for (const wrong of ['10_9', '7_7', '07_9', '1_2147483648', '1', '_', '1_2_3', ' 1_2']) {
      expect(parseRoom(wrong)).toBeNull();
    }
  });

  test.each([
    [someone(1, true), 'low', true],
    [someone(7), 'high', true],
    [someone(5, true), 'low', true],
    [someone(5), null, false],
    // Its right was taken away, or lacks the second factor that the owner requires.
    [someone(1), null, false],
  ])('of the shop: %j', (who, side, isWelcome) => {
    expect([sideOf(roomOf(1, 7), who), mayEnter(roomOf(1, 7), who)]).toEqual([side, isWelcome]);
  });

  test('of two shoppers has onlookers', () => {
    expect([sideOf(roomOf(6, 7), someone(1, true)), mayEnter(roomOf(6, 7), someone(1, true))]).toEqual([null, true]);
  });
});

test('a pace allows so much in any window, and what was refused does not count', () => {
  const pace = new MessageRate(2, 1_000);
  expect([0, 400, 500, 900].map((now) => pace.consume(1, now))).toEqual([true, true, false, false]);
  expect(pace.consume(2, 900)).toBe(true);
  expect([999, 1_000, 1_399, 1_400].map((now) => pace.consume(1, now))).toEqual([false, true, false, true]);
  pace.forgetIdle(1_999);
  expect(pace.consume(1, 1_999)).toBe(false);
});

describe('relay events', () => {
  const storedMessage = (message: string, number = 1) => ({
    room: roomOf(1, 7),
    number,
    id: 5,
    senderId: 7,
    message,
    clientId: null,
    createdAt: new Date(0),
  });

  test('come out as they went in, and without a text that does not fit', () => {
    expect(decodeRelayEvent(`[${encodeRelayEvent(storedMessage('ế'))}]`)).toEqual([storedMessage('ế')]);
    const long = '"'.repeat(2_000) + '\u0001'.repeat(2_000);
    expect(decodeRelayEvent(`[${encodeRelayEvent(storedMessage(long), 7_990)}]`)).toEqual([
      { ...storedMessage(''), message: null },
    ]);
  });

  test('are gathered while some are under way, none larger than the limit, none lost', async () => {
    const sent: string[] = [];
    const releases: (() => void)[] = [];
    const send = batchEvents((payload) => {
      sent.push(payload);
      return new Promise<void>((resolve) => releases.push(resolve));
    }, 20);
    for (const news of ['1', '"22222222"', '"33333"', '"ế"', '"55"']) send(news);
    for (let turn = 0; turn < 10; turn += 1) {
      releases.shift()?.();
      await Promise.resolve().then().then().then();
    }
    expect(sent.flatMap((payload) => JSON.parse(payload) as unknown[])).toEqual([1, '22222222', '33333', 'ế', '55']);
    expect(sent.length).toBeLessThan(5);
    for (const payload of sent) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(20);
  });
});
