// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { table } from '../support/report.mjs';
import { percentile } from '../support/statistics.mjs';

// Evaluates the built code, as the shop runs it; the types are the sources'.
/** @param {string} name @returns {Promise<any>} */
const built = (name) => import(new URL(`../../dist/backend/src/search/image/${name}.js`, import.meta.url).href);
/** @type {typeof import('../../backend/src/search/image/compare.js')} */
const { prepareQuery, compare } = await built('compare');
/** @type {typeof import('../../backend/src/search/image/picture-vector.js')} */
const { vectorOf, weightsFor } = await built('picture-vector');
/** @type {typeof import('../../backend/src/search/image/engine.js')} */
const { ImageEngine } = await built('engine');
/** @type {typeof import('../../backend/src/search/image/features/garment.js')} */
const { findGarment } = await built('features/garment');
/** @type {typeof import('../../backend/src/search/image/pack.js')} */
const { unpackDescription } = await built('pack');
/** @type {typeof import('../../backend/src/search/image/features/lab.js')} */
const { labOf } = await built('features/lab');
/** @type {typeof import('../../backend/src/search/image/features/pixels.js')} */
const { dot } = await built('features/pixels');

/**
 * @typedef {import('../../backend/src/search/image/compare.js').Compared} Compared
 * @typedef {import('../../backend/src/search/image/engine.js').ImageEngine} Engine
 * @typedef {{ file: string, class: string, color: string, contributor_group: string }} Row
 * @typedef {Row & { picture: Compared }} Photo
 */

const BEST = 6;
const NOWHERE = '/nowhere';
/** Every nth photograph is a query in other states. */
const EVERY = 4;
const CLIENTS = 4;
const SPEED_ROUNDS = 60;

/** @param {string} data @returns {Row[]} the evaluation's photographs with their class and contributor */
function photosOf(data) {
  return parse(readFileSync(path.join(data, 'images/manifest.csv')), { columns: true });
}

/**
 * Describes a picture, as it is stored and read again.
 * @param {Engine} engine @param {Buffer} bytes @returns {Promise<Compared>}
 */
const described = async (engine, bytes) => /** @type {Compared} */ (unpackDescription(await engine.embedImage(bytes)));

/**
 * @param {Engine} engine @param {string} data @param {Row[]} rows
 * @returns {Promise<Photo[]>}
 */
async function describedAll(engine, data, rows) {
  /** @type {Photo[]} */
  const photos = [];
  for (const row of rows) {
    const picture = await described(engine, readFileSync(path.join(data, 'images', row.file)));
    photos.push({ ...row, picture });
  }
  return photos;
}

/**
 * The mean share, among the six best matches of other contributors' photographs, that shows the same class, and that shows the
 * same colour.
 * @param {Photo[]} photos
 * @param {(photo: Photo) => (other: Photo) => number} likenessTo
 * @param {(photo: Photo) => boolean} [isAsked]
 * @param {(photo: Photo) => boolean} [isShown]
 */
function precision(photos, likenessTo, isAsked = () => true, isShown = () => true) {
  let [asked, kind, color] = [0, 0, 0];
  for (const photo of photos.filter(isAsked)) {
    const likeness = likenessTo(photo);
    const best = photos
      .filter((other) => other.contributor_group !== photo.contributor_group && isShown(other))
      .map((other) => ({ other, near: likeness(other) }))
      .sort((a, b) => b.near - a.near)
      .slice(0, BEST);
    asked += 1;
    kind += best.filter(({ other }) => other.class === photo.class).length / BEST;
    color += best.filter(({ other }) => other.color === photo.color).length / BEST;
  }
  return { asked, kind: kind / asked, color: color / asked };
}

/** @type {(photo: Photo) => (other: Photo) => number} */
const byScore = (photo) => {
  const asked = prepareQuery(photo.picture);
  return (other) => compare(asked, other.picture).score;
};

/**
 * The tables on pictures, in Markdown.
 * @param {{ data: string, folds: string[], isQuick: boolean }} options
 * `folds` are folders of weights, each with a list of contributors that it was not trained on; `isQuick` skips states and speed
 */
export async function evaluatePictures({ data, folds, isQuick }) {
  const rows = photosOf(data);
  const parts = ['### Pictures', ''];
  if (folds.length > 0) parts.push(await ofStrangers(data, rows, folds), '');
  const byHand = await withEngine({ weights: NOWHERE }, (engine) => describedAll(engine, data, rows));
  const hand = precision(byHand, byScore);
  await withEngine({}, async (engine) => {
    const photos = await describedAll(engine, data, rows);
    const all = precision(photos, byScore);
    parts.push(
      table(
        ['all photographs', 'class@6', 'colour@6'],
        [
          [
            'with the committed network, which has learnt from some of these contributors',
            two(all.kind),
            two(all.color),
          ],
          ['by hand-made features alone (`fallback`)', two(hand.kind), two(hand.color)],
        ],
      ),
    );
    if (isQuick) return;
    parts.push('', await inOtherStates(engine, data, photos), '', await speed(engine, data, rows));
  });
  return parts.join('\n');
}

/**
 * Each fold queries with photographs of contributors that its network has never seen.
 * @param {string} data @param {Row[]} rows @param {string[]} folds
 */
async function ofStrangers(data, rows, folds) {
  /** @type {Record<string, { kind: number[], color: number[] }>} */
  const figures = {};
  /** @param {string} name @param {{ kind: number, color: number }} figure */
  const note = (name, { kind, color }) => {
    const kept = (figures[name] ??= { kind: [], color: [] });
    kept.kind.push(kind);
    kept.color.push(color);
  };
  let ceiling = 0;
  for (const weights of folds) {
    /** @type {{ left_out: number[] }} */
    const card = JSON.parse(readFileSync(path.join(weights, 'garments.json'), 'utf8'));
    const strangers = new Set(card.left_out.map(String));
    /** @param {Row} row */
    const isStranger = (row) => strangers.has(row.contributor_group);
    const photos = await withEngine({ weights }, (engine) => describedAll(engine, data, rows));
    note('everything', precision(photos, byScore, isStranger));
    const all = weightsFor({ network: /** @type {any} */ ({}) });
    for (const [name, changed] of Object.entries({
      'without colour': { ...all, color: 0 },
      'without the network': weightsFor({ network: null }),
      'without the hand-made shape': { ...all, edges: 0, texture: 0 },
      'the network alone': { ...all, color: 0, edges: 0, texture: 0 },
      'colour alone': { kind: 0, cut: 0, color: 1, edges: 0, texture: 0 },
      'shape alone': { kind: 0, cut: 0, color: 0, edges: 1, texture: 0.1 },
    })) {
      const vectors = new Map(photos.map((photo) => [photo, vectorOf(photo.picture, [], changed)]));
      const near = (/** @type {Photo} */ a) => (/** @type {Photo} */ b) =>
        dot(/** @type {Float32Array} */ (vectors.get(a)), /** @type {Float32Array} */ (vectors.get(b)));
      note(name, precision(photos, near, isStranger));
    }
    note('everything, among strangers only', precision(photos, byScore, isStranger, isStranger));
    ceiling += mostPossible(rows.filter(isStranger)) / folds.length;
  }
  return [
    `${folds.length} folds: asked with photographs of contributors whom the network was not trained on, mean ± spread.`,
    '',
    table(
      ['what counts', 'class@6', 'colour@6'],
      Object.entries(figures).map(([name, { kind, color }]) => [name, spread(kind), spread(color)]),
    ),
    '',
    `Among strangers only, there are too few photographs of a class for more than ${two(ceiling)}.`,
  ].join('\n');
}

/** @param {Row[]} rows @returns {number} the class-precision of a perfect search */
function mostPossible(rows) {
  const alike = (/** @type {Row} */ row) =>
    rows.filter((other) => other.class === row.class && other.contributor_group !== row.contributor_group).length;
  return rows.reduce((sum, row) => sum + Math.min(BEST, alike(row)) / BEST, 0) / rows.length;
}

/**
 * How often a photograph is the first result for another state of itself, among all photographs.
 * @param {Engine} engine @param {string} data @param {Photo[]} photos
 */
async function inOtherStates(engine, data, photos) {
  const shown = photos.filter((_, i) => i % EVERY === 0);
  /** @type {string[][]} */
  const lines = [];
  for (const [name, change] of Object.entries(STATES)) {
    let [tried, first] = [0, 0];
    for (const photo of shown) {
      const bytes = await change(readFileSync(path.join(data, 'images', photo.file)));
      if (!bytes) continue;
      const asked = prepareQuery(await described(engine, bytes));
      const scores = photos.map((other) => compare(asked, other.picture).score);
      const best = photos[scores.indexOf(Math.max(...scores))];
      tried += 1;
      if (best === photo) first += 1;
    }
    lines.push([name, String(tried), `${((100 * first) / tried).toFixed(1)} %`]);
  }
  return table(['asked for by itself', 'photographs', 'found first'], lines);
}

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer | null>>} */
const STATES = {
  'cropped by a tenth on each side': (bytes) => cropped(bytes, { left: 0.1, top: 0.1, others: 0.1 }),
  'cropped by a fifth on the left, a tenth at the top, less elsewhere': (bytes) =>
    cropped(bytes, { left: 0.2, top: 0.1, others: 0.05 }),
  mirrored: (bytes) => sharp(bytes).flop().jpeg().toBuffer(),
  'half as large, JPEG quality 30': (bytes) => smaller(bytes),
  'darker by a third': (bytes) => sharp(bytes).linear(0.67, 0).jpeg().toBuffer(),
  'lighter by a fifth': (bytes) => sharp(bytes).linear(1.2, 0).jpeg().toBuffer(),
  'in warm light': (bytes) => sharp(bytes).linear([1.1, 1, 0.85], [0, 0, 0]).jpeg().toBuffer(),
  'before a plain ground': (bytes) => beforeAnother(bytes, '#8fa3ad'),
};

/** @param {Buffer} bytes @param {{ left: number, top: number, others: number }} parts the parts cut off on each side */
async function cropped(bytes, parts) {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const [left, top] = [Math.round(width * parts.left), Math.round(height * parts.top)];
  const [right, bottom] = [Math.round(width * parts.others), Math.round(height * parts.others)];
  return sharp(bytes)
    .extract({ left, top, width: width - left - right, height: height - top - bottom })
    .jpeg()
    .toBuffer();
}

/** @param {Buffer} bytes */
async function smaller(bytes) {
  const { width = 0 } = await sharp(bytes).metadata();
  return sharp(bytes)
    .resize(Math.round(width / 2))
    .jpeg({ quality: 30 })
    .toBuffer();
}

/**
 * Puts the garment on a plain background, if it was found on its own.
 * @param {Buffer} bytes @param {string} background
 */
async function beforeAnother(bytes, background) {
  const size = 64;
  const data = await sharp(bytes).resize(size, size, { fit: 'fill' }).raw().toBuffer();
  const garment = findGarment(labOf({ data }), size);
  if (!garment.isFound) return null;
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const mask = Buffer.from(Array.from(garment.weights, (weight) => weight * 255));
  const alpha = await sharp(mask, { raw: { width: size, height: size, channels: 1 } })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  const cut = await sharp(bytes)
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return sharp(cut).flatten({ background }).jpeg().toBuffer();
}

/**
 * The time from a phone's photo of 5 MB to its description, with four concurrent clients.
 * @param {Engine} engine @param {string} data @param {Row[]} rows
 */
async function speed(engine, data, rows) {
  const photo = await ofFiveMegabytes(path.join(data, 'images', rows[0]?.file ?? ''));
  /** @type {number[]} */
  const times = [];
  let left = SPEED_ROUNDS;
  const before = process.cpuUsage();
  const client = async () => {
    while (left-- > 0) {
      const began = performance.now();
      await engine.embedImage(photo);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const { user, system } = process.cpuUsage(before);
  const work = `${((user + system) / 1000 / times.length).toFixed(0)} ms`;
  const at = (/** @type {number} */ part) => `${percentile(times, part).toFixed(0)} ms`;
  const bytes = `${(photo.length / 1024 / 1024).toFixed(1)} MB`;
  return table(
    [`a photograph of ${bytes}, ${CLIENTS} clients`, 'p50', 'p95', 'CPU time each'],
    [['described', at(0.5), at(0.95), work]],
  );
}

/** @param {string} file @returns {Promise<Buffer>} the photo as a camera of 12 megapixels would take it, with noise */
async function ofFiveMegabytes(file) {
  const [width, height] = [3000, 4000];
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 22 } },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(file)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: noise, blend: 'soft-light' }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

/**
 * @template T
 * @param {import('../../backend/src/search/image/engine.js').EngineFiles} files
 * @param {(engine: Engine) => Promise<T>} use
 */
async function withEngine(files, use) {
  const engine = await ImageEngine.open(files);
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** @param {number} value */
const two = (value) => value.toFixed(3);

/** @param {number[]} values */
function spread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return `${two(mean)} ± ${two(Math.sqrt(variance))} (${values.map(two).join(', ')})`;
}
