import { In, type EntityManager } from 'typeorm';
import type { Principal } from '../../platform/http/access.js';
import { Order } from '../order/order.entity.js';

/** Adds the shop's notes to orders, for administrators only. Webhooks are built without it: they leave the shop. */
export async function addStaffNotes(
  db: EntityManager,
  orders: readonly Order[],
  { isAdmin }: Pick<Principal, 'isAdmin'>,
): Promise<void> {
  if (!isAdmin || orders.length === 0) return;
  const notes = await readStaffNotes(
    db,
    orders.map(({ id }) => id),
  );
  for (const order of orders) order.staffNote = notes.get(order.id);
}

/** @returns the shop's notes on orders, by the ids of the orders */
export async function readStaffNotes(db: EntityManager, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.find(Order, { where: { id: In(ids) }, select: { id: true, staffNote: true } });
  return new Map(rows.map(({ id, staffNote = '' }) => [id, staffNote]));
}
