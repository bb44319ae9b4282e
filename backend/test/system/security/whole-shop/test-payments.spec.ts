import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '../../../../launch/settings.mjs';

const BANNER = 'Cửa hàng chạy thử: chỉ nhận thẻ thử, không trừ tiền thật.';

let dataDir: string;
let launcher: ChildProcess;
let shop: string;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-production-'));
  launcher = fork(path.join(ROOT, 'backend/launch/start.mjs'), {
    silent: true,
    execArgv: [],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PAYMENTS: 'sandbox',
      JWT_SECRET: 'only the tests of the whole shop sign with it',
      ADMIN_PASSWORD: 'thuyền-giấy-trôi-xa',
      DATABASE_URL: '',
      REDIS_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_PUBLISHABLE_KEY: '',
      STRIPE_WEBHOOK_SECRET: '',
      DRAIN_SECONDS: '0',
      PORT: '0',
      DATA_DIR: dataDir,
    },
  });
  let words = '';
  launcher.stderr?.on('data', (chunk: Buffer) => (words += String(chunk)));
  shop = await new Promise((resolve, reject) => {
    launcher.once('message', ({ url }: { url: string }) => resolve(url));
    launcher.once('exit', () => reject(new Error(words)));
  });
});

afterAll(async () => {
  const end = once(launcher, 'exit');
  if (launcher.kill('SIGTERM')) await end;
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
