import type { Principal } from '../platform/http/access.js';
import { SUPPORT_USER_ID } from '../contract/rules.js';

/** A conversation of two users, named by their ids in order: `1_7`. */
export interface Room {
  name: string;
  low: number;
  high: number;
}

/** A user's side of a room; user 1 is the shop, for which every administrator speaks. */
export type Side = 'low' | 'high';

const MAX_ID = 2_147_483_647;

/** Parses a room's name. @returns null for anything but two ids in ascending order, in canonical form */
export function parseRoom(name: string): Room | null {
  const [, low = 0, high = 0] = (/^([1-9]\d{0,9})_([1-9]\d{0,9})$/.exec(name) ?? []).map(Number);
  return 0 < low && low < high && high <= MAX_ID ? { name, low, high } : null;
}

export const roomOf = (low: number, high: number): Room => ({ name: `${low}_${high}`, low, high });

/**
 * Returns null for an observer: an administrator in a room of two other users. User 1 speaks for the shop only while they are an
 * administrator: without that right, the conversations of its customers are closed to them.
 */
export function sideOf({ low, high }: Room, { id, isAdmin }: Principal): Side | null {
  if (id === high) return 'high';
  const isLow = low === SUPPORT_USER_ID ? isAdmin : id === low;
  return isLow ? 'low' : null;
}

/** True for a room's participants, and for administrators everywhere. */
export const mayEnter = (room: Room, who: Principal): boolean => who.isAdmin || sideOf(room, who) !== null;
