// @ts-check
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { launch } from '../../backend/launch/launcher.mjs';
import { ROOT } from '../../backend/launch/settings.mjs';
import { MANY, factsOf, judged, measure, quality, readJson, spelling, telling } from './judging.mjs';

/*
 * `npm run eval:keyword`: the quality of the header's search, see docs/decisions/019-keyword-search.md. `--tell` lists the training
 * queries that fall short.
 */

/** @param {string} name @returns {Promise<any>} */
const built = (name) => import(new URL(`../../dist/backend/src/search/${name}.js`, import.meta.url).href);

await launch(async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: process.env.REAL_DATA ?? path.join(ROOT, '../shared/data') },
      tell: { type: 'boolean', default: false },
    },
  });
  const { data, tell } = values;
  if (!existsSync(path.join(data, 'queries.json'))) {
    console.log(`Skipped: there is nothing to judge by in ${data}; say where with --data.`);
    return;
  }
  await install();
  await buildIfChanged();
  const rows = /** @type {import('./judging.mjs').Row[]} */ (readJson(path.join(data, 'catalogue/products-vi.json')));
  const search = await keywordSearch(rows);
  const measured = await measure(judged(data), rows, { keyword: search });
  const answerable = measured.filter(({ relevant }) => relevant > 0);
  const empty = answerable.filter(({ found }) => found === 0);
  console.log(quality(measured, ['keyword']));
  console.log(`\nNothing found for ${empty.length} of ${answerable.length} searches that have an answer.`);
  console.log(`\nMisspelt: ${await spelling(data, search)}`);
  if (tell) console.log(`\n${telling(measured, 'keyword').join('\n')}`);
});

/**
 * Returns the first page of the header's search.
 * @param {import('./judging.mjs').Row[]} rows
 * @returns {Promise<import('./judging.mjs').Search>}
 */
async function keywordSearch(rows) {
  /** @type {typeof import('../../backend/src/search/text/word-index.js')} */
  const { WordIndex } = await built('text/word-index');
  /** @type {typeof import('../../backend/src/search/text/query/parse-query.js')} */
  const { parseQuery } = await built('text/query/parse-query');
  /** @type {typeof import('../../backend/src/search/matching/keyword-match.js')} */
  const { findProducts } = await built('matching/keyword-match');
  /** @type {typeof import('../../backend/src/search/keyword/product-list.js')} */
  const { listPart } = await built('keyword/product-list');
  const index = new WordIndex();
  rows.forEach((row, place) => index.set(place, factsOf(row)));
  return (text) => listPart(index, findProducts(parseQuery(text, index), index), {}, { from: 0, count: MANY }).ids;
}
