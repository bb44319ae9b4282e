// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from '../../backend/launch/launch-error.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { machine } from '../support/report.mjs';

/** @typedef {{ data: string, folds: string[], isQuick: boolean, isTelling: boolean }} Given */

/** The parts of the evaluation, as Markdown. They are loaded on demand, because they evaluate the built code. */
const PARTS = {
  words: async (/** @type {Given} */ given) => (await import('./words.mjs')).evaluateWords(given),
  pictures: async (/** @type {Given} */ given) => (await import('./pictures.mjs')).evaluatePictures(given),
  combined: async (/** @type {Given} */ { data, folds }) =>
    (await import('./combined.mjs')).evaluateCombined(data, folds[0]),
};

// `npm run eval:search`: the quality of the search, see docs/ai-search.md. `--only words`, `pictures` or `combined` evaluates it alone.
await launch(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.REAL_DATA ?? path.join(ROOT, '../shared/data') },
      folds: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      tell: { type: 'boolean', default: false },
    },
  });
  const { data, only, quick: isQuick, tell: isTelling } = values;
  if (!existsSync(path.join(data, 'images'))) {
    console.log(`Skipped: there is nothing to judge by in ${data}; say where with --data.`);
    return;
  }
  if (values.folds && !existsSync(values.folds)) throw new LaunchError(`There is no folder ${values.folds}.`);
  if (only && !(only in PARTS)) throw new LaunchError(`--only takes ${Object.keys(PARTS).join(', ')}.`);
  await install();
  await buildIfChanged();
  const folds = values.folds
    ? readdirSync(values.folds)
        .sort()
        .map((name) => path.join(values.folds ?? '', name))
    : [];
  console.log(`Measured on ${machine()}.`);
  for (const [name, judge] of Object.entries(PARTS)) {
    if (only && only !== name) continue;
    console.log(`\n### ${name}\n\n${await judge({ data, folds, isQuick, isTelling })}`);
  }
});
