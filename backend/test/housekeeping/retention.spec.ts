import { daysBefore } from '../../src/platform/retention/retention.js';
import { RETENTION_RULES } from '../../src/housekeeping/rules.js';
import { shiftDay } from '../../src/contract/shop-day.js';
import { openShop, shop } from '../support/client.js';
import { given } from '../support/given.js';
import { expectSoundLedger } from '../support/ledger.js';
import { DAYS, NIGHT, clean, forgetNights, ruleOf } from './clean.js';

openShop();
expectSoundLedger();

const ALERT = 'INSERT INTO stock_alerts (product_id, email_key, email';
const ALERTED = 'SELECT min(id), gen_random_uuid()::text, $$x$$';
const run = (columns: string, values: string) => `
  WITH run AS (INSERT INTO import_runs (file_name, size, user_id, user_name, ip_address, ${columns})
    VALUES ('a.csv', 1, 1, 'admin', '', ${values}) RETURNING id)
  INSERT INTO import_messages (import_id, kind, line, message) SELECT id, 'error', 1, 'x' FROM run`;

const delivery = (state: string, isActive: boolean) => `
  WITH endpoint AS (INSERT INTO webhook_endpoints (url, events, secret, is_active)
    VALUES ('https://shop.example', '{order.placed}', 'x', ${isActive}) RETURNING id)
  INSERT INTO webhook_deliveries (endpoint_id, event_id, type, subject_id, state, sent_at, created_at)
    SELECT id, gen_random_uuid()::text, 'order.placed', 1, '${state}', now(), $1 FROM endpoint`;

/** What is old: the table, a row of the time `$1`, how many days it stays, and whether it goes at the very moment. */
const OLD: [what: string, table: string, sql: string, days: number, exact: 'goes' | 'stays'][] = [
  [
    'a stored response',
    'idempotency_keys',
    `INSERT INTO idempotency_keys (user_id, key, request_hash, body, created_at) VALUES (1, gen_random_uuid()::text, '', '{}', $1)`,
    ...[1, 'goes'],
  ],
  [
    'a mail since it was sent',
    'mails',
    `INSERT INTO mails (template, user_id, state, sent_at, created_at) VALUES ('password_reset', 1, 'sent', $1, '2020-01-01')`,
    ...[DAYS.mails, 'stays'],
  ],
  [
    'a mail that was given up',
    'mails',
    `INSERT INTO mails (template, user_id, state, created_at) VALUES ('password_reset', 1, 'failed', $1)`,
    ...[DAYS.mails, 'stays'],
  ],
  [
    'an expired refresh token',
    'refresh_tokens',
    `INSERT INTO refresh_tokens (id, login_id, expires_at) SELECT gen_random_uuid(), id, $1 FROM logins LIMIT 1`,
    ...[0, 'goes'],
  ],
  ['a login that was ended', 'logins', 'INSERT INTO logins (user_id, revoked_at) VALUES (1, $1)', DAYS.logins, 'stays'],
  [
    'a login that nobody can continue',
    'logins',
    'INSERT INTO logins (user_id, last_used_at) VALUES (1, $1)',
    ...[30 + DAYS.logins, 'stays'],
  ],
  [
    'an expired link for a new password',
    'password_resets',
    'INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES (gen_random_uuid()::text, 1, $1)',
    ...[0, 'goes'],
  ],
  [
    'an alert that nobody confirmed',
    'stock_alerts',
    `${ALERT}, link_expires_at) ${ALERTED}, $1 FROM products`,
    0,
    'stays',
  ],
  ['an alert that waits', 'stock_alerts', `${ALERT}, confirmed_at) ${ALERTED}, $1 FROM products`, 180, 'stays'],
  [
    'an alert that is over',
    'stock_alerts',
    `${ALERT}, confirmed_at, notified_at) ${ALERTED}, $1, $1 FROM products`,
    ...[30, 'stays'],
  ],
  [
    'the lines of an import that ended',
    'import_messages',
    run('state, created_at, finished_at', `'done', '2020-01-01', $1`),
    ...[DAYS.importLines, 'stays'],
  ],
  [
    'the lines of a refused file',
    'import_messages',
    run('state, created_at', `'refused', $1`),
    ...[DAYS.importLines, 'stays'],
  ],
  ['a checked file that nobody imports', 'import_runs', run('state, created_at', `'ready', $1`), 7, 'stays'],
  [
    'an event of the card provider',
    'webhook_events',
    `INSERT INTO webhook_events (id, type, created_at) VALUES (gen_random_uuid()::text, 'x', $1)`,
    ...[DAYS.webhookEvents, 'stays'],
  ],
  ['a webhook that was sent', 'webhook_deliveries', delivery('sent', true), 30, 'stays'],
  ['a webhook that waits for an endpoint that is off', 'webhook_deliveries', delivery('pending', false), 30, 'stays'],
  [
    'an event of the sandbox',
    'sandbox.events',
    `INSERT INTO sandbox.events (id, payload, created_at) VALUES (gen_random_uuid()::text, '{}', $1)`,
    ...[30, 'stays'],
  ],
  [
    'an idempotent answer of the sandbox',
    'sandbox.responses',
    `INSERT INTO sandbox.responses (key, request, status, body, created_at) VALUES (gen_random_uuid()::text, '', 200, '{}', $1)`,
    ...[1, 'goes'],
  ],
  [
    'a script of a release that no longer runs',
    'web_assets',
    `INSERT INTO web_assets (name, body, is_brotli, seen_at) VALUES (gen_random_uuid() || '.js', '', false, $1)`,
    ...[30, 'stays'],
  ],
] as [string, string, string, number, 'goes' | 'stays'][];

/** What stays however old it is. */
const KEPT: [what: string, table: string, sql: string][] = [
  [
    'a mail that waits to be sent',
    'mails',
    `INSERT INTO mails (template, user_id, created_at) VALUES ('welcome', 1, $1)`,
  ],
  [
    'a login with a valid refresh token',
    'logins',
    `WITH login AS (INSERT INTO logins (user_id, last_used_at) VALUES (1, $1) RETURNING id)
     INSERT INTO refresh_tokens (id, login_id, expires_at) SELECT gen_random_uuid(), id, now() FROM login`,
  ],
  [
    'an import that is done',
    'import_runs',
    `INSERT INTO import_runs (file_name, size, user_id, user_name, ip_address, state, created_at, finished_at)
     VALUES ('a.csv', 1, 1, 'admin', '', 'done', $1, $1)`,
  ],
  ['the lines of a file that can still be imported', 'import_messages', run('state, created_at', `'ready', $1`)],
  ['a webhook that waits to be sent', 'webhook_deliveries', delivery('pending', true)],
  ['the lines of an import that runs', 'import_messages', run('state, created_at', `'importing', $1`)],
];

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const count = async (table: string) => {
  const [row]: { n: number }[] = await shop().db.query(`SELECT count(*)::integer AS n FROM ${table}`);
  return row!.n;
};

describe('retention', () => {
  beforeAll(async () => {
    await given.product();
    await given.admin();
  });
  beforeEach(forgetNights);

  test.each(OLD)('%s goes when it is old, and not a millisecond before', async (_what, table, sql, days, exact) => {
    const edge = daysBefore(NIGHT, days);
    const before = await count(table);
    for (const shift of [-1, 0, 1]) await shop().db.query(sql, [new Date(edge.getTime() + shift)]);
    await clean([ruleOf(table)]);
    expect((await count(table)) - before).toBe(exact === 'goes' ? 1 : 2);
    // Forty days later they are all old.
    await forgetNights();
    await clean([ruleOf(table)], { now: daysBefore(NIGHT, -40) });
    expect(await count(table)).toBe(before);
  });

  test.each(KEPT)('%s stays', async (_what, table, sql) => {
    const before = await count(table);
    await shop().db.query(sql, [LONG_AGO]);
    await clean([ruleOf(table)]);
    expect(await count(table)).toBe(before + 1);
  });

  test.each([
    ['before midnight', '2025-01-15T16:59:59.999Z', '2025-01-15'],
    ['from midnight on', '2025-01-15T17:00:00.000Z', '2025-01-16'],
  ])('search statistics go by days of the shop: %s', async (_when, time, today) => {
    const now = new Date(time);
    for (const [table, columns, values] of [
      ['search_query_stats', 'day, query', '$1, $2'],
      ['search_product_stats', 'day, query, product_id', '$1, $2, (SELECT min(id) FROM products)'],
    ]) {
      for (const age of [401, 400])
        await shop().db.query(`INSERT INTO ${table} (${columns}) VALUES (${values})`, [shiftDay(today, -age), time]);
      await clean([ruleOf(table!)], { now, hour: 21 });
      expect(await shop().db.query(`SELECT day::text FROM ${table} WHERE query = $1`, [time])).toEqual([
        { day: shiftDay(today, -400) },
      ]);
      await shop().db.query(`DELETE FROM ${table}`);
      await forgetNights();
    }
  });

  test('an event of the card provider is final for 60 days, whatever the setting and the clock say', async () => {
    const insert = (id: string, age: string) =>
      shop().db.query(`INSERT INTO webhook_events (id, type, created_at) VALUES ($1, 'x', now() - $2::interval)`, [
        id,
        age,
      ]);
    await insert('young', '59 days');
    await insert('old', '61 days');
    await clean([ruleOf('webhook_events')], { now: new Date('2200-01-01T19:30:00Z') });
    expect(await shop().db.query(`SELECT id FROM webhook_events`)).toEqual([{ id: 'young' }]);
    await expect(shop().db.query('DELETE FROM webhook_events')).rejects.toThrow('permission denied');
  });
});

/** What other jobs of the worker empty all day, or rebuild. */
const EMPTIED = [
  ...[
    'search_outbox',
    'search_renames',
    'search_engines',
    'search_documents',
    'search_images',
    'order_rollup_queue',
    'wallet_rollup_queue',
  ],
];

/** What nobody deletes by age, and why. */
const STAYS: Record<string, string[]> = {
  'records of money, goods and changes': [
    ...['orders', 'order_items', 'order_events', 'refund_requests', 'accounts', 'transfers', 'wallet_transactions'],
    ...['payment_intents', 'bank_transfers', 'chargebacks', 'stock_movements', 'coupon_uses', 'audit_entries'],
  ],
  'belongs to an account, until it is closed': [
    ...['users', 'identities', 'addresses', 'second_factors', 'recovery_codes', 'newsletter_subscribers', 'favorites'],
    ...['reviews', 'review_photos', 'chat_rooms', 'chat_messages', 'cart_reminders'],
  ],
  'a mailbox that wants no mail, for good': ['cart_reminder_refusals', 'stock_alert_refusals'],
  'the shop itself, until its owner deletes it': [
    ...[
      'settings',
      'brands',
      'categories',
      'colors',
      'sizes',
      'products',
      'product_images',
      'product_sales',
      'variants',
    ],
    ...['size_tables', 'size_table_rows', 'coupons', 'search_synonyms', 'search_pins', 'media_sources'],
    ...['api_keys', 'webhook_endpoints'],
  ],
  'one row a day, or one row at all': [
    ...['daily_wallet_stats', 'daily_shop_stats', 'daily_product_stats', 'webhook_backfill', 'ledger_checks'],
    ...['ledger_check_attempts', 'worker_heartbeat', 'housekeeping_tasks', 'migrations'],
  ],
  'the card provider’s own records, in the sandbox': ['sandbox.payment_intents', 'sandbox.disputes', 'sandbox.refunds'],
};
/** Rows of a webhook that go with it. */
const CASCADED = ['webhook_attempts'];
/** By `OrphanSweep`: pictures that nothing shows. */
const SWEPT = ['media'];

test('each table is cleaned by a rule, or stays for a reason', async () => {
  const tables: { name: string }[] = await shop().db.query(
    `SELECT CASE schemaname WHEN 'public' THEN '' ELSE schemaname || '.' END || tablename AS name FROM pg_tables
     WHERE schemaname IN ('public', 'sandbox')`,
  );
  const listed = [
    ...RETENTION_RULES.map(({ table }) => table),
    ...SWEPT,
    ...CASCADED,
    ...EMPTIED,
    ...Object.values(STAYS).flat(),
  ];
  // A new table needs a rule in `housekeeping/rules.ts`, or its reason in `STAYS`.
  expect(tables.map(({ name }) => name).sort()).toEqual(listed.sort());
});

test('a webhook of a deleted endpoint goes at once', async () => {
  await shop().db.query(delivery('pending', true), [NIGHT]);
  await shop().db.query('DELETE FROM webhook_endpoints');
  await forgetNights();
  await clean([ruleOf('webhook_deliveries')]);
  expect(await count('webhook_deliveries')).toBe(0);
});

test('a hundred years later all that a rule may delete is gone, and not one record', async () => {
  const shopper = await given.shopper({ balance: 500_000 });
  await given.paidOrder(shopper);
  await given.order(shopper);
  await shopper.post('/api/paybox/deposit/', { amount: 50_000 });
  await shop().db.query('DELETE FROM import_runs');
  await shop().db.query(`UPDATE mails SET state = 'sent', sent_at = now(), secret = NULL`);

  const rows = async () => {
    const actual: Record<string, unknown> = {};
    for (const table of Object.values(STAYS)
      .flat()
      .filter((name) => name !== 'housekeeping_tasks')) {
      [actual[table]] = await shop().db.query<unknown[]>(
        `SELECT count(*)::integer AS n, md5(string_agg(r::text, ' ' ORDER BY r::text)) AS hash FROM ${table} r`,
      );
    }
    return actual;
  };
  const before = await rows();
  const events = await count('webhook_events');
  expect(before).toMatchObject({ orders: { n: 2 } });
  await forgetNights();
  await clean(RETENTION_RULES, {
    now: new Date('2125-01-15T19:30:00Z'),
    limits: { rows: 1_000, blocks: 64, minPauseMs: 0 },
  });
  expect(await rows()).toEqual(before);
  const left = Object.fromEntries(
    await Promise.all(RETENTION_RULES.map(async ({ table }) => [table, await count(table)] as const)),
  );
  // The database deletes none that is younger than 60 days by its own clock.
  const { webhook_events: eventsLeft, ...rest } = left;
  expect(eventsLeft).toBe(events);
  expect(Object.entries(rest).filter(([, n]) => n > 0)).toEqual([]);
});
