import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  chromium,
} from 'playwright-core';
import { keptMails, type ReadMail } from '../../../../backend/test/support/mail';
import { findChromium, findHeadlessShell } from './chromium.mjs';

/** A shopper's; the pages would take the headless browser's own for a crawler's. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** How long a page may take to show something, on a machine that builds and checks the project at the same time. */
const WAIT_MS = 90_000;

/** How much of a page a failed test shows. */
const SHOWN_LENGTH = 1_000;

let running: Promise<Browser> | undefined;
let program = findHeadlessShell();

/** @returns the address of the shop under test, without a trailing slash */
export function shop(): string {
  if (!process.env.SHOP_URL) throw new Error('shop() is for the tests of web/test/e2e/jest.config.mjs');
  return process.env.SHOP_URL;
}

/** Waits for a mail of the shop. @returns its text, the newest of those to the address that match */
export const mailTo = async (address: string, matching: RegExp): Promise<string> =>
  (await mailOf(address, matching)).text;

/** Waits for a mail of the shop, as `mailTo` does. @returns all of it */
export async function mailOf(address: string, matching: RegExp): Promise<ReadMail> {
  const dataDir = process.env.SHOP_DATA_DIR;
  if (!dataDir) throw new Error('SHOP_DATA_DIR must name the data folder of the shop at SHOP_URL');
  const patience = Date.now() + 60_000;
  for (;;) {
    // The folder is made with the first mail.
    const mails = existsSync(path.join(dataDir, 'mail')) ? keptMails(dataDir, address) : [];
    const mail = mails.findLast(({ text }) => matching.test(text));
    if (mail) return mail;
    if (Date.now() > patience) throw new Error(`No mail to ${address} came that matches ${matching}`);
    await pause(100);
  }
}

/**
 * Runs the tests of this file in the whole Chromium. The headless shell lacks its cache of pages for going back, and chooses another picture of a set.
 */
export function runInWholeChromium() {
  program = findChromium();
}

/** Starts a browser; `newContext()` shares one. */
export const launch = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
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

/** Opens a context of the test file's browser, which closes after the file's last test; its storage is its own. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  running ??= launch();
  const context = await (await running).newContext({ locale: 'vi-VN', ...options });
  context.setDefaultTimeout(WAIT_MS);
  return context;
}

/** The address of each open page and the beginning of what it shows, for the message of a failed test. */
globalThis.shownPages = async () => {
  const pages = (await running)?.contexts().flatMap((context) => context.pages()) ?? [];
  const shown = await Promise.all(
    pages.map(async (page) => {
      const text = await page.innerText('body', { timeout: 2_000 }).catch((error: Error) => error.message);
      return `${page.url()}\n${text.replaceAll(/\n+/g, ' | ').slice(0, SHOWN_LENGTH)}`;
    }),
  );
  return shown.join('\n');
};

afterAll(async () => (await running)?.close());
