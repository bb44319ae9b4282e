import type { Understanding } from './understanding.js';

/** @returns 1 to 100, never less for a greater score */
export function percentOf(score: number, _query: Understanding): number {
  return Math.min(100, Math.max(1, Math.round(score * 100)));
}
