// @ts-check
import { createRequire } from 'node:module';
import path from 'node:path';

// It comes with jest, and is of jest's own version.
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Short files whose tests take long. */
const LONG =
  /\/test\/(launch\/|system\/model\/|media\/large-|system\/races\/chargebacks|search\/(api\/ai-|image\/robust))/;

/**
 * Until it has seen how long the files take, jest begins with the largest. The long ones would begin last then, and each
 * be waited for by cores that have nothing left to do.
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
