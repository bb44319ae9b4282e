import { LoginPrincipals } from '../../src/auth/login/login-principals.js';
import { CHAT_RECORDS } from '../../src/chat/personal-records.sql.js';
import { roomOf, type Room } from '../../src/chat/room.js';
import { SendMessageService } from '../../src/chat/send-message.service.js';
import type { Principal } from '../../src/platform/http/access.js';
import { openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { eventually } from '../support/payments/card.js';

openShop();

const REFUSAL = { error: 'Tài khoản không còn tồn tại', client_id: 'late' };
const PASSWORD = 'mat-khau-1';

const principalOf = async ({ access = '' }: Shopper): Promise<Principal> => {
  const who = await shop().app.get(LoginPrincipals).findByToken(access);
  if (!who) throw new Error('The login is over');
  return who;
};
/** Sends as a socket does whose login was open at the last check. */
const say = (who: Principal, room: Room) =>
  shop()
    .app.get(SendMessageService)
    .send(who, room, JSON.stringify({ message: 'Còn áo không?', client_id: 'late' }));
const close = async (who: Shopper) =>
  expect((await who.post('/auth/users/me/close/', { current_password: PASSWORD })).status).toBe(204);
const roomsOf = ({ id }: Shopper): Promise<unknown[]> =>
  shop().db.query('SELECT FROM chat_rooms WHERE $1 IN (low_user_id, high_user_id)', [id]);
const waitingForRow = async () => {
  const waiting: unknown[] = await shop().db.query(
    'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
  );
  return waiting.length;
};

/** An account whose row stays, or goes, when it is closed: an order of its own keeps it. */
async function account(row: string): Promise<Shopper> {
  const who = await given.shopper({ balance: row === 'anonymised' ? 100_000 : 0, password: PASSWORD });
  if (row === 'anonymised') {
    const { id } = await given.paidOrder(who, { total: 100_000 });
    const admin = await given.admin();
    expect((await admin.patch(`/api/orders/${id}/`, { isDelivered: true })).status).toBe(200);
  }
  return who;
}

/** Closes an account, and acts while its transaction, which has deleted the conversations, waits to commit. */
async function whileClosing(who: Shopper, act: (commit: () => void) => Promise<void>): Promise<void> {
  const { deletePersonalData } = CHAT_RECORDS;
  let commit = () => {};
  const held = new Promise<void>((resolve) => (commit = resolve));
  let closing = Promise.resolve();
  const deleted = new Promise<void>((resolve, reject) => {
    jest.spyOn(CHAT_RECORDS, 'deletePersonalData').mockImplementation(async (tx, id) => {
      await deletePersonalData?.(tx, id);
      resolve();
      await held;
    });
    closing = close(who);
    closing.catch(reject);
  });
  try {
    await deleted;
    await act(commit);
  } finally {
    commit();
    await closing;
  }
}

describe.each(['anonymised', 'erased'])('a message of an %s account', (row) => {
  test.each([true, false])('is refused while it is closed, and leaves no room (had one: %s)', async (hasRoom) => {
    const an = await account(row);
    const [who, room] = [await principalOf(an), roomOf(1, an.id)];
    if (hasRoom) expect(await say(who, room)).toBeNull();
    await whileClosing(an, async (commit) => {
      const answer = say(who, room);
      await eventually(waitingForRow, 1);
      commit();
      expect(await answer).toEqual(REFUSAL);
    });
    expect(await roomsOf(an)).toEqual([]);
  });

  test('is refused after it is closed, from a socket that is still open', async () => {
    const an = await account(row);
    const who = await principalOf(an);
    await close(an);
    expect(await say(who, roomOf(1, an.id))).toEqual(REFUSAL);
    expect(await roomsOf(an)).toEqual([]);
  });

  test('is refused to it too: an administrator cannot write to it', async () => {
    const [an, admin] = [await account(row), await given.admin()];
    await close(an);
    expect(await say(await principalOf(admin), roomOf(1, an.id))).toEqual(REFUSAL);
    expect(await roomsOf(an)).toEqual([]);
  });
});

test('a message of a closed administrator is refused in every room', async () => {
  const [leaving, an, admin] = [await given.admin(), await given.shopper(), await given.admin()];
  const [who, room] = [await principalOf(leaving), roomOf(1, an.id)];
  expect((await admin.delete(`/auth/users/${leaving.id}/`)).status).toBe(204);
  expect(await say(who, room)).toEqual(REFUSAL);
  expect(await roomsOf(an)).toEqual([]);
});
