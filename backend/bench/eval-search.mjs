// @ts-check
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from '../launch/launch-error.mjs';
import { launch } from '../launch/launcher.mjs';
import { buildIfChanged, install } from '../launch/prepare.mjs';
import { ROOT } from '../launch/settings.mjs';
import { machine } from './report.mjs';

// `npm run eval:search`: how good the search is, see docs/ai-search.md. Each half writes its own tables.
await launch(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join(ROOT, '../shared/data') },
      folds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      words: { type: 'boolean', default: false },
      combined: { type: 'boolean', default: false },
      tell: { type: 'boolean', default: false },
    },
  });
  if (!existsSync(path.join(values.data, 'images'))) {
    console.log(`Skipped: there are no photographs to judge by in ${values.data}; say where with --data.`);
    return;
  }
  if (values.folds && !existsSync(values.folds)) throw new LaunchError(`There is no folder ${values.folds}.`);
  await install();
  await buildIfChanged();
  if (values.words) {
    const { evaluateWords } = await import('./eval-words.mjs');
    console.log(`Measured on ${machine()}.\n\n${await evaluateWords({ data: values.data, isTelling: values.tell })}`);
    return;
  }
  if (values.combined) {
    const { evaluateCombined } = await import('./eval-combined.mjs');
    const fold = values.folds && path.join(values.folds, '0');
    console.log(`Measured on ${machine()}.\n\n${await evaluateCombined(values.data, fold)}`);
    return;
  }
  const { evaluatePictures } = await import('./eval-pictures.mjs');
  const folds = values.folds
    ? readdirSync(values.folds)
        .sort()
        .map((name) => path.join(values.folds ?? '', name))
    : [];
  console.log(`Measured on ${machine()}.\n`);
  console.log(await evaluatePictures({ data: values.data, folds, isQuick: values.quick }));
});
