import type { ChildProcess } from 'node:child_process';

declare global {
  /** Set by browser.ts, read by environment.mjs when a test fails. */
  var shownPages: (() => Promise<string>) | undefined;
  /** Set by global-setup.mjs when it started a shop, read by global-teardown.mjs. */
  var e2eShop: { launcher: ChildProcess; dataDir: string } | undefined;
}
