// @ts-check
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { removeDataDir } from '../../backend/launch/postgres/remove-data-dir.mjs';
import { table } from '../support/report.mjs';
import { percentile } from '../support/statistics.mjs';
import { FEW, MANY, factsOf, judged, measure, quality, readJson, relevance, spelling, telling } from './judging.mjs';

/*
 * The text half of `npm run eval:search`: searches whose right results are defined by attributes of real products, from the
 * data folder and the project's own (queries/own.json). Searches marked `test` are counted, never listed.
 */

/**
 * @typedef {import('./judging.mjs').Row} Row
 * @typedef {import('./judging.mjs').Query} Query
 * @typedef {import('./judging.mjs').Search} Search
 */

/** The number of products for the timing. */
const LARGE = 100_000;

/**
 * @param {{ data: string, isTelling: boolean }} options `isTelling`: lists each training query that falls short
 * @returns {Promise<string>} Markdown
 */
export async function evaluateWords({ data, isTelling }) {
  const rows = /** @type {Row[]} */ (readJson(path.join(data, 'catalogue/products-vi.json')));
  const queries = judged(data).filter(({ set }) => !set.startsWith('search box'));
  const ours = await engine(rows);
  const { searches, stop } = await baselines(rows);
  try {
    const systems = { words: ours.search, ...searches };
    const measured = await measure(queries, rows, systems);
    return [
      quality(measured, Object.keys(systems)),
      '',
      `Misspelt (${FEW} first as of the words meant): ${await spelling(data, ours.search)}`,
      '',
      table(['calibration: percent', 'results', 'relevant'], calibration(queries, rows, ours.percents)),
      '',
      ours.speed(queries),
      ...(isTelling ? ['', ...telling(measured, 'words')] : []),
    ].join('\n');
  } finally {
    await stop();
  }
}

/** @param {Row[]} rows */
async function engine(rows) {
  /** @param {string} name @returns {Promise<any>} */
  const built = (name) => import(new URL(`../../dist/backend/src/search/text/${name}.js`, import.meta.url).href);
  /** @type {typeof import('../../backend/src/search/text/word-index.js')} */
  const { WordIndex } = await built('word-index');
  /** @type {typeof import('../../backend/src/search/text/query/parse-query.js')} */
  const { parseQuery } = await built('query/parse-query');
  const index = new WordIndex();
  rows.forEach((row, place) => index.set(place, factsOf(row)));
  return {
    /** @type {Search} */
    search: (text) => index.search(parseQuery(text, index), MANY).map(({ id }) => id),
    percents: (/** @type {string} */ text) => index.search(parseQuery(text, index), MANY),
    speed: (/** @type {Query[]} */ queries) => {
      const large = new WordIndex();
      const before = process.memoryUsage();
      const began = performance.now();
      for (let id = 0; id < LARGE; id += 1) large.set(id, factsOf(/** @type {Row} */ (rows[id % rows.length])));
      const filled = (performance.now() - began) / 1000;
      const after = process.memoryUsage();
      const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
      large.search(parseQuery('áo', large), MANY);
      const times = queries.map(({ text }) => {
        const start = performance.now();
        const query = parseQuery(text, large);
        const understood = performance.now();
        large.search(query, MANY);
        return [understood - start, performance.now() - understood];
      });
      const at = (/** @type {number} */ part, /** @type {number} */ share) =>
        percentile(
          times.map((pair) => pair[part] ?? 0),
          share,
        ).toFixed(1);
      return `${LARGE.toLocaleString('en')} products: filled in ${filled.toFixed(1)} s, ${Math.round(large.bytes / 1e6)} MB by its own account, ${Math.round(grown / 1e6)} MB by the process; to parseQuery ${at(0, 0.5)} ms (p95 ${at(0, 0.95)}), to search ${at(1, 0.5)} ms (p95 ${at(1, 0.95)}).`;
    },
  };
}

/**
 * A database's own search, for comparison: the words as typed in the name; and full-text search, ignoring tones.
 *
 * @param {Row[]} rows
 */
async function baselines(rows) {
  /** @type {typeof import('../../backend/src/catalog/text/fold.js')} */
  const { foldVi, wordsOf } = await import(
    new URL('../../dist/backend/src/catalog/text/fold.js', import.meta.url).href
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'may-eval-words-'));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE TEMP TABLE products (id int, name text, vector tsvector)');
  const texts = rows.map((row) => foldVi(`${row.name} ${row.category_vi} ${row.brand ?? ''}`));
  await client.query(
    `INSERT INTO products SELECT id, name, to_tsvector('simple', folded)
     FROM unnest($1::int[], $2::text[], $3::text[]) AS row (id, name, folded)`,
    [rows.map((_, place) => place), rows.map(({ name }) => name), texts],
  );
  /** @param {string} sql @param {unknown} value @returns {Promise<number[]>} */
  const ask = async (sql, value) => {
    /** @type {{ rows: { id: number }[] }} */
    const found = await client.query(`${sql}, id LIMIT ${MANY}`, [value]);
    return found.rows.map(({ id }) => id);
  };
  return {
    searches: {
      ilike: (/** @type {string} */ text) =>
        ask(
          'SELECT id FROM products WHERE name ILIKE ALL ($1::text[]) ORDER BY length(name)',
          wordsOf(text).map((word) => `%${word}%`),
        ),
      'full text': (/** @type {string} */ text) =>
        ask(
          `SELECT id FROM products, plainto_tsquery('simple', $1) AS asked WHERE vector @@ asked
           ORDER BY ts_rank(vector, asked) DESC`,
          foldVi(text),
        ),
    },
    stop: async () => {
      await client.end();
      await server.stop();
      removeDataDir(folder);
    },
  };
}

/**
 * @param {Query[]} queries
 * @param {Row[]} rows
 * @param {(text: string) => { id: number, percent: number }[]} search
 */
function calibration(queries, rows, search) {
  /** @type {Record<string, Map<number, [number, number]>>} */
  const sets = { learnt: new Map(), test: new Map() };
  for (const { set, text, expected } of queries) {
    const bins = /** @type {Map<number, [number, number]>} */ (sets[set === 'test' ? 'test' : 'learnt']);
    for (const { id, percent } of search(text)) {
      const bin = Math.min(80, Math.floor(percent / 20) * 20);
      const [right, all] = bins.get(bin) ?? [0, 0];
      const isRight = relevance(expected, /** @type {Row} */ (rows[id])) > 0;
      bins.set(bin, [right + Number(isRight), all + 1]);
    }
  }
  return Object.entries(sets).flatMap(([set, bins]) =>
    [...bins]
      .sort(([a], [b]) => a - b)
      .map(([bin, [right, all]]) => [
        `${set}: ${bin}-${bin + 19}`,
        String(all),
        `${Math.round((100 * right) / all)} %`,
      ]),
  );
}
