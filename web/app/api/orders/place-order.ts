import type { Placed, PlaceOrder } from 'contract/orders/placing';
import {
  forgetOtherUsers,
  giveUp,
  signedOnce,
  unfinishedBodies,
  type IdempotencyKeys,
} from '~/api/account/signed-once';
import { isRecord, stored } from '~/lib/storage/stored';

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

const unfinishedOrders = () => unfinishedBodies(PLACE_ORDER, orderKeys) as PlaceOrder[];

export const isSameOrder = (one?: PlaceOrder, other?: PlaceOrder) => JSON.stringify(one) === JSON.stringify(other);

/** Whether this order was sent from this browser and its answer never came: it may have been placed. */
export const isUnfinished = (order: PlaceOrder): boolean =>
  unfinishedOrders().some((other) => isSameOrder(order, other));

/** `isUnfinished`, as a React hook. */
export function useIsUnfinished(order: PlaceOrder): boolean {
  orderKeys.use();
  return isUnfinished(order);
}

/** The oldest unfinished order, as a React hook. @param except another one than this */
export function useUnfinishedOrder(except?: PlaceOrder): PlaceOrder | undefined {
  orderKeys.use();
  return unfinishedOrders().find((order) => !isSameOrder(order, except));
}

/** Forgets an unfinished order: nobody will ask again whether it was placed. */
export const giveUpOrder = (body: PlaceOrder) => giveUp(PLACE_ORDER, body, orderKeys);

/** Forgets the unfinished orders of all users but the current one, with the addresses in them. */
export const forgetOrdersOfOthers = () => forgetOtherUsers(orderKeys);
