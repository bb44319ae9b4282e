import type { Principal } from '../common/access.js';
import { SUPPORT_USER_ID } from '../contract/rules.js';

/** A conversation of two users, named by their ids in order: `1_7`. */
export interface Room {
  name: string;
  low: number;
  high: number;
}

/** Which of a room's two sides somebody is on; every administrator is on the side of user 1. */
export type Side = 'low' | 'high';

const LARGEST_ID = 2_147_483_647;

/** @returns null for anything but two ids in order, as `String` writes them */
export function parseRoom(name: string): Room | null {
  const [, low = 0, high = 0] = (/^([1-9]\d{0,9})_([1-9]\d{0,9})$/.exec(name) ?? []).map(Number);
  return 0 < low && low < high && high <= LARGEST_ID ? { name, low, high } : null;
}

export const roomOf = (low: number, high: number): Room => ({ name: `${low}_${high}`, low, high });

/** @returns null for whoever only looks on: an administrator in a room of two others */
export function sideOf({ low, high }: Room, { id, isAdmin }: Principal): Side | null {
  if (id === high) return 'high';
  return id === low || (isAdmin && low === SUPPORT_USER_ID) ? 'low' : null;
}

/** Participants, and administrators everywhere. */
export const mayEnter = (room: Room, who: Principal): boolean => who.isAdmin || sideOf(room, who) !== null;
