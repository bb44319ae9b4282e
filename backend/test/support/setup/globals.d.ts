/* oxlint-disable no-var -- only a `var` is a property of globalThis */

/** Set by global-setup.mjs when it started the server, called by global-teardown.mjs. */
declare var stopTestServer: (() => Promise<void>) | undefined;
