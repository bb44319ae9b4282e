import { DataSource } from 'typeorm';
import { LedgerCheck } from '../../src/contract/money/ledger.js';
import { ADVISORY_LOCKS } from '../../src/platform/database/advisory-locks.js';
import { checkFrom, findViolations } from '../../src/ledger-check/ledger-check.js';
import type { Checkpoint } from '../../src/ledger-check/checkpoint.js';
import { INVARIANTS } from '../../src/ledger-check/invariants.js';
import { scopeSince } from '../../src/ledger-check/check-scope.sql.js';
import { LedgerCheckJob } from '../../src/ledger-check/ledger-check.job.js';
import { answer, asOwner, openShop, shop, visitor } from '../support/client.js';
import { given, times } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { until } from '../support/until.js';
import { changeCatalogue } from '../catalog/stocked.js';

openShop();
expectSoundLedger();

/** Runs a statement, checks the ledger, fully or since a checkpoint, and rolls back. @returns the violated invariants */
async function broken(sql: string, since?: Checkpoint): Promise<string[]> {
  const runner = shop().db.createQueryRunner();
  await runner.startTransaction();
  try {
    // Act as a superuser with triggers and foreign keys disabled.
    await runner.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica');
    await runner.query(sql);
    const scope = since && (await scopeSince(runner.manager, since));
    return (await findViolations(runner.manager, scope)).map(({ invariant }) => invariant);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

const OWNERS_WALLET = 'a wallet in a transfer belongs to the buyer of its order or the owner of its card payment';
const CARDS_ORDER = 'what a card took back names the order of its payment';
const ITEMS_SUM = 'the items of an order add up to its items price';

/** Damages of every kind, each with the invariant that must detect it. */
const DAMAGES: [string, string, string][] = [
  [
    'money from nowhere',
    `UPDATE accounts SET balance = balance + 1 WHERE kind = 'wallet'`,
    'all balances together are 0',
  ],
  [
    'an overdrawn wallet',
    `ALTER TABLE accounts DROP CONSTRAINT accounts_check1; UPDATE accounts SET balance = -1 WHERE kind = 'wallet'`,
    'no wallet is below zero',
  ],
  [
    'money moved without a transfer',
    `UPDATE accounts SET balance = balance + 7 WHERE kind = 'wallet'`,
    'a wallet holds its credits less its debits',
  ],
  [
    'a changed transfer',
    `UPDATE transfers SET amount = amount + 1 WHERE kind = 'PAYMENT'`,
    'each transfer starts where the one before left the wallet',
  ],
  [
    'a lost line of a statement',
    `DELETE FROM wallet_transactions WHERE transaction_type = 'PAYMENT'`,
    'each wallet in a transfer has one statement line that says the same',
  ],
  [
    'a payment that its statement calls a deposit',
    `UPDATE wallet_transactions SET transaction_type = 'DEPOSIT' WHERE transaction_type = 'PAYMENT'`,
    'each wallet in a transfer has one statement line that says the same',
  ],
  [
    'a line on the statement of another',
    `UPDATE wallet_transactions SET account_id = (SELECT id FROM accounts WHERE kind = 'sales')`,
    'no statement line names a transfer that another account made',
  ],
  [
    'a paid order that changed its buyer',
    `UPDATE orders SET user_id = user_id + 1 WHERE coupon_code IS NULL`,
    OWNERS_WALLET,
  ],
  ['a wallet that changed its owner', `UPDATE accounts SET user_id = user_id + 1 WHERE kind = 'wallet'`, OWNERS_WALLET],
  [
    'a payment for no order',
    `INSERT INTO transfers (kind, amount, description, debit_account_id, credit_account_id)
     SELECT 'PAYMENT', 5, '', debit.id, credit.id FROM accounts debit, accounts credit
     WHERE debit.kind = 'wallet' AND credit.kind = 'sales'`,
    OWNERS_WALLET,
  ],
  [
    'a refund to the wallet of another',
    `INSERT INTO accounts (id, kind, user_id) VALUES (999, 'wallet', 999);
     INSERT INTO transfers (kind, amount, order_id, description, debit_account_id, credit_account_id)
     SELECT 'REFUND', 5, orders.id, '', debit.id, 999 FROM orders, accounts debit WHERE debit.kind = 'refunds' LIMIT 1`,
    OWNERS_WALLET,
  ],
  [
    'a deposit into the wallet of another',
    `INSERT INTO payment_intents (id, purpose, user_id, amount, settled_at) VALUES ('pi_1', 'deposit', 999, 5, now());
     INSERT INTO transfers (kind, amount, payment_intent_id, description, debit_account_id, credit_account_id)
     SELECT 'DEPOSIT', 5, 'pi_1', '', debit.id, credit.id FROM accounts debit, accounts credit
     WHERE debit.kind = 'card_clearing' AND credit.kind = 'wallet'`,
    OWNERS_WALLET,
  ],
  [
    'a refund of the card that the wallet of another paid',
    `INSERT INTO payment_intents (id, purpose, user_id, amount) VALUES ('pi_1', 'deposit', 999, 5);
     INSERT INTO chargebacks (id, payment_intent_id, kind, amount, status, stage)
     VALUES ('re_1', 'pi_1', 'refund', 5, 'succeeded', 'lost');
     INSERT INTO transfers (kind, amount, chargeback_id, description, debit_account_id, credit_account_id)
     SELECT 'CARD_DEBIT', 5, 're_1', '', debit.id, credit.id FROM accounts debit, accounts credit
     WHERE debit.kind = 'wallet' AND credit.kind = 'card_clearing'`,
    OWNERS_WALLET,
  ],
  [
    'a debt for another order',
    `INSERT INTO payment_intents (id, purpose, user_id, order_id, amount) SELECT 'pi_1', 'order', user_id, id, 5 FROM orders LIMIT 1;
     INSERT INTO chargebacks (id, payment_intent_id, kind, amount, status, stage)
     VALUES ('re_1', 'pi_1', 'refund', 5, 'succeeded', 'lost');
     INSERT INTO transfers (kind, amount, order_id, chargeback_id, description, debit_account_id, credit_account_id)
     SELECT 'CARD_OWED', 5, orders.id, 're_1', '', debit.id, credit.id FROM accounts debit, accounts credit, orders
     WHERE debit.kind = 'receivables' AND credit.kind = 'card_clearing'
       AND orders.id <> (SELECT order_id FROM payment_intents WHERE id = 'pi_1') LIMIT 1`,
    CARDS_ORDER,
  ],
  [
    'a paid debt that nobody had',
    `INSERT INTO transfers (kind, amount, description, debit_account_id, credit_account_id)
     SELECT 'CARD_SETTLED', 5, '', debit.id, credit.id FROM accounts debit, accounts credit
     WHERE debit.kind = 'card_clearing' AND credit.kind = 'receivables'`,
    CARDS_ORDER,
  ],
  [
    'a lost transfer',
    `DELETE FROM transfers WHERE kind = 'PAYMENT'`,
    'a paid order took its total once, any other order nothing',
  ],
  [
    'an order that nobody paid',
    `UPDATE orders SET paid_at = now() WHERE paid_at IS NULL`,
    'a paid order took its total once, any other order nothing',
  ],
  [
    'an order that costs more than its items',
    `UPDATE orders SET items_price = items_price + 1, total_price = total_price + 1 WHERE paid_at IS NULL`,
    ITEMS_SUM,
  ],
  ['a changed price of an item', `UPDATE order_items SET price = price + 1`, ITEMS_SUM],
  ['lost items of an order', `DELETE FROM order_items`, ITEMS_SUM],
  [
    'a bank transfer that no transfer of the ledger books',
    `INSERT INTO bank_transfers (reference, amount, description, state, problem)
     VALUES ('FT1', 5, '', 'unmatched', 'unknown_code')`,
    'a bank transfer is booked as its state says, once',
  ],
  [
    'a movement of the bank account that no bank transfer explains',
    `INSERT INTO transfers (kind, amount, debit_account_id, credit_account_id, description)
     SELECT 'BANK_UNMATCHED', 5, bank.id, unmatched.id, '' FROM accounts bank, accounts unmatched
     WHERE bank.kind = 'bank' AND unmatched.kind = 'unmatched'`,
    'each movement of the bank account books a bank transfer',
  ],
  [
    'a refund that nobody got',
    `UPDATE orders SET refunded_at = now() WHERE paid_at IS NOT NULL`,
    'a refunded order gave its total back, any other order at most a part of it to its card',
  ],
  [
    'a discount that was not booked',
    `DELETE FROM transfers WHERE kind = 'DISCOUNT'`,
    'a paid order with a coupon booked its discount once, any other order none',
  ],
  [
    'a payment into the wrong account',
    `UPDATE transfers SET credit_account_id = (SELECT id FROM accounts WHERE kind = 'refunds') WHERE kind = 'PAYMENT'`,
    'a transfer goes between the accounts that its kind is for',
  ],
  [
    'a refund of the card that nobody booked',
    `INSERT INTO chargebacks (id, payment_intent_id, kind, amount, status, stage)
     SELECT 're_1', id, 'refund', 1, 'succeeded', 'lost' FROM payment_intents LIMIT 1`,
    'what a card took back is booked up to its stage, once',
  ],
  [
    'a debt that was paid and never made',
    `INSERT INTO chargebacks (id, payment_intent_id, kind, amount, status, stage)
     SELECT 're_1', id, 'refund', 5, 'failed', 'funds_reinstated' FROM payment_intents LIMIT 1;
     INSERT INTO transfers (kind, amount, chargeback_id, description, debit_account_id, credit_account_id)
     SELECT 'CARD_SETTLED', 5, 're_1', '', debit.id, credit.id FROM accounts debit, accounts credit
     WHERE debit.kind = 'card_clearing' AND credit.kind = 'receivables'`,
    'nobody owes less than nothing',
  ],
  [
    'a debt that was paid twice',
    `INSERT INTO transfers (kind, amount, description, debit_account_id, credit_account_id, wallet_balance_after)
     SELECT 'DEBT_PAYMENT', 5, '', debit.id, credit.id, 0 FROM accounts debit, accounts credit
     WHERE debit.kind = 'wallet' AND credit.kind = 'receivables' LIMIT 1`,
    'nobody owes less than nothing',
  ],
  [
    'a charge that reached nobody',
    `INSERT INTO payment_intents (id, purpose, user_id, amount, settled_at) VALUES ('pi_1', 'deposit', 1, 5, now())`,
    'a settled intent moved its amount once, any other intent nothing',
  ],
  [
    'a deposit that paid an order',
    `INSERT INTO payment_intents (id, purpose, user_id, amount, settled_at) VALUES ('pi_1', 'deposit', 1, 5, now());
     UPDATE transfers SET payment_intent_id = 'pi_1' WHERE id = (SELECT max(id) FROM transfers WHERE kind = 'PAYMENT')`,
    'an intent for an order paid it or went to the wallet, one for a deposit is a deposit',
  ],
  [
    'a deposit that waits for nothing',
    `UPDATE payment_intents SET closed_at = now()`,
    'a pending deposit waits for an open intent',
  ],
  [
    'pieces from nowhere',
    `UPDATE products SET count_in_stock = count_in_stock + 1`,
    'stock on hand is the sum of its movements',
  ],
  [
    'goods that no order took',
    `DELETE FROM stock_movements WHERE order_id IS NOT NULL`,
    'an order has taken its goods, and has given them back when it ended with them in the shop',
  ],
  [
    'a coupon used too often',
    `ALTER TABLE coupons DROP CONSTRAINT coupons_usage_limit_check; UPDATE coupons SET usage_limit = 0`,
    'a coupon was used no more than it may be',
  ],
  [
    'a buyer who used it too often',
    `ALTER TABLE coupons DROP CONSTRAINT coupons_per_user_limit_check; UPDATE coupons SET per_user_limit = 0`,
    'nobody used a coupon more than they may',
  ],
  [
    'a use of a coupon by an order that has none',
    `UPDATE orders SET coupon_code = NULL`,
    'a coupon is used by orders that have it and were not cancelled, with its buyer',
  ],
  [
    'a delivery that nobody logged',
    `UPDATE orders SET delivered_at = now() WHERE paid_at IS NOT NULL`,
    'an order is in the state that its last event says',
  ],
  [
    'a lost event',
    `DELETE FROM order_events WHERE transition = 'place'`,
    'each event of an order begins where the one before ended',
  ],
];

describe('the check of the ledger finds', () => {
  let [empty, full]: Checkpoint[] = [];
  // Other test files write to other databases of the server, and what they have open could be this one's.
  const proved = async () => {
    let proof = (await checkFrom(shop().db)).checkpoint!;
    const { xid } = proof.next;
    while (BigInt(proof.xid) < BigInt(xid)) proof = (await checkFrom(shop().db, { before: proof })).checkpoint!;
    return proof;
  };

  beforeAll(async () => {
    empty = await proved();
    const shopper = await given.shopper({ balance: 500_000 });
    const order = await given.order(shopper);
    await shopper.post('/api/paybox/payment/', { order_id: order.id });
    await given.order(shopper);
    await given.coupon({ code: 'GIAM20' });
    const withCoupon = await given.placed(shopper, { price: 100_000, coupon_code: 'GIAM20', discount: 20_000 });
    await shopper.post('/api/paybox/payment/', { order_id: withCoupon });
    await shopper.post('/api/paybox/deposit/', { amount: 50_000 });
    full = await proved();
  });

  test.each(DAMAGES)('%s', async (_name, sql, rule) => {
    expect(await broken(sql)).toContain(rule);
  });

  test.each(DAMAGES)('%s, when it checks only new rows', async (_name, sql, rule) => {
    const isOfAll = rule === 'all balances together are 0';
    expect(await broken(sql, empty)).toContain(isOfAll ? 'a wallet holds its credits less its debits' : rule);
  });

  test.each(DAMAGES.filter(([, sql]) => /^(UPDATE (accounts|orders|products|payment_intents)|INSERT)/.test(sql)))(
    '%s, done to what was proved before',
    async (_name, sql) => {
      expect(await broken(sql, full)).not.toEqual([]);
    },
  );

  test('a changed row of an append-only table in a full check', async () => {
    const changed = `UPDATE transfers SET amount = amount + 1 WHERE kind = 'PAYMENT'`;
    expect(await broken(changed, full)).toEqual([]);
    expect(await broken(changed)).not.toEqual([]);
  });

  test('damage to each invariant', () => {
    expect(new Set(DAMAGES.map(([, , rule]) => rule))).toEqual(new Set(Object.keys(INVARIANTS)));
  });
});

test('the worker checks every minute and reports violations in the metrics and to administrators', async () => {
  const rich = await given.shopper({ balance: 10 });
  const admin = await given.admin();
  const readCheck = async () => answer(await admin.get('/api/admin/ledger/'), LedgerCheck);
  expect(await readCheck()).toEqual({
    ...{
      checked_at: null,
      is_overdue: false,
      is_running: false,
      breaches: [],
      waits_for: 'worker',
      attempted_at: null,
    },
    ...{ reason: null, rules_done: 0, rules: Object.keys(INVARIANTS).length, failure: null },
  });
  const metrics = async () => (await visitor().get('/metrics')).text;
  expect(await metrics()).toContain('may_ledger_broken_rules Nan');
  const job = new LedgerCheckJob(shop().db);
  await job.tick();
  expect(await metrics()).toContain('may_ledger_broken_rules 0');
  const unbalance = (by: number) => asOwner(`UPDATE accounts SET balance = balance + ${by} WHERE user_id = ${rich.id}`);
  await unbalance(1);
  await job.tick();
  expect(await metrics()).toContain('may_ledger_broken_rules 1');
  expect((await readCheck()).breaches.map(({ rule }) => rule)).toContain('a wallet holds its credits less its debits');
  await unbalance(-1);
  await job.tick();
  expect(await metrics()).toContain('may_ledger_broken_rules 0');
  expect(await readCheck()).toMatchObject({ is_overdue: false, breaches: [], waits_for: 'nothing' });
  await asOwner(`UPDATE ledger_checks SET checked_at = now() - interval '6 minutes'`);
  expect(await readCheck()).toMatchObject({ is_overdue: true });
});

describe('the worker', () => {
  const job = () => new LedgerCheckJob(shop().db);
  const looks = async () => {
    await job().tick();
    const [row]: { broken: number }[] = await shop().db.query(
      'SELECT jsonb_array_length(breaches) AS broken FROM ledger_checks',
    );
    return row?.broken;
  };
  /** Looks until what is written now is proved: at once, unless another test file has a transaction open on the server. */
  const prove = async () => {
    const { db } = shop();
    const [now]: { xid: string }[] = await db.query('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid');
    const isProved = async () => {
      const [row]: { is: boolean }[] = await db.query(
        `SELECT (checkpoint->>'xid')::xid8 >= $1::xid8 AND checkpoint->'marks'->'transfers' = to_jsonb((SELECT max(id) FROM transfers)) AS is
         FROM ledger_checks`,
        [now?.xid],
      );
      return row?.is;
    };
    do expect(await looks()).toBe(0);
    while (!(await isProved()));
  };
  const asAnybody = (sql: string) => asOwner(`SET LOCAL session_replication_role = replica; ${sql}`);

  test('runs a full check at night, and checks a violated invariant against all rows until it holds', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    await given.paidOrder(shopper);
    await prove();
    const change = (by: number) =>
      asAnybody(`UPDATE transfers SET amount = amount + ${by} WHERE id = (SELECT max(id) FROM transfers)`);
    await change(5);
    expect(await looks()).toBe(0);
    await asOwner(`UPDATE ledger_checks SET full_check_at = now() - interval '25 hours'`);
    expect(await looks()).toBeGreaterThan(0);
    expect(await looks()).toBeGreaterThan(0);
    await change(-5);
    expect(await looks()).toBe(0);
  });

  test('runs a full check when too much was written since the checkpoint', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    await given.paidOrder(shopper);
    await prove();
    const wholeAt = () => shop().db.query<{ full_check_at: Date }[]>('SELECT full_check_at FROM ledger_checks');
    const before = await wholeAt();
    await given.product();
    expect(await looks()).toBe(0);
    expect(await wholeAt()).toEqual(before);
    await changeCatalogue(
      `INSERT INTO products (handle, name, price) SELECT 'nhieu-' || n, 'Áo ' || n, 1000 FROM generate_series(1, 5001) n`,
    );
    expect(await looks()).toBe(0);
    expect(await wholeAt()).not.toEqual(before);
  });

  test('reports that a check is running, and does not start a second one', async () => {
    const admin = await given.admin();
    const isRunning = async () => answer(await admin.get('/api/admin/ledger/'), LedgerCheck).is_running;
    const checkedAt = () => shop().db.query<{ checked_at: Date }[]>('SELECT checked_at FROM ledger_checks');
    await looks();
    const [before, reader] = [await checkedAt(), shop().db.createQueryRunner()];
    await reader.startTransaction();
    await reader.query('SELECT pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCKS.ledgerCheck]);
    expect(await isRunning()).toBe(true);
    await job().tick();
    expect(await checkedAt()).toEqual(before);
    await reader.rollbackTransaction();
    await reader.release();
    expect(await isRunning()).toBe(false);
    await job().tick();
    expect(await checkedAt()).not.toEqual(before);
  });

  test('finds rows that were written before its snapshot and committed after it', async () => {
    const shopper = await given.shopper({ balance: 100_000 });
    const [first, second] = [await given.order(shopper), await given.order(shopper)];
    expect(await looks()).toBe(0);
    const late = shop().db.createQueryRunner();
    await late.startTransaction();
    await late.query(
      `SET LOCAL ROLE NONE;
       INSERT INTO transfers (kind, amount, order_id, description, debit_account_id, credit_account_id)
       SELECT 'DISCOUNT', 5, ${first.id}, '', debit.id, credit.id FROM accounts debit, accounts credit
       WHERE debit.kind = 'discounts' AND credit.kind = 'sales'`,
    );
    for (let minute = 0; minute < 3; minute += 1) expect(await looks()).toBe(0);
    expect((await shopper.post('/api/paybox/payment/', { order_id: second.id })).status).toBe(200);
    for (let minute = 0; minute < 3; minute += 1) expect(await looks()).toBe(0);
    await late.commitTransaction();
    await late.release();
    expect(await looks()).toBe(1);
    await asAnybody(`DELETE FROM transfers WHERE order_id = ${first.id}`);
    expect(await looks()).toBe(0);
  });

  test('runs a full check when the checkpoint is of another database', async () => {
    expect(await looks()).toBe(0);
    await asOwner(
      `UPDATE ledger_checks SET checkpoint = jsonb_set(checkpoint, '{xid}', '"99999999999"'), full_check_at = now()`,
    );
    const shopper = await given.shopper({ balance: 10 });
    await asOwner(`UPDATE accounts SET balance = 11 WHERE user_id = ${shopper.id}`);
    expect(await looks()).toBe(2);
    await asOwner(`UPDATE accounts SET balance = 10 WHERE user_id = ${shopper.id}`);
    expect(await looks()).toBe(0);
  });
});

describe('what the next result waits for', () => {
  const readCheck = async () => answer(await (await given.admin()).get('/api/admin/ledger/'), LedgerCheck);
  const waits = async (what: LedgerCheck['waits_for']) =>
    expect((await visitor().get('/metrics')).text).toContain(`may_ledger_check_waits{for="${what}"} 1`);
  const checkedAt = async () => (await readCheck()).checked_at;
  const makeFullCheckDue = () => asOwner(`UPDATE ledger_checks SET full_check_at = now() - interval '25 hours'`);

  /** A table that the check reads, locked against it until `release`. */
  async function lockCoupons(): Promise<() => Promise<void>> {
    const runner = shop().db.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SET LOCAL ROLE NONE; LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE');
    return async () => {
      await runner.rollbackTransaction();
      await runner.release();
    };
  }
  /** Waits until the check has waited this long for that lock. */
  const hasWaited = (ms: number) =>
    until('the check waits for the lock', () =>
      shop().db.transaction(async (tx) => {
        // The shop's role does not see what sessions do.
        await tx.query('SET LOCAL ROLE NONE');
        const [row]: { n: number }[] = await tx.query(
          `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND clock_timestamp() - query_start > make_interval(secs => $1)`,
          [ms / 1_000],
        );
        return row!.n > 0;
      }),
    );

  beforeAll(() => new LedgerCheckJob(shop().db).tick());

  test('a full check, which no statement timeout ends, with the number of proved rules', async () => {
    const { options } = shop().db;
    const extra = { ...(options as { extra: object }).extra, statement_timeout: 200 };
    const impatient = await new DataSource({ ...options, extra }).initialize();
    await expect(impatient.query('SELECT pg_sleep(1)')).rejects.toThrow('statement timeout');
    const before = await checkedAt();
    await makeFullCheckDue();
    const release = await lockCoupons();
    const ticking = new LedgerCheckJob(impatient).tick();
    try {
      await hasWaited(700);
      expect(await readCheck()).toMatchObject({
        ...{ waits_for: 'full_check', is_running: true, reason: 'night', failure: null },
        rules_done: expect.any(Number) as number,
      });
      expect((await readCheck()).rules_done).toBeGreaterThan(10);
      await waits('full_check');
      expect(await checkedAt()).toBe(before);
    } finally {
      await release();
      await ticking;
      await impatient.destroy();
    }
    expect(await readCheck()).toMatchObject({ waits_for: 'nothing', is_running: false, failure: null });
    expect(await checkedAt()).not.toBe(before);
  });

  test('the check of new rows survives a short statement timeout, too', async () => {
    const { options } = shop().db;
    const extra = { ...(options as { extra: object }).extra, statement_timeout: 200 };
    const impatient = await new DataSource({ ...options, extra }).initialize();
    const before = await checkedAt();
    const release = await lockCoupons();
    const ticking = new LedgerCheckJob(impatient).tick();
    try {
      await hasWaited(700);
      expect(await readCheck()).toMatchObject({ waits_for: 'check', reason: null });
      await waits('check');
    } finally {
      await release();
      await ticking;
      await impatient.destroy();
    }
    expect(await checkedAt()).not.toBe(before);
  });

  test('only one of several workers checks, and the others return at once', async () => {
    await makeFullCheckDue();
    const release = await lockCoupons();
    let left = 0;
    const ticks = times(4, () => new LedgerCheckJob(shop().db).tick().then(() => (left += 1)));
    try {
      await until('three workers have left', () => left === 3);
      await hasWaited(0);
      const { attempted_at: began } = await readCheck();
      await new LedgerCheckJob(shop().db).tick();
      expect((await readCheck()).attempted_at).toBe(began);
    } finally {
      await release();
      await ticks;
    }
    expect(await readCheck()).toMatchObject({ waits_for: 'nothing', failure: null });
  });

  test('the end of a failure, with its reason', async () => {
    const before = await checkedAt();
    await asOwner('ALTER TABLE coupon_uses RENAME TO coupon_uses_away');
    try {
      await new LedgerCheckJob(shop().db).tick();
    } finally {
      await asOwner('ALTER TABLE coupon_uses_away RENAME TO coupon_uses');
    }
    expect(await readCheck()).toMatchObject({ waits_for: 'failure', failure: 'relation "coupon_uses" does not exist' });
    await waits('failure');
    expect(await checkedAt()).toBe(before);
    await new LedgerCheckJob(shop().db).tick();
    expect(await readCheck()).toMatchObject({ waits_for: 'nothing', failure: null });
  });

  test('a worker, when none has tried for minutes', async () => {
    await asOwner(`UPDATE ledger_check_attempts SET began_at = now() - interval '6 minutes'`);
    expect(await readCheck()).toMatchObject({ waits_for: 'worker' });
    await waits('worker');
  });
});
