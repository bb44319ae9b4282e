// @ts-check
import { existsSync } from 'node:fs';

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * @returns {string | undefined} the Chromium that the browser tests use: CHROMIUM_PATH, or the first of the usual places
 */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, ...USUAL_PLACES].find((file) => file && existsSync(file));
}

/** Debian's package chromium-headless-shell, which draws no window. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * @returns {string | undefined} the headless shell, which takes half of Chromium's processor time; Chromium where CHROMIUM_PATH names one or
 *   there is no shell
 */
export function findHeadlessShell() {
  return !process.env.CHROMIUM_PATH && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium();
}

/** What is said when there is none. */
export const NO_CHROMIUM = 'No Chromium was found (CHROMIUM_PATH names one), so the journey in a browser is skipped.';
