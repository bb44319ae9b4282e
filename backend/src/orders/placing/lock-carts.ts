import type { EntityManager } from 'typeorm';
import type { PlaceOrder } from '../../contract/orders/placing.js';
import type { KeyedRequest } from '../../platform/batching/idempotency.js';
import { lockUnpaidNetworks, lockUnpaidOrders } from '../order/order.locks.js';
import { newcomersAmong } from './unpaid-holdings.sql.js';

/** A request to place an order. */
export interface CartToPlace {
  userId: number;
  /** Whether the buyer gets a mail about the order. */
  isMailed: boolean;
  /** The buyer's network as a keyed hash; null for one that is exempt, see `RateLimits.exempts`. */
  network: string | null;
  request: PlaceOrder;
  attempt: KeyedRequest;
}

/** A cart that may be placed now: its account's unpaid orders are locked where they are limited. */
export interface PlaceableCart extends Omit<CartToPlace, 'network'> {
  /** Null unless the buyer is a newcomer, not exempt, and unpaid holdings are limited. */
  network: string | null;
}

/**
 * Locks the unpaid orders of the carts' accounts, and of the networks of newcomers.
 * @returns each locked cart, with its network for a newcomer; null for carts that are locked elsewhere
 */
export async function lockCarts(tx: EntityManager, carts: CartToPlace[]): Promise<(PlaceableCart | null)[]> {
  const accounts = await lockUnpaidOrders(
    tx,
    carts.map(({ userId }) => userId),
  );
  const newcomers = await newcomersAmong(tx, [...accounts]);
  const newcomerNetworks = carts.flatMap(({ userId, network }) => (newcomers.has(userId) ? (network ?? []) : []));
  const networks = await lockUnpaidNetworks(tx, newcomerNetworks, carts.length === 1);
  return carts.map((cart) => {
    if (!accounts.has(cart.userId)) return null;
    if (!newcomers.has(cart.userId)) return withoutNetwork(cart);
    return cart.network === null || networks.has(cart.network) ? cart : null;
  });
}

/** A cart that counts for no network. */
export const withoutNetwork = (cart: CartToPlace): PlaceableCart => ({ ...cart, network: null });
