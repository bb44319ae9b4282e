import { Counts } from '../../src/contract/administration/dashboard.js';
import { ChatMessage, ChatRoom } from '../../src/contract/chat.js';
import { pageSchema } from '../../src/contract/common.js';
import { answer, asOwner, openShop, shop, visitor } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { Talker } from './talker.js';

openShop();

let admin: Shopper;
let an: Shopper;
let binh: Shopper;
beforeEach(async () => {
  await asOwner('DELETE FROM chat_rooms');
  [admin, an, binh] = [await given.admin(), await given.shopper(), await given.shopper()];
});

const roomOf = ({ id }: { id: number }) => `1_${id}`;
const history = async (by: Shopper, of: Shopper, query = '') =>
  answer(await by.get(`/api/chat/messages/${roomOf(of)}/${query}`), ChatMessage.array());
const rooms = async (query = '') => answer(await admin.get(`/api/chat/rooms/${query}`), ChatRoom.array());

/** Writes messages straight into the database, half of them the shop's. */
async function conversation(shopper: Shopper, count: number): Promise<void> {
  await shop().db.query(
    `WITH said AS (SELECT n, nextval('chat_message_ids') AS id FROM generate_series(1, $2::integer) n),
       room AS (INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id)
         SELECT 1, $1, $2, max(id) FROM said)
     INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
     SELECT id, 1, $1, n, CASE WHEN n % 2 = 0 THEN 1 ELSE $1 END, 'câu ' || n FROM said`,
    [shopper.id, count],
  );
}

/** Writes the shopper's next message straight into the database. */
async function say(shopper: Shopper): Promise<void> {
  await shop().db.query(
    `WITH room AS (UPDATE chat_rooms SET message_count = message_count + 1, last_message_id = nextval('chat_message_ids')
       WHERE high_user_id = $1 RETURNING message_count, last_message_id)
     INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
     SELECT last_message_id, 1, $1, message_count, $1, 'câu nữa' FROM room`,
    [shopper.id],
  );
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `câu ${first + index}`);

describe('the history', () => {
  test('is the newest fifty, oldest first, and pages back', async () => {
    await conversation(an, 120);
    const newest = await history(an, an);
    expect(newest.map(({ message }) => message)).toEqual(from(71, 120));
    const older = await history(an, an, `?before=${newest[0]?.id}`);
    expect(older.map(({ message }) => message)).toEqual(from(21, 70));
    const oldest = await history(admin, an, `?before=${older[0]?.id}`);
    expect(oldest.map(({ message }) => message)).toEqual(from(1, 20));
    expect(oldest[0]).toMatchObject({ sender_id: an.id });
    expect(await history(an, an, `?before=${oldest[0]?.id}`)).toEqual([]);
  });

  test('goes on from the last message that was heard', async () => {
    await conversation(an, 60);
    const [first] = await history(an, an);
    const missed = await history(an, an, `?after=${first?.id}`);
    expect(missed.map(({ message }) => message)).toEqual(from(12, 60));
    expect(await history(an, an, `?after=${missed.at(-1)?.id}`)).toEqual([]);
  });

  test('is empty before the first word', async () => {
    expect(await history(an, an)).toEqual([]);
  });

  test.each(['before=abc', 'before=0', 'after=-1', 'before=1e3'])('%s is a 400', async (query) => {
    const reply = await an.get(`/api/chat/messages/${roomOf(an)}/?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toHaveProperty(query.split('=')[0] ?? '');
  });

  test('is the two’s and the administrators’', async () => {
    const path = `/api/chat/messages/${roomOf(an)}/`;
    expect((await visitor().get(path)).status).toBe(401);
    expect((await binh.get(path)).status).toBe(403);
    expect((await an.get(path)).status).toBe(200);
    expect((await admin.get(path)).status).toBe(200);
    await shop().db.query('UPDATE users SET is_active = false WHERE id = $1', [an.id]);
    expect((await given.admin().then((other) => other.get(path))).status).toBe(200);
  });

  test.each(['7', '7_1', '5_5', '01_7', '1_07', '1_7_9', 'a_b', '1_99999999999', '0_7', '1_2147483647', '1_-7'])(
    'there is no room %s',
    async (room) => {
      expect((await admin.get(`/api/chat/messages/${room}/`)).status).toBe(404);
    },
  );
});

describe('the list of rooms', () => {
  test('has the latest first, with its last message and what no administrator has seen', async () => {
    await conversation(an, 5);
    await conversation(binh, 1);
    expect(await rooms()).toMatchObject([
      {
        room: roomOf(binh),
        user: { id: binh.id, username: binh.username },
        last_message: { message: 'câu 1' },
        unread: 1,
      },
      { room: roomOf(an), user: { id: an.id, avatar: null }, last_message: { message: 'câu 5' }, unread: 3 },
    ]);
  });

  test('counts nothing once an administrator has read it, and a shopper’s own reading changes nothing', async () => {
    await conversation(an, 5);
    await history(an, an);
    expect(await rooms()).toMatchObject([{ unread: 3 }]);
    await history(await given.admin(), an);
    expect(await rooms()).toMatchObject([{ unread: 0 }]);
  });

  test('older pages and an observing administrator mark nothing as read', async () => {
    await conversation(an, 3);
    await history(admin, an, '?before=1');
    expect(await rooms()).toMatchObject([{ unread: 2 }]);
  });

  test('is paged and searched', async () => {
    await conversation(an, 1);
    await conversation(binh, 1);
    const page = answer(await admin.get('/api/chat/rooms/?page=2&page_size=1'), pageSchema(ChatRoom));
    expect(page).toMatchObject({ count: 2, page: 2, page_size: 1, results: [{ room: roomOf(an) }] });
    expect(answer(await admin.get('/api/chat/rooms/?page=9'), pageSchema(ChatRoom)).results).toEqual([]);
    const name = encodeURIComponent(an.username.toUpperCase());
    expect(await rooms(`?search=${name}`)).toMatchObject([{ room: roomOf(an) }]);
    await an.patch('/auth/users/me/', { phone: '0916345678' });
    expect(await rooms('?search=0916%20345%20678')).toMatchObject([{ room: roomOf(an) }]);
    expect(await rooms('?search=%25')).toEqual([]);
    const silent = await given.shopper();
    expect(await rooms(`?search=${encodeURIComponent(silent.username)}`)).toEqual([
      {
        room: roomOf(silent),
        user: { id: silent.id, username: silent.username, avatar: null },
        last_message: null,
        unread: 0,
        is_unanswered: false,
      },
    ]);
    expect(await rooms()).toHaveLength(2);
    expect((await admin.get('/api/chat/rooms/?page=0')).status).toBe(400);
  });

  test('may be of unanswered conversations alone, as the dashboard counts them', async () => {
    await conversation(an, 1);
    await conversation(binh, 2);
    expect(await rooms('?unanswered=1')).toMatchObject([{ room: roomOf(an) }]);
    expect(await rooms(`?unanswered=1&search=${encodeURIComponent(binh.username)}`)).toEqual([]);
    expect(answer(await admin.get('/api/admin/counts/'), Counts).unanswered_chats).toBe(1);
    // Read is not answered.
    await history(admin, an);
    expect(await rooms('?unanswered=1')).toHaveLength(1);
    expect(await rooms('?unanswered=')).toHaveLength(2);
    expect((await admin.get('/api/chat/rooms/?unanswered=yes')).status).toBe(400);
  });

  test('has no unanswered conversation that an administrator has settled, until its shopper writes again', async () => {
    await conversation(an, 1);
    const [{ last_message: last } = { last_message: null }] = await rooms('?unanswered=1');
    const path = `/api/chat/rooms/${roomOf(an)}/settle/`;
    expect((await admin.post(path, { last_message_id: last!.id })).status).toBe(204);
    expect(await rooms('?unanswered=1')).toEqual([]);
    expect(await rooms()).toMatchObject([{ is_unanswered: false }]);
    expect(answer(await admin.get('/api/admin/counts/'), Counts).unanswered_chats).toBe(0);
    await say(an);
    expect(await rooms('?unanswered=1')).toMatchObject([{ is_unanswered: true }]);
    // It was settled up to the message that the administrator had seen.
    expect((await admin.post(path, { last_message_id: last!.id })).status).toBe(204);
    expect(await rooms('?unanswered=1')).toHaveLength(1);
  });

  test('settles only conversations of the shop, and only for administrators', async () => {
    await conversation(an, 1);
    const settle = (by: Shopper, room: string) => by.post(`/api/chat/rooms/${room}/settle/`, { last_message_id: 1 });
    expect((await settle(an, roomOf(an))).status).toBe(403);
    for (const room of ['7', roomOf(binh), `${an.id}_${binh.id}`]) expect((await settle(admin, room)).status).toBe(404);
    expect((await admin.post(`/api/chat/rooms/${roomOf(an)}/settle/`, {})).status).toBe(400);
  });

  test('stays quick with a hundred thousand messages', async () => {
    await shop().db.query(
      `WITH shopper AS (
         INSERT INTO users (username, username_key, email, email_key, password_hash)
         SELECT 'đông-' || n, 'đông-' || n, n || '@dong', n || '@dong', '' FROM generate_series(1, 1000) n RETURNING id),
       said AS (SELECT id AS shopper, n, nextval('chat_message_ids') AS id FROM shopper, generate_series(1, 100) n),
       room AS (INSERT INTO chat_rooms (low_user_id, high_user_id, message_count, last_message_id)
         SELECT 1, shopper, 100, max(id) FROM said GROUP BY shopper)
       INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message)
       SELECT id, 1, shopper, n, shopper, 'câu ' || n FROM said`,
    );
    // The application's role may not analyze tables: PostgreSQL would skip them.
    await asOwner('ANALYZE users, chat_rooms, chat_messages');
    let plan = '';
    const query = shop().db.query.bind(shop().db);
    const spy = jest.spyOn(shop().db, 'query').mockImplementation(async (sql, values?: unknown) => {
      if (sql.includes('WITH page')) {
        const lines: { 'QUERY PLAN': string }[] = await query(`EXPLAIN ANALYZE ${sql}`, values as unknown[]);
        plan += lines.map((line) => line['QUERY PLAN']).join('\n');
      }
      return query(sql, values as unknown[]);
    });
    const page = answer(await admin.get('/api/chat/rooms/?page=1&page_size=20'), pageSchema(ChatRoom));
    spy.mockRestore();
    expect(page).toMatchObject({ count: 1_000, results: { length: 20 } });
    expect(page.results[0]?.unread).toBe(100);
    // Only the page's own rooms and messages are looked at: a plan that reads a table shows a sequential scan of it.
    expect(plan).not.toMatch(/Seq Scan on chat_(messages|rooms)/);
    expect(plan).toMatch(/Execution Time/);
  });
});

test('messages cannot be changed, and are deleted with the account', async () => {
  await conversation(an, 2);
  await expect(shop().db.query(`UPDATE chat_messages SET message = 'khác'`)).rejects.toThrow(/permission denied/);
  await expect(shop().db.query('DELETE FROM chat_messages')).rejects.toThrow(/permission denied/);
  await shop().db.query('DELETE FROM users WHERE id = $1', [an.id]);
  expect(await shop().db.query('SELECT 1 FROM chat_messages')).toEqual([]);
});

test('messages of an erased administrator stay in the name of the shop', async () => {
  const gone = await given.admin();
  const talker = await Talker.enter(gone, roomOf(an));
  talker.say({ message: 'Chào bạn' });
  await talker.hears(1);
  await asOwner(`DELETE FROM users WHERE id = ${gone.id}`);
  expect(await history(an, an)).toMatchObject([{ message: 'Chào bạn', sender_id: 1 }]);
});
