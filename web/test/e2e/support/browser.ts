import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type LaunchOptions, chromium } from 'playwright-core';
import { keptMails } from '../../../../backend/test/support/mail';
import { findChromium } from './chromium.mjs';

/** A shopper's; the pages would take the headless browser's own for a crawler's. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let running: Promise<Browser> | undefined;

/** @returns the address of the shop under test, without a trailing slash */
export function shop(): string {
  if (!process.env.SHOP_URL) throw new Error('shop() is for the tests of web/test/e2e/jest.config.mjs');
  return process.env.SHOP_URL;
}

/** Waits for a mail of the shop. @returns its text, the newest of those to the address that match */
export async function mailTo(address: string, matching: RegExp): Promise<string> {
  const dataDir = process.env.SHOP_DATA_DIR;
  if (!dataDir) throw new Error('SHOP_DATA_DIR must name the data folder of the shop at SHOP_URL');
  const patience = Date.now() + 60_000;
  for (;;) {
    // The folder is made with the first mail.
    const mails = existsSync(path.join(dataDir, 'mail')) ? keptMails(dataDir, address) : [];
    const found = mails.findLast(({ text }) => matching.test(text));
    if (found) return found.text;
    if (Date.now() > patience) throw new Error(`No mail to ${address} came that matches ${matching}`);
    await pause(100);
  }
}

/** Starts a browser; `browser()` is the one to share. */
export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox', // as root there is none
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-quic',
      '--no-first-run',
      `--user-agent=${USER_AGENT}`,
    ],
    ...options,
  });

/** @returns the test file's browser, started by the first call and closed after the file's last test */
export function browser(): Promise<Browser> {
  running ??= launch();
  return running;
}

afterAll(async () => (await running)?.close());
