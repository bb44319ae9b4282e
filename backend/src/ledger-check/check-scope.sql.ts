import type { EntityManager } from 'typeorm';
import type { Checkpoint } from './checkpoint.js';

/**
 * The rows that an invariant checks: all rows, or those written since the last checkpoint and the rows that belong to them. Each
 * field is a FROM item. An invariant compares these rows with the full tables.
 */
export interface CheckScope {
  isWhole: boolean;
  transfers: string;
  /** Also the transfers of the orders, intents and chargebacks, and the newest ones of the wallets: their owners may have changed. */
  ownedTransfers: string;
  lines: string;
  /** Accounts of kind `wallet` only. */
  wallets: string;
  orders: string;
  intents: string;
  chargebacks: string;
  bankTransfers: string;
  coupons: string;
  /** Products and variants whose stock or stock movements changed. */
  products: string;
  variants: string;
}

export const WHOLE_LEDGER: CheckScope = {
  isWhole: true,
  transfers: 'transfers',
  ownedTransfers: 'transfers',
  lines: 'wallet_transactions',
  wallets: `(SELECT * FROM accounts WHERE kind = 'wallet')`,
  orders: 'orders',
  intents: 'payment_intents',
  chargebacks: 'chargebacks',
  bankTransfers: 'bank_transfers',
  coupons: 'coupons',
  products: 'products',
  variants: 'variants',
};

/** True for a row written since the checkpoint: PostgreSQL stores with each row the transaction that wrote it (`xmin`). */
const isNew = (table: string) => `age(${table}.xmin) <= age(proved.xid)`;
/** The same for append-only tables, where the ids narrow the search. */
const added = (table: string, mark: string) => `${table}.id > proved.${mark} AND ${isNew(table)}`;
/** The touched ids of a kind, as a subquery. */
const idsOf = (what: string, type = 'integer') => `SELECT unnest(current_setting('shop.touched_${what}')::${type}[])`;
const NEW = idsOf('transfers', 'bigint');
const ofNew = (column: string) => `SELECT ${column} FROM transfers WHERE id IN (${NEW}) AND ${column} IS NOT NULL`;

/** Queries with a column `id`; each may use the results of those before it. */
const TOUCHED = {
  transfers: `SELECT t.id FROM transfers t, proved WHERE ${added('t', 'transfers')}`,
  lines: `
    SELECT w.id FROM wallet_transactions w, proved WHERE ${added('w', 'lines')}
    UNION SELECT id FROM wallet_transactions WHERE transfer_id IN (${NEW})`,
  wallets: `
    SELECT a.id FROM accounts a, proved WHERE ${isNew('a')}
    UNION ${ofNew('debit_account_id')} UNION ${ofNew('credit_account_id')}`,
  orders: `
    SELECT o.id FROM orders o, proved WHERE ${isNew('o')}
    UNION ${ofNew('order_id')}
    UNION SELECT e.order_id FROM order_events e, proved WHERE ${added('e', 'events')}
    UNION SELECT m.order_id FROM stock_movements m, proved WHERE ${added('m', 'movements')} AND m.order_id IS NOT NULL
    UNION SELECT r.order_id FROM refund_requests r, proved WHERE ${isNew('r')}
    UNION SELECT u.order_id FROM coupon_uses u, proved WHERE ${isNew('u')}`,
  intents: `
    SELECT i.id FROM payment_intents i, proved WHERE ${isNew('i')}
    UNION ${ofNew('payment_intent_id')}`,
  chargebacks: `
    SELECT c.id FROM chargebacks c, proved WHERE ${isNew('c')}
    UNION ${ofNew('chargeback_id')}
    UNION SELECT id FROM chargebacks WHERE payment_intent_id IN (${idsOf('intents', 'text')})`,
  bank: `
    SELECT b.id FROM bank_transfers b, proved WHERE ${isNew('b')}
    UNION ${ofNew('bank_transfer_id')}`,
  coupons: `
    SELECT c.id FROM coupons c, proved WHERE ${isNew('c')}
    UNION SELECT u.coupon_id FROM coupon_uses u, proved WHERE ${isNew('u')}`,
  products: `
    SELECT p.id FROM products p, proved WHERE ${isNew('p')}
    UNION SELECT v.product_id FROM variants v, proved WHERE ${isNew('v')}
    UNION SELECT m.product_id FROM stock_movements m, proved WHERE ${added('m', 'movements')}`,
};

/** The rows of a table whose ids are among the touched ones. */
const touched = (table: string, what: keyof typeof TOUCHED, type = 'integer', id = 'id') =>
  `(SELECT * FROM ${table} WHERE ${id} IN (${idsOf(what, type)}))`;

const newestOfWallet = (side: 'debit' | 'credit') =>
  `(SELECT id FROM transfers WHERE ${side}_account_id = wallet.id ORDER BY id DESC LIMIT 1)`;

const OWNED_TRANSFERS = `(SELECT * FROM transfers WHERE id IN (
  ${NEW}
  UNION SELECT id FROM transfers WHERE order_id IN (${idsOf('orders')})
  UNION SELECT id FROM transfers WHERE payment_intent_id IN (${idsOf('intents', 'text')})
  UNION SELECT id FROM transfers WHERE chargeback_id IN (${idsOf('chargebacks', 'text')})
  UNION SELECT newest.id FROM (${idsOf('wallets')}) wallet (id),
    LATERAL (${newestOfWallet('debit')} UNION ALL ${newestOfWallet('credit')}) newest))`;

const SINCE: CheckScope = {
  isWhole: false,
  transfers: touched('transfers', 'transfers', 'bigint'),
  ownedTransfers: OWNED_TRANSFERS,
  lines: touched('wallet_transactions', 'lines'),
  wallets: `(SELECT * FROM ${touched('accounts', 'wallets')} touched WHERE kind = 'wallet')`,
  orders: touched('orders', 'orders'),
  intents: touched('payment_intents', 'intents', 'text'),
  chargebacks: touched('chargebacks', 'chargebacks', 'text'),
  bankTransfers: touched('bank_transfers', 'bank'),
  coupons: touched('coupons', 'coupons'),
  products: touched('products', 'products'),
  variants: touched('variants', 'products', 'integer', 'product_id'),
};

/** Limit per kind. PostgreSQL plans for few ids: beyond this, a full check is as fast and its time is predictable. */
const MAX_TOUCHED = 5_000;

/**
 * Returns the scope of what was written since a checkpoint. Deleted rows, changed rows of append-only tables and changed items
 * of orders are not in it: only a full check finds those. By hand: it compares the transactions that wrote the rows.
 * @param tx stores the touched ids in transaction-local settings
 * @returns undefined when so much was written that a full check is better
 */
export async function scopeSince(tx: EntityManager, { xid, marks }: Checkpoint): Promise<CheckScope | undefined> {
  for (const [what, ids] of Object.entries(TOUCHED)) {
    const [row]: { count: number }[] = await tx.query(
      `WITH proved AS MATERIALIZED (SELECT $1::xid8::xid AS xid, $2::bigint AS transfers, $3::bigint AS lines,
         $4::bigint AS events, $5::bigint AS movements)
       SELECT count(*)::integer AS count, set_config('shop.touched_${what}', coalesce(array_agg(id), '{}')::text, true)
       FROM (SELECT * FROM (${ids}) touched LIMIT ${MAX_TOUCHED + 1}) touched (id)`,
      [xid, marks.transfers, marks.lines, marks.events, marks.movements],
    );
    if (row!.count > MAX_TOUCHED) return undefined;
  }
  return SINCE;
}
