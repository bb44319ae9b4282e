import type { EntityManager } from 'typeorm';
import type { Proof } from './proof.js';

/**
 * What a rule looks at: all rows, or those that were written since the books were last proved and what belongs to them. Each
 * is something to select from; what a rule compares them with, it looks up among all rows.
 */
export interface Scope {
  isWhole: boolean;
  transfers: string;
  lines: string;
  /** Wallets alone. */
  wallets: string;
  orders: string;
  intents: string;
  returns: string;
  coupons: string;
  /** Any product or variant of which the stock or its log changed. */
  products: string;
  variants: string;
}

export const WHOLE: Scope = {
  isWhole: true,
  transfers: 'transfers',
  lines: 'wallet_transactions',
  wallets: `(SELECT * FROM accounts WHERE kind = 'wallet')`,
  orders: 'orders',
  intents: 'payment_intents',
  returns: 'card_returns',
  coupons: 'coupons',
  products: 'products',
  variants: 'variants',
};

/** Whether a row was written since a proof: PostgreSQL keeps with each row the transaction that wrote it, whoever it was. */
const fresh = (table: string) => `age(${table}.xmin) <= age(proved.xid)`;
/** The same for records, to which rows are only added: their ids show where to look. */
const added = (table: string, mark: string) => `${table}.id > proved.${mark} AND ${fresh(table)}`;
const NEW = `SELECT unnest(current_setting('shop.touched_transfers')::bigint[])`;
const ofNew = (column: string) => `SELECT ${column} FROM transfers WHERE id IN (${NEW}) AND ${column} IS NOT NULL`;

/** Queries of a column `id` each, which may name what the ones before found. */
const TOUCHED = {
  transfers: `SELECT t.id FROM transfers t, proved WHERE ${added('t', 'transfers')}`,
  lines: `
    SELECT w.id FROM wallet_transactions w, proved WHERE ${added('w', 'lines')}
    UNION SELECT id FROM wallet_transactions WHERE transfer_id IN (${NEW})`,
  wallets: `
    SELECT a.id FROM accounts a, proved WHERE ${fresh('a')}
    UNION ${ofNew('debit_account_id')} UNION ${ofNew('credit_account_id')}`,
  orders: `
    SELECT o.id FROM orders o, proved WHERE ${fresh('o')}
    UNION ${ofNew('order_id')}
    UNION SELECT e.order_id FROM order_events e, proved WHERE ${added('e', 'events')}
    UNION SELECT m.order_id FROM stock_movements m, proved WHERE ${added('m', 'movements')} AND m.order_id IS NOT NULL
    UNION SELECT r.order_id FROM refund_requests r, proved WHERE ${fresh('r')}
    UNION SELECT u.order_id FROM coupon_uses u, proved WHERE ${fresh('u')}`,
  intents: `
    SELECT i.id FROM payment_intents i, proved WHERE ${fresh('i')}
    UNION ${ofNew('payment_intent_id')}`,
  returns: `
    SELECT r.id FROM card_returns r, proved WHERE ${fresh('r')}
    UNION ${ofNew('card_return_id')}`,
  coupons: `
    SELECT c.id FROM coupons c, proved WHERE ${fresh('c')}
    UNION SELECT u.coupon_id FROM coupon_uses u, proved WHERE ${fresh('u')}`,
  products: `
    SELECT p.id FROM products p, proved WHERE ${fresh('p')}
    UNION SELECT v.product_id FROM variants v, proved WHERE ${fresh('v')}
    UNION SELECT m.product_id FROM stock_movements m, proved WHERE ${added('m', 'movements')}`,
};

/** Rows of a table, by the ids of what was touched. */
const touched = (table: string, what: keyof typeof TOUCHED, type = 'integer', id = 'id') =>
  `(SELECT * FROM ${table} WHERE ${id} IN (SELECT unnest(current_setting('shop.touched_${what}')::${type}[])))`;

const SINCE: Scope = {
  isWhole: false,
  transfers: touched('transfers', 'transfers', 'bigint'),
  lines: touched('wallet_transactions', 'lines'),
  wallets: `(SELECT * FROM ${touched('accounts', 'wallets')} touched WHERE kind = 'wallet')`,
  orders: touched('orders', 'orders'),
  intents: touched('payment_intents', 'intents', 'text'),
  returns: touched('card_returns', 'returns', 'text'),
  coupons: touched('coupons', 'coupons'),
  products: touched('products', 'products'),
  variants: touched('variants', 'products', 'integer', 'product_id'),
};

/** Of one kind. PostgreSQL plans for a few ids: with more than these, reading everything is as quick and sure to end. */
const MAX_TOUCHED = 5_000;

/**
 * What was written since a proof. A row that was deleted, or a record that was changed, is not among it: the books must be
 * read as a whole to find that.
 * @param tx remembers, until it ends, the ids of what was touched
 * @returns undefined when that is so much that the books are better read as a whole
 */
export async function scopeSince(tx: EntityManager, { xid, marks }: Proof): Promise<Scope | undefined> {
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
