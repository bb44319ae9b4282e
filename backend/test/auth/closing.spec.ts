import { Me } from '../../src/contract/auth.js';
import { answer, openShop, shop, visitor } from '../support/client.js';
import { given, statuses } from '../support/given.js';

openShop();

const PASSWORD = 'mat-khau-1';
const close = (caller: { post: (path: string, body: object) => unknown }, current_password: unknown = PASSWORD) =>
  caller.post('/auth/users/me/close/', { current_password }) as ReturnType<ReturnType<typeof visitor>['post']>;

/** What a shopper has written to the shop. */
async function say(id: number): Promise<void> {
  await shop().db.query(
    'INSERT INTO chat_rooms (low_user_id, high_user_id, messages, last_message_id) VALUES (1, $1::integer, 1, $1::integer)',
    [id],
  );
  await shop().db.query(
    'INSERT INTO chat_messages (id, low_user_id, high_user_id, number, sender_id, message) VALUES ($1::integer, 1, $1::integer, 1, $1::integer, $2)',
    [id, `Chào MAY, tôi là ${id}`],
  );
}

describe('closing one’s own account', () => {
  test('needs the password', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    for (const wrong of [null, '', 'wrong-one', 5]) {
      const reply = await close(caller, wrong);
      expect([reply.status, Object.keys(reply.body)]).toEqual([400, ['detail', 'error', 'current_password']]);
    }
    expect((await close(visitor())).status).toBe(401);
    expect((await caller.get('/auth/users/me/')).status).toBe(200);
  });

  test('erases one that bought nothing', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    expect((await close(caller)).status).toBe(204);
    expect((await caller.get('/auth/users/me/')).status).toBe(401);
    expect(await shop().db.query('SELECT 1 FROM users WHERE id = $1', [caller.id])).toEqual([]);
  });

  test('is refused while the wallet holds money, and says how much; then keeps orders and ledger', async () => {
    const caller = await given.shopper({ balance: 250_000, password: PASSWORD });
    await given.paidOrder(caller, { total: 100_000 });
    const refused = await close(caller);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ balance: 150_000, detail: expect.stringContaining('150.000 VND') as string });
    await given.paidOrder(caller, { total: 150_000 });
    await say(caller.id);
    expect((await close(caller)).status).toBe(204);
    const [kept]: object[] = await shop().db.query(
      `SELECT (SELECT count(*) FROM orders WHERE user_id = $1)::int AS orders, (SELECT count(*) FROM wallet_transactions w
       JOIN accounts a ON a.id = w.account_id WHERE a.user_id = $1)::int AS lines, closed_at FROM users WHERE id = $1`,
      [caller.id],
    );
    expect(kept).toEqual({ orders: 2, lines: 3, closed_at: expect.any(Date) as Date });
    expect(await shop().db.query('SELECT 1 FROM chat_messages')).toEqual([]);
  });

  test('leaves an administrator: the last one is refused, also when two leave at once', async () => {
    await shop().db.query('UPDATE users SET is_staff = false');
    const admins = await Promise.all([1, 2].map(() => given.shopper({ isAdmin: true, password: PASSWORD })));
    expect(statuses(await Promise.all(admins.map((admin) => close(admin))))).toEqual({ 204: 1, 409: 1 });
  });

  test('asked for twice at once is done once', async () => {
    const caller = await given.shopper({ password: PASSWORD });
    const replies = await Promise.all([close(caller), close(caller)]);
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('one’s own data', () => {
  test('come as a file with everything that the shop keeps, and nothing of others', async () => {
    const caller = await given.shopper({ balance: 500_000 });
    const other = await given.shopper({ balance: 500_000 });
    const me = answer(await caller.get('/auth/users/me/'), Me);
    const [order] = [await given.paidOrder(caller), await given.paidOrder(other)];
    await caller.post('/api/newsletter/', { email: me.email });
    await shop().db.query(`INSERT INTO reviews (product_id, user_id, rating, comment) VALUES ($1, $2, 4, 'Vừa vặn')`, [
      order.product,
      caller.id,
    ]);
    await caller.post('/api/favorites/', { product_id: order.product });
    for (const { id } of [caller, other]) await say(id);
    const reply = await caller.get('/auth/users/me/data/');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+\.json"$/);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toMatchObject({
      profile: [{ id: caller.id, username: caller.username, email: me.email }],
      sign_ins: [{ revoked_at: null }],
      orders: [{ id: order.id, total_price: 100_000, city: 'Huế', items: [{ qty: 1, price: 100_000 }] }],
      wallet: [{ balance: 400_000 }],
      wallet_transactions: [{ amount: 100_000 }, { amount: 500_000 }],
      reviews: [{ comment: 'Vừa vặn' }],
      favorites: [{ product_id: order.product }],
      chat_messages: [{ sender_id: caller.id, message: `Chào MAY, tôi là ${caller.id}` }],
      newsletter: [{ email: me.email }],
    });
    expect(JSON.stringify(reply.body)).not.toContain(other.username);
    expect(JSON.stringify(reply.body)).not.toContain(`tôi là ${other.id}`);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|password/);
    expect((await visitor().get('/auth/users/me/data/')).status).toBe(401);
  });
});
