import { TEXTS } from '../../../src/contract/rules.js';
import { atOnce, race, type Call, type Reply } from '../../support/barrier.js';
import { eventually } from '../../support/payments/card.js';
import { asOwner, openShop, shop } from '../../support/client.js';
import { given, statuses, times, type Shopper } from '../../support/given.js';
import { holding } from '../../support/holding.js';
import { expectSoundLedger } from '../../support/ledger.js';

openShop();
expectSoundLedger();

const TOTAL = 100_000;
/** How long a transaction waits for a lock. */
const LOCK_MS = 10_000;
const payment = (by: Shopper, { id }: { id: number }, headers: Record<string, string> = {}): Call => ({
  by,
  path: '/api/paybox/payment/',
  body: { order_id: id },
  headers,
});
const rich = async () => {
  const shopper = await given.shopper({ balance: TOTAL });
  return payment(shopper, await given.order(shopper, { total: TOTAL }));
};
const errorOf = ({ body }: Reply) => (body as { error?: string }).error;
const idOf = ({ body }: Call) => (body as { order_id: number }).order_id;

async function paidAmong(calls: Call[]): Promise<number> {
  const [row]: { paid: number }[] = await shop().db.query(
    `SELECT count(*)::int AS paid FROM transfers WHERE kind = 'PAYMENT' AND order_id = ANY ($1)`,
    [calls.map(idOf)],
  );
  return row?.paid ?? 0;
}

describe('payments in one batch', () => {
  race('never return the buyer’s outcome to another user', async () => {
    // Others before them, so that these gather and are done together.
    const others = await times(6, rich);
    const buyer = await given.shopper({ balance: TOTAL });
    const stranger = await given.shopper({ balance: TOTAL });
    const order = await given.order(buyer, { total: TOTAL });
    const replies = await atOnce([...others, payment(stranger, order), payment(buyer, order)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 404, 200]);
    expect([await stranger.balance(), await buyer.balance()]).toEqual([TOTAL, 0]);
  });

  race('share transactions, and each has its own outcome', async () => {
    const good = await times(12, rich);
    const poor = await given.shopper({ balance: TOTAL - 1 });
    const locked = await given.shopper({ balance: TOTAL });
    await shop().db.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [locked.id]);
    const owner = await given.shopper({ balance: 9 * TOTAL });
    const [paid, cancelled, foreign, twice] = await times(4, () => given.order(owner, { total: TOTAL }));
    await owner.post('/api/paybox/payment/', { order_id: paid!.id });
    await owner.post(`/api/orders/${cancelled!.id}/cancel/`);
    const bad = [
      payment(poor, await given.order(poor, { total: TOTAL })),
      payment(locked, await given.order(locked, { total: TOTAL })),
      payment(owner, paid!),
      payment(owner, cancelled!),
      payment(poor, foreign!),
      payment(owner, { id: 2_000_000_000 }),
    ];
    const same = [
      payment(owner, twice!, { 'Idempotency-Key': 'k' }),
      payment(owner, twice!, { 'Idempotency-Key': 'k' }),
    ];
    const replies = await atOnce([...good.slice(0, 6), ...bad, ...same, ...good.slice(6)]);
    expect(replies.map(({ status }) => status)).toEqual(
      [Array(6).fill(200), 400, 403, 409, 409, 404, 404, 200, 200, Array(6).fill(200)].flat(),
    );
    expect(errorOf(replies[6]!)).toBe(TEXTS.insufficientBalance);
    expect([await poor.balance(), await locked.balance(), await owner.balance()]).toEqual([
      TOTAL - 1,
      TOTAL,
      7 * TOTAL,
    ]);
    const [row]: { paid: number; transactions: number }[] = await shop().db.query(
      `SELECT count(*)::int AS paid, count(DISTINCT created_at)::int AS transactions FROM transfers
       WHERE kind = 'PAYMENT' AND order_id = ANY ($1)`,
      [good.map(idOf)],
    );
    expect(row?.paid).toBe(12);
    expect(row?.transactions).toBeLessThan(12);
  });

  race('from one wallet leave a statement without gaps', async () => {
    const shopper = await given.shopper({ balance: 20 * TOTAL });
    const orders = await times(20, () => given.order(shopper, { total: TOTAL }));
    expect(statuses(await atOnce(orders.map((order) => payment(shopper, order))))).toEqual({ 200: 20 });
    const lines = (await shopper.get('/api/paybox/transactions/')).body as { balance_after: number }[];
    expect(lines.map((line) => line.balance_after)).toEqual(Array.from({ length: 21 }, (_, i) => i * TOTAL));
  });

  test.each(['order', 'wallet', 'key'])('do not wait for one whose %s is locked', async (what) => {
    const held = await rich();
    held.headers = { 'Idempotency-Key': 'held' };
    const shopper = held.by as Shopper;
    const sql = {
      order: `SELECT FROM orders WHERE id = ${idOf(held)} FOR UPDATE`,
      wallet: `SELECT FROM accounts WHERE user_id = ${shopper.id} FOR UPDATE`,
      key: `SELECT pg_advisory_xact_lock(770003, hashtext('${shopper.id} held'))`,
    }[what]!;
    const others = await times(8, rich);
    await holding(sql, async (release) => {
      const isAnswered = { held: false };
      const [beside, later] = [others.slice(0, 4), others.slice(4)];
      const waiting = atOnce([held, ...beside]).then((replies) => {
        isAnswered.held = true;
        return replies;
      });
      // Those that come with it: they would wait for the lock until its time is out.
      await eventually(() => paidAmong(beside), 4, LOCK_MS - 2_000);
      // Those that come while it waits.
      expect(statuses(await atOnce(later))).toEqual({ 200: 4 });
      expect(isAnswered.held).toBe(false);
      await release();
      expect(statuses(await waiting)).toEqual({ 200: 5 });
    });
  });

  test('succeed despite one that the database refuses', async () => {
    const calls = await times(8, rich);
    const refused = idOf(calls[3]!);
    await asOwner(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'on purpose'; END $$`,
    );
    await asOwner(
      `CREATE TRIGGER refuse BEFORE INSERT ON transfers FOR EACH ROW WHEN (NEW.order_id = ${refused}) EXECUTE FUNCTION refuse()`,
    );
    try {
      const replies = await atOnce(calls);
      expect(replies.map(({ status }) => status)).toEqual(calls.map((call) => (idOf(call) === refused ? 500 : 200)));
    } finally {
      await asOwner('DROP FUNCTION refuse CASCADE');
    }
    expect(statuses(await atOnce([calls[3]!]))).toEqual({ 200: 1 });
  });
});
