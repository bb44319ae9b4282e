import type { Placed, PlaceOrder } from 'contract/orders/orders';
import { giveUp, signedOnce, unfinishedBodies, type IdempotencyKeys } from '~/api/http/signed-once';
import { isRecord, stored } from '~/lib/stored';

const PLACE_ORDER = '/api/placeorder/';

/** The keys of orders without an answer. They outlive the tab, as the cart does: in a new one the order could be placed twice. */
const orderKeys = stored<IdempotencyKeys>(
  'unfinishedOrders',
  (value) => (isRecord(value) ? value : {}) as IdempotencyKeys,
);

/**
 * Places an order. A retry does not place a second one.
 * @throws ApiError 409 with `body.expected` when the total has changed, or naming a sold-out item
 */
export const placeOrder = (body: PlaceOrder) => signedOnce<Placed>(PLACE_ORDER, body, orderKeys);

/** The oldest order that was sent from this browser and whose answer never came: it may have been placed. */
export const unfinishedOrder = () => unfinishedOrders()[0];

const unfinishedOrders = () => unfinishedBodies(PLACE_ORDER, orderKeys) as PlaceOrder[];

/** Whether this order was sent and its answer never came, as a React hook. */
export function useIsUnfinished(order: PlaceOrder): boolean {
  orderKeys.use();
  return unfinishedOrders().some((other) => JSON.stringify(other) === JSON.stringify(order));
}

/** Forgets an unfinished order: nobody will ask again whether it was placed. */
export const giveUpOrder = (body: PlaceOrder) => giveUp(PLACE_ORDER, body, orderKeys);
