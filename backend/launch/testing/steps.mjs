// @ts-check

/**
 * @typedef {{ passed: number, failed: number, verdict: string }} Outcome
 * @typedef {{ name: string, run: () => Promise<Outcome> }} Step
 * @typedef {Outcome & { name: string, seconds: number }} Result
 */

/**
 * @param {Step[]} steps
 * @returns {Promise<Result[]>}
 */
export async function inTurn(steps) {
  /** @type {Result[]} */
  const results = [];
  for (const step of steps) results.push(await timed(step));
  return results;
}

/**
 * Runs steps side by side, two of them at any moment.
 *
 * @param {Step[]} steps
 * @returns {Promise<Result[]>} in the order of the steps
 */
export async function twoAtATime(steps) {
  /** @type {Result[]} */
  const results = [];
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < steps.length; i = next++) results[i] = await timed(/** @type {Step} */ (steps[i]));
  };
  await Promise.all([lane(), lane()]);
  return results;
}

/**
 * @param {Step} step
 * @returns {Promise<Result>}
 */
async function timed({ name, run }) {
  const start = Date.now();
  /** @type {Outcome} */
  const result = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, verdict: 'FAILED' };
  });
  return { name, seconds: (Date.now() - start) / 1000, ...result };
}
