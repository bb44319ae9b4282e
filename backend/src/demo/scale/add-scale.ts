import type { DataSource, EntityManager } from 'typeorm';
import { rollUpDays } from '../../dashboard/daily-rollup.js';
import { addCustomers, addProducts, addReviews } from './scale-catalogue.sql.js';
import { chooseOrders, writeOrders } from './scale-orders.sql.js';
import { queueRollups, writeTransfers } from './scale-wallets.sql.js';

/** How much to add. */
export interface Scale {
  products: number;
  orders: number;
  /** Wallet transactions: as close to this number as the orders allow. */
  transactions: number;
}

/**
 * Parses `products=20000,orders=100000,transactions=1000000`. Omitted numbers are 0.
 * @throws Error when a part is none of these
 */
export function readScale(text: string): Scale {
  const scale: Scale = { products: 0, orders: 0, transactions: 0 };
  for (const part of text.split(',')) {
    const [, name, count] = /^(products|orders|transactions)=(\d{1,8})$/.exec(part.trim()) ?? [];
    if (!name) throw new Error(`--scale takes products=…,orders=…,transactions=…, not "${part}"`);
    scale[name as keyof Scale] = Number(count);
  }
  return scale;
}

/** The average number of orders of a customer. */
const ORDERS_PER_CUSTOMER = 5;
/** Customers write the reviews of the new products, too. */
const PRODUCTS_PER_CUSTOMER = 20;

/**
 * Adds a year of a large shop to the demo shop: customers, products, orders in every state, wallets and their
 * transactions. All records are as the shop would have written them: `npm run ledger:check` finds nothing. All or nothing.
 *
 * @param owner connects as the database's owner; as a superuser it skips the triggers and foreign keys of millions of new rows
 */
export async function addScale(owner: DataSource, scale: Scale): Promise<void> {
  const runner = owner.createQueryRunner();
  await runner.connect();
  try {
    await runner.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET work_mem = '128MB'`,
    );
    await runner.startTransaction();
    await runner.query('SELECT setseed(0.5)');
    const customers = Math.ceil(Math.max(scale.orders / ORDERS_PER_CUSTOMER, scale.products / PRODUCTS_PER_CUSTOMER));
    await addCustomers(runner.manager, Math.max(20, customers));
    const isWithoutTriggers = await disableTriggers(runner.manager);
    await addProducts(runner.manager, scale.products, isWithoutTriggers);
    await chooseOrders(runner.manager, scale.orders);
    await writeOrders(runner.manager);
    await writeTransfers(runner.manager, scale.transactions);
    if (isWithoutTriggers) {
      await queueRollups(runner.manager);
      await runner.query('SET LOCAL session_replication_role = origin');
    }
    await addReviews(runner.manager);
    await runner.commitTransaction();
    await rollUpDays(owner);
    await runner.query('VACUUM ANALYZE');
    await runner.query('RESET ALL');
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    throw error;
  } finally {
    await runner.release();
  }
}

/** Disables triggers and foreign keys until the transaction ends. @returns false when this user may not do that */
async function disableTriggers(tx: EntityManager): Promise<boolean> {
  const [{ may }]: [{ may: boolean }] = await tx.query(
    `SELECT rolsuper AS may FROM pg_roles WHERE rolname = current_user`,
  );
  if (may) await tx.query('SET LOCAL session_replication_role = replica');
  return may;
}
