import type { DataSource } from 'typeorm';

/** Rows of one statement: few, so that orders with many lines do not fill the memory. */
const BATCH = 100;

/** A sort column, newest first, and its type. Two of them where the first is not unique. */
type Key = [column: string, type: string];

interface Kind {
  columns: string;
  /** Includes a WHERE in which `$1` is the person's id. */
  from: string;
  /** The keys for keyset pagination, of a kind with many rows. */
  keys?: [Key] | [Key, Key];
}

/**
 * Everything that the shop stores about a person, by kind. In SQL, because most tables belong to modules that depend on
 * this one.
 */
const KINDS: Record<string, Kind> = {
  profile: {
    columns: `id, username, email, email_verified_at, first_name, last_name, phone, gender, birth_date::text AS birth_date,
      address, '/media/' || avatar_hash || '/640.webp' AS avatar, is_staff, date_joined`,
    from: 'users WHERE id = $1',
  },
  sign_ins: {
    columns: 'created_at, last_used_at, revoked_at, user_agent, network',
    from: 'logins WHERE user_id = $1',
    keys: [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
  },
  two_factor: {
    columns: `f.created_at AS begun_at, f.confirmed_at,
      (SELECT count(*)::integer FROM recovery_codes c WHERE c.user_id = f.user_id AND c.used_at IS NULL) AS recovery_codes_left`,
    from: 'second_factors f WHERE f.user_id = $1',
  },
  identities: { columns: 'provider, subject, created_at', from: 'identities WHERE user_id = $1' },
  orders: {
    columns: `o.id, o.created_at, o.address, o.city, o.postal_code, o.country, o.receiver, o.phone, o.payment_method,
      o.items_price::float8, o.shipping_price::float8, o.tax_price::float8, o.discount::float8, o.total_price::float8,
      o.coupon_code, o.network, o.paid_at, o.delivered_at, o.refunded_at, o.cancelled_at, o.notice,
      (SELECT e.reason FROM order_events e WHERE e.order_id = o.id AND e.transition = 'cancel') AS cancel_reason,
      (SELECT json_agg(json_build_object('product_name', i.product_name, 'color', i.color, 'size', i.size,
        'qty', i.qty, 'price', i.price) ORDER BY i.id) FROM order_items i WHERE i.order_id = o.id) AS items,
      (SELECT json_build_object('reason', r.reason, 'is_approved', r.is_approved, 'created_at', r.created_at)
        FROM refund_requests r WHERE r.order_id = o.id) AS refund_request`,
    from: 'orders o WHERE o.user_id = $1',
    keys: [['o.id', 'integer']],
  },
  wallet: { columns: 'balance::float8, is_active, created_at, updated_at', from: 'accounts WHERE user_id = $1' },
  wallet_transactions: {
    columns: `w.id, w.transaction_type, w.amount::float8, w.status, w.description, w.order_id, w.balance_after::float8,
      w.created_at`,
    // A subquery instead of a join, so that PostgreSQL uses the index with the account's lines in order.
    from: 'wallet_transactions w WHERE w.account_id = (SELECT id FROM accounts WHERE user_id = $1)',
    keys: [['w.id', 'bigint']],
  },
  card_payments: {
    columns: 'id, purpose, order_id, amount::float8, created_at, settled_at',
    from: 'payment_intents WHERE user_id = $1',
    keys: [
      ['created_at', 'timestamptz'],
      ['id', 'text'],
    ],
  },
  reviews: {
    columns: 'r.id, r.product_id, p.name AS product_name, r.rating, r.comment, r.created_at',
    from: 'reviews r JOIN products p ON p.id = r.product_id WHERE r.user_id = $1',
    keys: [['r.id', 'integer']],
  },
  favorites: {
    columns: 'f.product_id, p.name AS product_name, f.created_at',
    from: 'favorites f JOIN products p ON p.id = f.product_id WHERE f.user_id = $1',
    keys: [
      ['f.created_at', 'timestamptz'],
      ['f.product_id', 'integer'],
    ],
  },
  chat_messages: {
    columns: 'c.id::float8, c.sender_id, c.message, c.created_at',
    // The person's own room, and an administrator's messages in other rooms.
    from: `(SELECT * FROM chat_messages WHERE low_user_id = 1 AND high_user_id = $1 UNION ALL
      SELECT * FROM chat_messages WHERE sender_id = $1 AND sender_id <> high_user_id) c WHERE true`,
    keys: [['c.id', 'bigint']],
  },
  newsletter: {
    columns: 'n.email, n.created_at',
    from: 'newsletter_subscribers n JOIN users u ON u.email_key = n.email_key WHERE u.id = $1',
  },
  mails: {
    // A null recipient means the account's e-mail.
    columns: 'template, recipient, state, created_at, sent_at',
    from: 'mails WHERE user_id = $1',
    keys: [['id', 'integer']],
  },
};

/**
 * Yields everything that the shop stores about a person, as pieces of one JSON object: the time of the export, and the rows
 * of each kind. It reads in short statements as the consumer takes the pieces, so a slow download holds neither memory nor
 * a connection. A concurrent change may show in one kind and not yet in another.
 */
export async function* personalData(db: DataSource, userId: number): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(new Date())}`;
  for (const [name, kind] of Object.entries(KINDS)) {
    yield `,${JSON.stringify(name)}:[`;
    let isFirst = true;
    for await (const row of rowsOf(db, kind, userId)) {
      yield isFirst ? JSON.stringify(row) : `,${JSON.stringify(row)}`;
      isFirst = false;
    }
    yield ']';
  }
  yield '}';
}

type Row = Record<string, unknown>;

async function* rowsOf(db: DataSource, { columns, from, keys }: Kind, userId: number): AsyncGenerator<Row> {
  if (!keys) return yield* await db.query<Row[]>(`SELECT ${columns} FROM ${from}`, [userId]);
  const names = keys.map(([column]) => column).join(', ');
  const types = keys.map(([, type], nth) => `$${nth + 2}::${type}`).join(', ');
  const order = keys.map(([column]) => `${column} DESC`).join(', ');
  const read = `SELECT ${columns}, ARRAY[${keys.map(([column]) => `${column}::text`).join(', ')}] AS "key" FROM ${from}`;
  let last: string[] = [];
  for (;;) {
    const after = last.length > 0 ? `AND (${names}) < (${types})` : '';
    const rows = await db.query<(Row & { key: string[] })[]>(`${read} ${after} ORDER BY ${order} LIMIT ${BATCH}`, [
      userId,
      ...last,
    ]);
    for (const { key, ...row } of rows) {
      yield row;
      last = key;
    }
    if (rows.length < BATCH) return;
  }
}
