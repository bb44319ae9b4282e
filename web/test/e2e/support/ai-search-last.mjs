// @ts-check
import { createRequire } from 'node:module';

// A dependency of jest, in jest's own version.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Runs the tests of the AI search last: the worker, which yields to the browsers, then knows the pictures of the new shop. */
export default class AiSearchLast extends Sequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const isLast = (/** @type {{ path: string }} */ { path }) => path.endsWith('ai-search.spec.ts');
    /** @type {{ path: string }[]} */
    const sorted = super.sort(tests);
    return sorted.sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
  }
}
