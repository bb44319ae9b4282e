import type { ChildProcess } from 'node:child_process';

declare global {
  /** Set by global-setup.mjs when it started a shop, read by global-teardown.mjs. */
  var e2eShop: { launcher: ChildProcess; dataDir: string } | undefined;
}
