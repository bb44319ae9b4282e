import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '../../src/app.js';
import { PostgresRelay } from '../../src/chat/sockets/postgres-relay.js';
import { RedisRelay } from '../../src/chat/sockets/redis-relay.js';
import { Config } from '../../src/platform/config/config.js';
import { asOwner, openShop, shop } from '../support/client.js';
import { given, times, type Shopper } from '../support/given.js';
import { Talker } from './talker.js';
import { until } from '../support/until.js';

const SECRET = 'a secret that two processes share, and the tests';
openShop({ JWT_SECRET: SECRET });

let an: Shopper;
let room: string;
const talkers: Talker[] = [];
beforeEach(async () => {
  an = await given.shopper();
  room = `1_${an.id}`;
});
afterEach(() => talkers.splice(0).forEach((talker) => talker.leave()));

const enter = async (who: Shopper, at = shop().url) => {
  const talker = await Talker.enter(who, room, at);
  talkers.push(talker);
  return talker;
};
const admins = (count: number) => times(count, () => given.admin());
const readMessages = async (): Promise<{ id: number; message: string }[]> => {
  const rows: { id: string; message: string }[] = await shop().db.query(
    'SELECT id, message FROM chat_messages WHERE high_user_id = $1 ORDER BY id',
    [an.id],
  );
  return rows.map(({ id, message }) => ({ id: Number(id), message }));
};

/** What each listener has: every message, once, in the order of the ids. */
async function expectAll(listeners: Talker[], count: number): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.hears(count, 30_000)));
  const all = await readMessages();
  expect(all).toHaveLength(count);
  for (const { messages } of listeners) expect(messages.map(({ id, message }) => ({ id, message }))).toEqual(all);
}

/** Everybody says the given number of things at once, as fast as the shop allows. */
function talk(speakers: Talker[], each: number): void {
  for (let n = 0; n < each; n += 1) speakers.forEach((speaker, index) => speaker.say({ message: `${index}/${n}` }));
}

test('20 listeners get 500 messages of 25 speakers, each once and in order', async () => {
  const speakers = await Promise.all((await admins(25)).map((admin) => enter(admin)));
  const listeners = await Promise.all((await admins(19)).map((admin) => enter(admin)));
  listeners.push(await enter(an));
  talk(speakers, 20);
  await expectAll([...listeners, ...speakers], 500);
});

test('one’s own messages are stored in the order they were sent', async () => {
  const talker = await enter(an);
  for (let n = 0; n < 20; n += 1) talker.say({ message: `${n}` });
  await talker.hears(20);
  expect(talker.texts).toEqual(Array.from({ length: 20 }, (_, n) => `${n}`));
});

describe('two processes', () => {
  const processes: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of processes) {
      child.disconnect();
      await once(child, 'exit');
    }
  });

  /** The built backend in a process of its own, on the database and Redis of this file. @returns where it listens */
  async function start(): Promise<string> {
    const config = shop().app.get(Config);
    const child = fork(path.resolve(import.meta.dirname, '../../../dist/backend/main.js'), {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        SEED: 'none',
        DATABASE_URL: config.databaseUrl,
        REDIS_URL: config.redisUrl ?? '',
        BACKEND_PORT: '0',
        DATA_DIR: os.tmpdir(),
        JWT_SECRET: SECRET,
        DRAIN_SECONDS: '0',
      },
      execArgv: [],
    });
    processes.push(child);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return `http://127.0.0.1:${port}`;
  }

  test('give everyone every message, once and in order, and say goodbye', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const speakers = await Promise.all(
      (await admins(10)).map((admin, index) => enter(admin, index % 2 === 0 ? first : second)),
    );
    const listeners = await Promise.all([first, second].map((at) => enter(an, at)));
    talk(speakers, 20);
    await expectAll([...speakers, ...listeners], 200);

    processes[0]?.kill('SIGTERM');
    expect(await listeners[0]?.isClosed()).toBe(1012);
    expect(listeners[1]?.closed).toBeUndefined();
    processes.shift();
  });
});

describe('when news get lost', () => {
  let neighbour: Awaited<ReturnType<typeof createApp>>;
  let there: string;
  beforeAll(async () => {
    neighbour = await createApp(shop().app.get(Config));
    await neighbour.listen(0, '127.0.0.1');
    there = (await neighbour.getUrl()).replace('[::1]', '127.0.0.1');
  });
  afterAll(() => neighbour.close());

  test('the database’s listening connections are cut while messages flow: nothing is missing', async () => {
    const listeners = [await enter(an), await enter(an, there)];
    const speakers = await Promise.all(
      (await admins(10)).map((admin, index) => enter(admin, index % 2 === 0 ? shop().url : there)),
    );
    for (let n = 0; n < 20; n += 1) {
      speakers.forEach((speaker, index) => speaker.say({ message: `${index}/${n}` }));
      if (n % 5 === 0) {
        await asOwner(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'may-chat' AND datname = current_database()`,
        );
      }
      // A few rounds are always under way.
      await listeners[0]!.hears(Math.max(0, n - 2) * 10);
    }
    await expectAll([...speakers, ...listeners], 200);
  });

  test('a message that a process stores but does not publish reaches the others', async () => {
    for (const relay of [PostgresRelay, RedisRelay]) jest.spyOn(relay.prototype, 'publish').mockReturnValue();
    const [speaker, listener] = [await enter(an), await enter(await given.admin(), there)];
    for (let n = 0; n < 5; n += 1) speaker.say({ message: `${n}` });
    await listener.hears(5, 3_000);
    await expectAll([speaker, listener], 5);
  });

  test('news that come twice, late and mixed up are given once and in order', async () => {
    let repeated = 0;
    for (const relay of [PostgresRelay, RedisRelay]) {
      const { publish } = relay.prototype;
      jest.spyOn(relay.prototype, 'publish').mockImplementation(function (this: PostgresRelay & RedisRelay, message) {
        const again = () => {
          repeated += 1;
          publish.call(this, message);
        };
        setTimeout(again, (message.number % 4) * 40);
        setTimeout(again, 200);
      });
    }
    const [speaker, listener] = [await enter(an), await enter(await given.admin(), there)];
    for (let n = 0; n < 20; n += 1) speaker.say({ message: `${n}` });
    await expectAll([speaker, listener], 20);
    await until('all news came twice', () => repeated === 40);
    listener.say({ message: 'last' }); // The speaker has said all that the limit allows.
    await listener.hears(21);
    expect(listener.messages).toHaveLength(21);
  });

  test('a message too long for a notification arrives', async () => {
    const [speaker, listener] = [await enter(an), await enter(await given.admin(), there)];
    const long = '\u0001"'.repeat(1_000);
    speaker.say({ message: `a${long.slice(2)}` });
    await listener.hears(1);
    expect(listener.texts[0]).toHaveLength(1_999);
  });
});
