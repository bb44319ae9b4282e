// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { table } from '../support/report.mjs';

/*
 * The combined half of `npm run eval:search`: a photograph with a text that asks for something it does not show. Each photograph
 * is a product, named after its class and available in its colour.
 */

/** @param {string} name @returns {Promise<any>} */
const built = (name) => import(new URL(`../../dist/backend/src/search/${name}.js`, import.meta.url).href);
/** @type {typeof import('../../backend/src/search/hybrid/fusion.js')} */
const { fuse } = await built('hybrid/fusion');
/** @type {typeof import('../../backend/src/search/image/engine.js')} */
const { ImageEngine } = await built('image/engine');
/** @type {typeof import('../../backend/src/search/image/picture-index.js')} */
const { PictureIndex } = await built('image/picture-index');
/** @type {typeof import('../../backend/src/search/text/query/parse-query.js')} */
const { parseQuery } = await built('text/query/parse-query');
/** @type {typeof import('../../backend/src/search/text/word-index.js')} */
const { WordIndex } = await built('text/word-index');

/**
 * @typedef {{ file: string, class: string, class_vi: string, color: string, contributor_group: string }} Row
 * @typedef {Row & { id: number, described: import('../../backend/src/search/engines/engine.js').Described }} Photo
 * @typedef {{ photo: Photo, text: string, isRight: (other: Photo) => boolean }} Case
 * @typedef {Case & { right: number }} Judged with the number of right results
 */

const BEST = 6;
/** The number of results to search; those of the photograph's own contributor are among them and are skipped. */
const RESULTS = 60;
/** Every nth photograph is a query. */
const EVERY = 3;
/** A case with fewer right products than this is skipped. */
const MIN_RIGHT = 2;

/**
 * @param {string} data
 * @param {string | undefined} weights of a network that was not trained on some of the photographs
 * @returns {Promise<string>} Markdown
 */
export async function evaluateCombined(data, weights) {
  const engine = await ImageEngine.open(weights ? { weights } : {});
  try {
    const photos = await describedAll(engine, data);
    const words = new WordIndex();
    const pictures = new PictureIndex(engine.dimensions);
    for (const { id, class_vi, color, described } of photos) {
      const name = class_vi.charAt(0).toUpperCase() + class_vi.slice(1);
      words.set(id, {
        name,
        description: '',
        category: name,
        brand: '',
        colors: [color],
        sizes: [],
        min_price: 200_000,
        total_sold: 0,
      });
      pictures.set(id, id, described);
    }
    const ask = async (/** @type {string} */ text, /** @type {Photo | null} */ photo) => {
      const hits = await fuse({
        readings: text ? [parseQuery(text, words)] : [],
        index: words,
        seen: photo && { index: pictures, described: photo.described },
        ignore: [],
        limit: RESULTS,
      });
      return hits.map(({ id }) => /** @type {Photo} */ (photos[id - 1]));
    };
    const rows = [];
    for (const [kind, cases] of Object.entries(casesOf(photos)))
      rows.push([
        kind,
        String(cases.length),
        await share(cases, ({ text, photo }) => ask(text, photo)),
        await share(cases, ({ text }) => ask(text, null)),
        await share(cases, ({ photo }) => ask('', photo)),
      ]);
    return table(['asked for', 'cases', 'both', 'words alone', 'picture alone'], rows);
  } finally {
    await engine.close();
  }
}

/** @param {import('../../backend/src/search/image/engine.js').ImageEngine} engine @param {string} data @returns {Promise<Photo[]>} */
async function describedAll(engine, data) {
  /** @type {Row[]} */
  const rows = parse(readFileSync(path.join(data, 'images/manifest.csv')), { columns: true });
  /** @type {Photo[]} */
  const photos = [];
  for (const row of rows) {
    const described = await engine.embedImage(readFileSync(path.join(data, 'images', row.file)));
    photos.push({ ...row, id: photos.length + 1, described });
  }
  return photos;
}

/**
 * Asks for another colour and another class than each photograph's, in rotation, so that all of them occur.
 * @param {Photo[]} photos @returns {Record<string, Judged[]>}
 */
function casesOf(photos) {
  const colors = [...new Set(photos.map(({ color }) => color))].sort();
  const classes = [...new Set(photos.map(({ class_vi }) => class_vi))].sort();
  /** @type {Record<string, Case[]>} */
  const cases = { 'giống thế này nhưng màu …': [], 'cùng màu này nhưng là …': [], 'no word of it: giống thế này': [] };
  for (const [nth, photo] of photos.entries()) {
    if (nth % EVERY !== 0) continue;
    const color = colors[nth % colors.length] ?? '';
    const kind = classes[nth % classes.length] ?? '';
    if (color !== photo.color)
      cases['giống thế này nhưng màu …']?.push({
        photo,
        text: `giống thế này nhưng màu ${color}`,
        isRight: (other) => other.class === photo.class && other.color === color,
      });
    if (kind !== photo.class_vi)
      cases['cùng màu này nhưng là …']?.push({
        photo,
        text: `cùng màu này nhưng là ${kind}`,
        isRight: (other) => other.class_vi === kind && other.color === photo.color,
      });
    cases['no word of it: giống thế này']?.push({
      photo,
      text: 'giống thế này',
      isRight: (other) => other.class === photo.class,
    });
  }
  const count = (/** @type {Case} */ { photo, isRight }) =>
    photos.filter((other) => isStranger(photo, other) && isRight(other)).length;
  const judged = (/** @type {Case[]} */ all) =>
    all.map((one) => ({ ...one, right: count(one) })).filter(({ right }) => right >= MIN_RIGHT);
  return Object.fromEntries(Object.entries(cases).map(([kind, all]) => [kind, judged(all)]));
}

/** @param {Photo} photo @param {Photo} other */
const isStranger = (photo, other) => other.contributor_group !== photo.contributor_group;

/**
 * The share of right results among the first six (fewer if fewer are right); only photographs of other contributors count.
 * @param {Judged[]} cases @param {(one: Case) => Promise<Photo[]>} search
 */
async function share(cases, search) {
  let sum = 0;
  for (const one of cases) {
    const found = (await search(one)).filter((other) => isStranger(one.photo, other));
    const judged = Math.min(BEST, one.right);
    sum += found.slice(0, judged).filter(one.isRight).length / judged;
  }
  return (sum / cases.length).toFixed(3);
}
