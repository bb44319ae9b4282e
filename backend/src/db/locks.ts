import { In, IsNull, type EntityManager, type EntityTarget, type SelectQueryBuilder } from 'typeorm';
import { User } from '../auth/user.entity.js';
import { Product, Variant } from '../catalog/product.entity.js';
import type { Brand, Category, Color, Size } from '../catalog/shelf.entity.js';
import { ShopError } from '../common/shop-error.js';
import { TEXTS } from '../contract/rules.js';
import { Coupon } from '../coupons/coupon.entity.js';
import { Order } from '../orders/order.entity.js';
import { Account } from '../ledger/account.entity.js';
import { PaymentIntent } from '../payments/payment-intent.entity.js';

/*
 * The locks of the shop, all of them held until the transaction ends. To never wait in a circle, whoever takes more than
 * one takes them in this order: names or request, unpaid orders by user, administrators and users, pictures by hash, order, its card intent, coupon, what
 * products refer to (brands, categories, colours, sizes), a new product's handle, products by id (here and in catalog/stock.ts),
 * their variants by id, what they sold by id (orders/count-sold.ts), wallet. A variant is never changed without its
 * product's lock, a refund request never without its order's. Only closing an account locks it once more, whole, after its
 * wallet: see `heldBy`. A locking query names no relations: it would lock their rows
 * too.
 *
 * Products are locked FOR NO KEY UPDATE, which whoever is just ordering them, and holds them by a foreign key, does not
 * wait for; the one that deletes a product asks for more and is content with not getting it.
 */

const NAMES = 770_002;
const REQUESTS = 770_003;
const PICTURES = 770_004;
const UNPAID_ORDERS = 770_005;

/**
 * Reserves names, so that of two accounts that want the same one the second sees the first.
 * @param keys as `nameKey` makes them
 */
export async function lockNames(tx: EntityManager, keys: string[]): Promise<void> {
  for (const key of [...keys].sort()) {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [NAMES, key]);
  }
}

/** Makes requests with the same key take turns. */
export async function lockRequest(tx: EntityManager, key: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [REQUESTS, key]);
}

/** The same without waiting, for several requests. @returns the keys that are theirs now */
export async function tryLockRequests(tx: EntityManager, keys: string[]): Promise<Set<string>> {
  const rows: { key: string }[] = await tx.query(
    'SELECT key FROM unnest($2::text[]) AS asked (key) WHERE pg_try_advisory_xact_lock($1, hashtext(key))',
    [REQUESTS, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * The unpaid orders of some accounts, for whoever adds to them: of two orders of one account the second counts the first.
 * @param userIds one is waited for; of several, those that are locked elsewhere are left out
 * @returns the ids that are locked now
 */
export async function lockUnpaidOrders(tx: EntityManager, userIds: number[]): Promise<Set<number>> {
  const [first, ...others] = new Set(userIds);
  if (first !== undefined && others.length === 0) {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [UNPAID_ORDERS, first]);
    return new Set([first]);
  }
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM unnest($2::integer[]) AS wanted (id) WHERE pg_try_advisory_xact_lock($1, id)',
    [UNPAID_ORDERS, [...new Set(userIds)]],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The administrators, for whoever is about to make one of them less than that: two who do it to each other take turns.
 * @returns the ids of those who are administrators now
 */
export async function lockAdmins(tx: EntityManager): Promise<number[]> {
  const rows: { id: number }[] = await tx.query(
    'SELECT id FROM users WHERE is_staff AND is_active ORDER BY id FOR NO KEY UPDATE',
  );
  return rows.map(({ id }) => id);
}

/** An account that is not closed, with its password's hash, for whoever is about to change it; null when there is none. */
export function lockUser(tx: EntityManager, id: number): Promise<User | null> {
  const query = tx.createQueryBuilder(User, 'user').addSelect('user.passwordHash').where({ id, closedAt: IsNull() });
  return query.setLock('for_no_key_update').getOne();
}

/**
 * Holds an account open, for whoever gives it something that it cannot be closed with, such as an open payment: closing
 * waits until that is there to be seen, and whoever comes after it is refused.
 * @throws ShopError 401 for one that is closed
 */
export async function holdAccount(tx: EntityManager, id: number): Promise<void> {
  const open: unknown[] = await tx.query('SELECT FROM users WHERE id = $1 AND closed_at IS NULL FOR KEY SHARE', [id]);
  if (open.length === 0) throw new ShopError(401, 'Tài khoản không còn tồn tại');
}

/** Holds a wallet as a line of its statement does; closing an account locks the wallet before it locks the account. */
export async function holdWallet(tx: EntityManager, id: number): Promise<void> {
  await tx.query('SELECT FROM accounts WHERE id = $1 FOR KEY SHARE', [id]);
}

/**
 * An order, for whoever is about to change its state.
 * @param where with `userId`, only that user's
 * @throws ShopError 404
 */
export async function lockOrder(tx: EntityManager, where: { id: number; userId?: number }): Promise<Order> {
  const order = await tx.findOne(Order, { where, lock: { mode: 'pessimistic_write' } });
  if (!order) throw ShopError.notFound('Không tìm thấy đơn hàng.');
  return order;
}

/** A charge that was asked for, for whoever books what became of its money. */
export async function lockIntent(tx: EntityManager, id: string): Promise<void> {
  await tx.findOne(PaymentIntent, { where: { id }, lock: { mode: 'for_no_key_update' } });
}

/** A brand, category, colour or size, for whoever changes or removes it; null when there is none. */
export function lockShelf<T extends Brand | Category | Color | Size>(
  tx: EntityManager,
  entity: EntityTarget<T>,
  id: number,
): Promise<T | null> {
  return tx.createQueryBuilder(entity, 'shelf').where('shelf.id = :id', { id }).setLock('pessimistic_write').getOne();
}

/** All sizes, for whoever changes their order. */
export async function lockSizes(tx: EntityManager): Promise<void> {
  await tx.query('SELECT FROM sizes ORDER BY id FOR NO KEY UPDATE');
}

/**
 * Several orders with their owners, in the order of their ids.
 * @param waits for what somebody else holds; otherwise it is left out
 */
export function lockOrders(
  tx: EntityManager,
  wanted: { orderId: number; userId: number }[],
  waits: boolean,
): Promise<Order[]> {
  const query = tx
    .createQueryBuilder(Order, 'o')
    .where('(o.id, o.user_id) IN (SELECT * FROM unnest(:ids::integer[], :owners::integer[]))', {
      ids: wanted.map(({ orderId }) => orderId),
      owners: wanted.map(({ userId }) => userId),
    })
    .orderBy('o.id');
  return locked(query, waits);
}

/** A coupon, for whoever takes one of its places or changes its limits; null when there is none. */
export function lockCoupon(tx: EntityManager, id: number): Promise<Coupon | null> {
  return tx.findOne(Coupon, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** A user's wallet, for whoever asks something of it before moving money; null when it has not been made yet. */
export function lockWallet(tx: EntityManager, userId: number): Promise<Account | null> {
  return tx.findOne(Account, { where: { userId }, lock: { mode: 'pessimistic_write' } });
}

/**
 * Products, archived ones too, for whoever is about to change them or their variants.
 * @returns those that there are, by id
 */
export function lockProducts(tx: EntityManager, ids: number[]): Promise<Product[]> {
  return tx.find(Product, { where: { id: In(ids) }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
}

/** One of them. @throws ShopError 404 */
export async function lockProduct(tx: EntityManager, id: number): Promise<Product> {
  const [product] = await lockProducts(tx, [id]);
  if (!product) throw ShopError.notFound(TEXTS.productNotFound);
  return product;
}

/** A product's variants, for whoever has locked the product. */
export function lockVariants(tx: EntityManager, productId: number): Promise<Variant[]> {
  return tx.find(Variant, { where: { productId }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
}

/** Brands, categories, colours or sizes that are about to be referred to: they stay. @returns the ids that there are */
export async function holdShelves(
  tx: EntityManager,
  table: 'brands' | 'categories' | 'colors' | 'sizes',
  ids: number[],
): Promise<Set<number>> {
  const rows: { id: number }[] = await tx.query(
    `SELECT id FROM ${table} WHERE id = ANY ($1::integer[]) ORDER BY id FOR KEY SHARE`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** A picture by its hash, for whoever keeps its files or takes them away: they belong to all who show it. */
export async function lockPicture(tx: EntityManager, hash: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [PICTURES, hash]);
}

/**
 * The wallets of several users, as far as they have one, in the order of their ids.
 * @param waits for what somebody else holds; otherwise it is left out
 */
export function lockWallets(tx: EntityManager, userIds: number[], waits: boolean): Promise<Account[]> {
  const query = tx
    .createQueryBuilder(Account, 'wallet')
    .where('wallet.user_id = ANY (:userIds::integer[])', { userIds })
    .orderBy('wallet.id');
  return locked(query, waits);
}

function locked<E extends object>(query: SelectQueryBuilder<E>, waits: boolean): Promise<E[]> {
  return (waits ? query : query.setOnLocked('skip_locked')).setLock('pessimistic_write').getMany();
}
