import { currentUser } from '~/api/account/session';
import { readSessionItem, writeSessionItem } from '~/lib/storage/session-item';

/** By user: on a shared device nobody reads another user's. A sign-out forgets it (`forget-checkout.ts`). */
const keyOf = (order: number) => `refundReason ${currentUser()?.id} ${order}`;

/** @returns the reason for a refund of an order that the user has typed and not sent */
export function readRefundReason(order: number): string {
  const reason = readSessionItem(keyOf(order));
  return typeof reason === 'string' ? reason : '';
}

/** Keeps a typed reason until it is sent; an empty one is deleted. */
export const keepRefundReason = (order: number, reason: string) => writeSessionItem(keyOf(order), reason || null);
