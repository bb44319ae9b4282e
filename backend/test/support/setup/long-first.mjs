// @ts-check
import { createRequire } from 'node:module';
import path from 'node:path';

// A dependency of jest, in jest's own version.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Small files with slow tests. */
const LONG =
  /\/test\/(launch\/|system\/model\/|media\/large-|system\/races\/chargebacks|search\/(api\/ai-|image\/robust))/;

/**
 * Before jest knows how long files take, it runs the largest first. The slow files would then start last, and the other cores
 * would wait for them.
 */
export default class LongFirst extends Sequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const isLong = (/** @type {{ path: string }} */ test) => LONG.test(test.path.split(path.sep).join('/'));
    /** @type {{ path: string }[]} */
    const sorted = super.sort(tests);
    return sorted.sort((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}
