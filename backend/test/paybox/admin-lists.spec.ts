import { parse } from 'csv-parse/sync';
import { pageSchema } from '../../src/contract/common.js';
import {
  AdminWallet,
  DepositIntent,
  TransactionTotals,
  WalletTotals,
  WalletTransaction,
} from '../../src/contract/money/paybox.js';
import { SHOP_TIME_ZONE } from '../../src/contract/shop-day.js';
import { linesWhere, readLinesToExport } from '../../src/paybox/admin/statement-lines.sql.js';
import { rollUpDays } from '../../src/dashboard/daily-rollup.js';
import { post, walletOf } from '../../src/ledger/ledger.js';
import { answer, asOwner, openShop, shop } from '../support/client.js';
import { given, type Shopper } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';

openShop();
expectSoundLedger();

let admin: Shopper;
let mai: Shopper;
let lan: Shopper;
beforeAll(async () => {
  admin = await given.admin();
  mai = await given.shopper({ balance: 300_000 });
  lan = await given.shopper({ balance: 50_000 });
  await lan.patch('/auth/users/me/', { phone: '+84915345678' });
});

const WALLETS = '/api/admin/paybox/wallets/';
const LINES = '/api/admin/paybox/transactions/';
const wallets = async (query: string) =>
  answer(await admin.get(`${WALLETS}?page=1&${query}`), pageSchema(AdminWallet)).results.map(
    (wallet) => wallet.user_info.username,
  );
const walletTotals = async (query = '') => answer(await admin.get(`${WALLETS}totals/?${query}`), WalletTotals);
const lines = async (query: string) =>
  answer(await admin.get(`${LINES}?page=1&page_size=100&${query}`), pageSchema(WalletTransaction));
const lineTotals = async (query = '') => answer(await admin.get(`${LINES}totals/?${query}`), TransactionTotals);
const walletIdOf = async ({ id }: Shopper) => (await walletOf(shop().db.manager, id)).id;

describe('wallets', () => {
  test('are found by owner, sorted and filtered, with the sum of their balances', async () => {
    expect(await wallets(`search=${encodeURIComponent(mai.username.toUpperCase())}`)).toEqual([mai.username]);
    expect(await wallets('search=nobody_here')).toEqual([]);
    expect(await wallets('search=0915%20345%20678')).toEqual([lan.username]);
    expect(await wallets('sort=balance-desc')).toEqual([mai.username, lan.username]);
    expect(await wallets('sort=balance-asc')).toEqual([lan.username, mai.username]);
    expect(await walletTotals()).toEqual({ count: 2, locked: 0, liability: 350_000, owed: 0 });
    await admin.patch(`${WALLETS}${await walletIdOf(lan)}/`, { is_active: false });
    expect(await wallets('state=locked')).toEqual([lan.username]);
    expect(await wallets('state=active')).toEqual([mai.username]);
    expect(await walletTotals('state=locked')).toEqual({ count: 1, locked: 1, liability: 50_000, owed: 0 });
    await admin.patch(`${WALLETS}${await walletIdOf(lan)}/`, { is_active: true });
  });

  test('that are locked or unlocked are recorded in the audit log, once per change', async () => {
    const id = await walletIdOf(mai);
    for (const is_active of [false, false, true]) await admin.patch(`${WALLETS}${id}/`, { is_active });
    const log = await admin.audit(`subject=wallet&subject_id=${id}`);
    expect(log).toMatchObject([
      { action: 'unlock', subject_name: mai.username, before: { is_active: false }, after: { is_active: true } },
      {
        action: 'lock',
        subject_name: mai.username,
        actor: { id: admin.id },
        before: { is_active: true },
        after: { is_active: false },
      },
    ]);
    expect(log).toHaveLength(2);
  });

  test.each(['state=open', 'sort=balance', 'page=0'])('%s is refused', async (query) => {
    expect((await admin.get(`${WALLETS}?${query}`)).status).toBe(400);
    expect((await admin.get(`${WALLETS}totals/?${query}`)).status).toBe(400);
  });
});

describe('transactions', () => {
  let order: number;
  let takenBack: number;
  beforeAll(async () => {
    order = (await given.paidOrder(mai, { total: 120_000 })).id;
    await mai.post('/api/paybox/refund-request/', { order_id: order, reason: 'Chật' });
    await admin.post(`/api/admin/paybox/refund/${order}/approve/`);
    await given.paidOrder(lan, { total: 10_000 });
    await lan.post('/api/paybox/deposit/', { amount: 70_000 });
    // A correction downwards: the transfer tells its direction.
    takenBack = await shop().db.transaction(async (tx) => {
      const wallet = await walletOf(tx, lan.id);
      await post(tx, { kind: 'TRANSFER', from: wallet, to: 'corrections', amount: 5_000, description: '=1+1' });
      const [line]: { id: number }[] = await tx.query('SELECT max(id) AS id FROM wallet_transactions');
      return line?.id ?? 0;
    });
    await asOwner(`UPDATE wallet_transactions SET created_at = '2024-02-29T17:00:00Z' WHERE id = ${takenBack}`);
    // The day was moved behind the back of what counts it.
    await asOwner(`TRUNCATE wallet_rollup_queue; INSERT INTO wallet_rollup_queue
      SELECT shop_date(w.created_at), transaction_type, status,
        CASE WHEN transaction_type = 'PAYMENT' OR t.debit_account_id = w.account_id THEN -1 ELSE 1 END, 1, w.amount
      FROM wallet_transactions w LEFT JOIN transfers t ON t.id = w.transfer_id`);
  });

  const ALL = { count: 7, incoming: 470_000, outgoing: 135_000 };

  test.each([
    ['', ALL],
    ['type=PAYMENT', { count: 2, incoming: 0, outgoing: 130_000 }],
    ['type=REFUND', { count: 1, incoming: 120_000, outgoing: 0 }],
    ['type=TRANSFER', { count: 3, incoming: 350_000, outgoing: 5_000 }],
    // What is not paid yet has not moved.
    ['status=PENDING', { count: 1, incoming: 0, outgoing: 0 }],
    ['type=DEPOSIT&status=COMPLETED', { count: 0, incoming: 0, outgoing: 0 }],
    ['from=2024-03-01&to=2024-03-01', { count: 1, incoming: 0, outgoing: 5_000 }],
    ['to=2024-02-29', { count: 0, incoming: 0, outgoing: 0 }],
    ['search=WHO&type=PAYMENT', { count: 1, incoming: 0, outgoing: 10_000 }],
    ['wallet=WALLET', { count: 4, incoming: 50_000, outgoing: 15_000 }],
    ['search=0915.345.678&type=PAYMENT', { count: 1, incoming: 0, outgoing: 10_000 }],
    ['search=%23ORDER', { count: 2, incoming: 120_000, outgoing: 120_000 }],
    ['search=nobody_here', { count: 0, incoming: 0, outgoing: 0 }],
  ])('%j: rows, count and sums agree', async (pattern, totals) => {
    const query = pattern
      .replace('WHO', encodeURIComponent(lan.username))
      .replace('WALLET', String(await walletIdOf(lan)))
      .replace('ORDER', String(order));
    const check = async () => {
      const { count, results } = await lines(query);
      expect(await lineTotals(query)).toEqual(totals);
      const moved = results.filter(({ status }) => status === 'COMPLETED');
      const sum = (isIncoming: boolean) =>
        moved.reduce((total, { amount, is_incoming: is }) => total + (is === isIncoming ? amount : 0), 0);
      expect([sum(true), sum(false)]).toEqual([totals.incoming, totals.outgoing]);
      expect([count, results.length]).toEqual([totals.count, totals.count]);
    };
    await check();
    await rollUpDays(shop().db);
    await check();
  });

  test('have the same direction in their owner’s list, a correction that of its transfer', async () => {
    const own = answer(await lan.get('/api/paybox/transactions/'), WalletTransaction.array());
    const ways = own.map(({ id, is_incoming }) => [id, is_incoming]);
    expect(ways).toContainEqual([takenBack, false]);
    const { results } = await lines(`wallet=${await walletIdOf(lan)}`);
    expect(results.map(({ id, is_incoming }) => [id, is_incoming])).toEqual(expect.arrayContaining(ways));
    expect(own.map(({ transaction_type: type, is_incoming: is }) => `${type} ${is}`)).toEqual([
      'DEPOSIT true',
      'PAYMENT false',
      'TRANSFER true',
      'TRANSFER false',
    ]);
  });

  test('are listed in every order, with the same pages from either end', async () => {
    const ids = async (query: string) => (await lines(query)).results.map(({ id }) => id);
    const newest = await ids('');
    expect(newest.at(-1)).toBe(takenBack);
    expect(await ids('sort=created-asc')).toEqual(newest.toReversed());
    const amounts = (await lines('sort=amount-desc')).results.map(({ amount }) => amount);
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    expect(await ids('sort=amount-asc')).toEqual((await ids('sort=amount-desc')).reverse());
    const pages: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const reply = answer(await admin.get(`${LINES}?page=${page}&page_size=2`), pageSchema(WalletTransaction));
      pages.push(...reply.results.map(({ id }) => id));
    }
    expect(pages).toEqual(newest);
  });

  test.each(['type=GIFT', 'status=LOST', 'wallet=x', 'from=2024-02-30', 'sort=name-asc'])(
    '%s is refused',
    async (query) => {
      for (const call of ['', 'totals/', 'export/'])
        expect((await admin.get(`${LINES}${call}?${query}`)).status).toBe(400);
    },
  );

  test('are exported by the filters, which the audit log records', async () => {
    const reply = await admin.get(`${LINES}export/`);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="giao-dich-paybox.csv"',
    });
    const rows: Record<string, string>[] = parse(reply.text, { columns: true, bom: true });
    const all = (await lines('')).results;
    expect(rows.map((row) => Number(row['Mã giao dịch']))).toEqual(all.map(({ id }) => id));
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
    // A deposit that waits is a line of the file, and no money yet.
    expect([sum('Tiền vào (VND)') - 70_000, sum('Tiền ra (VND)')]).toEqual([ALL.incoming, ALL.outgoing]);
    expect(rows.at(-1)).toMatchObject({
      'Thời gian': '2024-03-01 00:00:00',
      'Tên đăng nhập': lan.username,
      Loại: 'Điều chỉnh',
      'Trạng thái': 'Hoàn tất',
      'Tiền ra (VND)': '5000',
      'Mô tả': `'=1+1`,
    });
    const some: Record<string, string>[] = parse((await admin.get(`${LINES}export/?type=REFUND`)).text, {
      columns: true,
      bom: true,
    });
    expect(some.map((row) => row['Mã đơn hàng'])).toEqual([String(order)]);
    const log = await admin.audit('subject=transactions');
    expect(log).toMatchObject([
      { action: 'export', actor: { id: admin.id }, after: { type: 'REFUND', count: 1 } },
      { action: 'export', after: { count: ALL.count } },
    ]);
  });

  test('of today are listed under today', async () => {
    const today = dayOf(new Date());
    expect((await lineTotals(`from=${today}&to=${today}`)).count).toBe(ALL.count - 1);
  });
});

const dayOf = (moment: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE }).format(moment);

/** Credits a deposit, as the settlement of its card payment does. */
const settle = (by: Shopper, intentId: string, amount: number) =>
  shop().db.transaction(async (tx) => {
    await tx.query('UPDATE payment_intents SET settled_at = now() WHERE id = $1', [intentId]);
    const deposit = { kind: 'DEPOSIT', from: 'card_clearing', to: await walletOf(tx, by.id), amount } as const;
    await post(tx, { ...deposit, intentId, description: 'Nạp tiền vào ví' });
  });

test('a deposit that is credited later counts on the day on which its money moved, above what came in between', async () => {
  const hoa = await given.shopper();
  const open = async (amount: number) =>
    answer(await hoa.post('/api/paybox/deposit/', { amount }), DepositIntent).paymentIntentId;
  const [late, early] = [await open(31_000), await open(32_000)];
  const longAgo = new Date('2024-02-03T12:00:00Z');
  await shop().db.query(
    'UPDATE wallet_transactions SET created_at = $2, status = status WHERE payment_intent_id = $1',
    [late, longAgo],
  );
  await rollUpDays(shop().db);
  const totalsOf = (moment: Date) => lineTotals(`from=${dayOf(moment)}&to=${dayOf(moment)}`);
  const [before, today] = [await totalsOf(longAgo), await totalsOf(new Date())];
  await settle(hoa, early, 32_000);
  await settle(hoa, late, 31_000);

  expect(await totalsOf(longAgo)).toEqual({ ...before, count: before.count - 1 });
  const credited = { ...today, count: today.count + 1, incoming: today.incoming + 63_000 };
  expect(await totalsOf(new Date())).toEqual(credited);
  await rollUpDays(shop().db);
  expect(await totalsOf(new Date())).toEqual(credited);
  const statement = answer(await hoa.get('/api/paybox/transactions/'), WalletTransaction.array());
  expect(statement.map((line) => line.balance_after)).toEqual([63_000, 32_000]);
  expect((await lines(`wallet=${await walletIdOf(hoa)}`)).results.map(({ id }) => id)).toEqual(
    statement.map(({ id }) => id),
  );
});

test('a settled deposit moves from pending to completed in the sums', async () => {
  const minh = await given.shopper();
  const before = await lineTotals();
  const { body } = await minh.post('/api/paybox/deposit/', { amount: 25_000 });
  const intent = (body as { paymentIntentId: string }).paymentIntentId;
  expect(await lineTotals()).toEqual({ ...before, count: before.count + 1 });
  await settle(minh, intent, 25_000);
  const after = { ...before, count: before.count + 1, incoming: before.incoming + 25_000 };
  expect(await lineTotals()).toEqual(after);
  await rollUpDays(shop().db);
  expect(await lineTotals()).toEqual(after);
});

test('a deposit that is credited between two batches of an export repeats no line', async () => {
  const by = await given.shopper({ balance: 10_000 });
  const intent = answer(await by.post('/api/paybox/deposit/', { amount: 41_000 }), DepositIntent).paymentIntentId;
  await given.paidOrder(by, { total: 10_000 });
  const { db } = shop();
  const where = await linesWhere(db, {}, { wallet: await walletIdOf(by) });
  const first = await readLinesToExport(db, where, undefined, 2);
  expect(first.map(({ type }) => type)).toEqual(['PAYMENT', 'DEPOSIT']);
  await settle(by, intent, 41_000);
  const next = await readLinesToExport(db, where, first.at(-1), 2);
  expect(next.map(({ type }) => type)).toEqual(['TRANSFER']);
});

test('lines of more than a thousand owners are found without naming each', async () => {
  const { db } = shop();
  await db.query(
    `WITH owner AS (INSERT INTO users (username, username_key, email, email_key, password_hash)
       SELECT name, name, name || '@x', name || '@x', '' FROM generate_series(1, 1001) n, concat('đông-', n) name RETURNING id)
     INSERT INTO accounts (kind, user_id) SELECT 'wallet', id FROM owner`,
  );
  await db.query(
    `INSERT INTO wallet_transactions (account_id, transaction_type, amount, status, description)
     SELECT max(id), 'DEPOSIT', 1000, 'FAILED', 'Nạp tiền vào ví' FROM accounts`,
  );
  const query = jest.spyOn(db, 'query');
  const { count, results } = await lines('search=dong-');
  expect([count, results.length]).toEqual([1, 1]);
  const lists = query.mock.calls.flatMap(([, values]) => (values as unknown[] | undefined) ?? []).filter(Array.isArray);
  query.mockRestore();
  expect(lists.filter((list) => list.length > 1_000)).toEqual([]);
});
