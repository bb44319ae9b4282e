// @ts-check
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seedShop } from '../support/backend.mjs';
import { runTask } from '../support/child-task.mjs';

/*
 * What the benchmarks of catalogue reads share: filling a shop, waiting for its index, and asking for addresses.
 */

const READY_MS = 10 * 60_000;

/**
 * Fills a database with products and up to 20,000 orders.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {number} products
 */
export const seedProducts = (env, products) => seedShop(env, { products, orders: Math.min(20_000, products) });

/**
 * Waits until the index answers: it says what it understood of a keyword.
 *
 * @param {string} origin
 * @returns {Promise<number>} milliseconds
 */
export async function untilLoaded(origin) {
  const began = performance.now();
  for (let tries = 1; performance.now() - began < READY_MS; tries++) {
    // Another page each time: an answer of PostgreSQL's may be cached.
    const reply = await fetch(`${origin}/api/products/?page=${tries}&page_size=1&keyword=áo`);
    if (/** @type {{ understood?: unknown }} */ (await reply.json()).understood) return performance.now() - began;
    await sleep(100);
  }
  throw new Error('The index did not load.');
}

/**
 * Asks for addresses in a process of its own.
 *
 * @param {import('./ask-once.mjs').Task} task
 * @returns {Promise<import('./ask-once.mjs').Outcome>}
 */
export async function askOnce(task) {
  const outcome = await runTask(path.join(import.meta.dirname, 'ask-once.mjs'), task);
  return /** @type {import('./ask-once.mjs').Outcome} */ (outcome);
}
