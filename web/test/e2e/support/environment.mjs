// @ts-check
import { TestEnvironment } from 'jest-environment-node';

/** Node's environment of jest, which adds to a failure what the open pages show: most failures wait for a text that never comes. */
export default class BrowserTestEnvironment extends TestEnvironment {
  /** @param {{ name: string, error?: any }} event of jest-circus */
  async handleTestEvent(event) {
    if (event.name !== 'test_fn_failure') return;
    const shown = await this.global.shownPages?.();
    if (shown) event.error.stack = `${event.error.stack}\n\nThe open pages:\n${shown}`;
  }
}
