import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLauncher, type LauncherRun } from '../../../support/start-launcher.js';

const BANNER = 'Cửa hàng chạy thử: chỉ nhận thẻ thử, không trừ tiền thật.';

let dataDir: string;
let run: LauncherRun;
let shop: string;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-production-'));
  run = startLauncher({
    NODE_ENV: 'production',
    PAYMENTS: 'sandbox',
    JWT_SECRET: 'only the tests of the whole shop sign with it',
    ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
    SEED: undefined,
    REDIS_URL: '',
    STRIPE_SECRET_KEY: '',
    STRIPE_PUBLISHABLE_KEY: '',
    STRIPE_WEBHOOK_SECRET: '',
    DATA_DIR: dataDir,
  });
  shop = await run.open;
});

afterAll(async () => {
  await run.close();
  rmSync(dataDir, { recursive: true, force: true });
});

// The second '/' comes from the cache of pages.
test.each(['/', '/', '/search', '/login', '/paybox', '/admin', '/admin/orders/1/slip', '/tkb', '/nowhere'])(
  'a shop in production on test cards says so in the HTML of %s',
  async (page) => {
    const html = await (await fetch(shop + page)).text();
    expect(html).toContain(BANNER);
    expect(html).toMatch(/<html[^>]* data-payments="sandbox"/);
  },
);
