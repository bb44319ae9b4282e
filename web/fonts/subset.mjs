// @ts-check
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/*
 * npm run fonts:subset: writes the shop's two fonts into web/app/styles/fonts. The files are committed, so only another
 * letter, weight or version of the font needs it.
 */

const FOLDER = path.resolve('web/app/styles/fonts');
const WEIGHTS = { 400: '400Regular/BeVietnamPro_400Regular.ttf', 600: '600SemiBold/BeVietnamPro_600SemiBold.ttf' };

const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

/** What the pages are written with; other letters are shown by a font of the system. fonts.css names the same. */
const LETTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff), // Latin-1: names of brands, ×, ®, ·
  'ĂăĐđĨĩŨũƠơƯư',
  range(0x1ea0, 0x1ef9), // Vietnamese letters with their tones
  '\u0300\u0301\u0302\u0303\u0306\u0309\u031b\u0323', // and those signs alone, of decomposed text
  '–—‘’“”•…™₫€−≤≥', // the font has no arrows
].join('');
/** Kerning, signs above and below letters, and digits of equal width. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'];

const fonts = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/be-vietnam-pro/package.json'));
mkdirSync(FOLDER, { recursive: true });
for (const [weight, file] of Object.entries(WEIGHTS)) {
  const whole = readFileSync(path.join(fonts, file));
  // Without hints, which phones ignore: they are a third of the file.
  const subset = await subsetFont(whole, LETTERS, { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true });
  writeFileSync(path.join(FOLDER, `be-vietnam-pro-${weight}.woff2`), subset);
  console.log(`${weight}: ${subset.length} bytes`);
}
copyFileSync(path.join(fonts, 'LICENSE_FONT'), path.join(FOLDER, 'OFL.txt'));
