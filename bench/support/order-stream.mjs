// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAliveClient } from './keep-alive-client.mjs';
import { registerRichShoppers } from './shoppers.mjs';
import { median } from './statistics.mjs';

const SHOPPERS = 20;
/** Half of all lines are of this many best sellers, the others of any product. */
const BEST_SELLERS = 100;
const ANY = 5_000;
const STOCK = 100_000;

/** @typedef {{ id: number, variant_id: number | null, price: number }} Piece */

/**
 * Places orders of two lines at a steady rate and pays each from the wallet.
 *
 * @param {string} origin of the backend
 * @param {import('pg').Pool} db
 */
export async function startOrders(origin, db) {
  const tokens = await registerRichShoppers(origin, db, SHOPPERS);
  const [best, any] = [await pieces(db, 's.total_sold DESC', BEST_SELLERS), await pieces(db, 'random()', ANY)];
  await fillStock(db);
  const idle = tokens.map((token) => ({ token, client: new KeepAliveClient(origin) }));
  const all = [...idle];
  /** @type {number[]} */
  const took = [];
  let placed = 0;
  let late = 0;
  let rate = 0;
  let isOver = false;

  /** @param {Piece[]} from */
  const one = (from) => /** @type {Piece} */ (from[Math.floor(Math.random() * from.length)]);
  async function order() {
    const shopper = idle.pop();
    if (!shopper) return void late++;
    const began = performance.now();
    const lines = [one(best), one(any)];
    const goods = lines.reduce((sum, { price }) => sum + price, 0);
    const { id } = await shopper.client.ask('POST', '/api/placeorder/', {
      token: shopper.token,
      json: {
        orderItems: lines.map((piece) => ({ id: piece.id, variant_id: piece.variant_id, qty: 1 })),
        shippingAddress: { address: '1 Lê Lợi', city: 'Huế', postalCode: '530000', country: 'Việt Nam' },
        paymentMethod: 'Paybox',
        totalPrice: totalOf(goods),
      },
    });
    await shopper.client.ask('POST', '/api/paybox/payment/', { token: shopper.token, json: { order_id: id } });
    took.push(performance.now() - began);
    placed++;
    idle.push(shopper);
  }

  const running = (async () => {
    let dueAt = performance.now();
    while (!isOver) {
      if (rate === 0) {
        await sleep(20);
        dueAt = performance.now();
        continue;
      }
      dueAt += 1_000 / rate;
      await sleep(Math.max(0, dueAt - performance.now()));
      void order();
    }
  })();

  return {
    /** Sets the orders per second, and waits until those under way are done. @param {number} perSecond */
    setRate: async (perSecond) => {
      rate = perSecond;
      if (perSecond === 0) while (idle.length < all.length) await sleep(20);
    },
    report: () =>
      `${placed.toLocaleString('en')} orders were placed and paid, ${late} were left out because ${SHOPPERS} were under way; one took ${Math.round(median(took))} ms (median).`,
    stop: async () => {
      isOver = true;
      await running;
      for (const { client } of all) client.close();
    },
  };
}

/** What an order costs: the goods, tax and shipping, by the shop's first settings. @param {number} goods in đồng */
export function totalOf(goods) {
  const shipping = goods > 1_000_000 && goods < 2_000_000 ? 100_000 : 0;
  return goods + Math.round((goods * 5) / 100) + shipping;
}

/** Gives all products stock that no benchmark sells out. @param {import('pg').Pool} db */
export async function fillStock(db) {
  await db.query('UPDATE variants SET stock_quantity = $1', [STOCK]);
  await db.query('UPDATE products SET count_in_stock = $1 WHERE NOT has_variants', [STOCK]);
  await db.query('ANALYZE');
}

/**
 * @param {import('pg').Pool} db
 * @param {string} order SQL over `p` (products) and `s` (their sales)
 * @param {number} count
 * @returns {Promise<Piece[]>} one piece of each of the given number of products
 */
export async function pieces(db, order, count) {
  /** @type {import('pg').QueryResult<Piece>} */
  const { rows } = await db.query(
    `SELECT p.id, v.id AS variant_id, coalesce(v.price, p.price)::float AS price
     FROM (SELECT p.* FROM products p JOIN product_sales s ON s.product_id = p.id
       WHERE p.archived_at IS NULL ORDER BY ${order} LIMIT $1) p
     LEFT JOIN LATERAL (SELECT * FROM variants WHERE product_id = p.id ORDER BY id LIMIT 1) v ON p.has_variants
     WHERE NOT p.has_variants OR v.id IS NOT NULL`,
    [count],
  );
  return rows;
}
