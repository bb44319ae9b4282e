// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../backend/launch/postgres/embedded-postgres.mjs';
import { table } from '../report.mjs';

/*
 * The words half of `npm run eval:search`: searches whose right results are told by attributes of real products, those of
 * the data folder and the project's own (queries/own.json). What is marked `test` there is counted, never told one by one.
 */

/**
 * @typedef {object} Row of the catalogue
 * @property {string} name
 * @property {string} category
 * @property {string} category_vi
 * @property {string | null} gender
 * @property {string | null} brand
 * @property {string[]} colors
 * @property {string[]} sizes
 * @property {string[]} materials
 * @property {number} demo_price_vnd
 */
/** @typedef {Partial<Record<`${'category' | 'color' | 'gender' | 'size' | 'brand' | 'material' | 'name'}_any` | 'category_also', string[]>> & { price_min?: number, price_max?: number }} Expected */
/** @typedef {{ set: string, kind: string, text: string, expected: Expected }} Query */
/** @typedef {(text: string) => Promise<number[]> | number[]} Search the places of the rows found, the best first */

/** How many results are judged. */
const [FEW, MANY] = [6, 12];
/** Among so many products it is timed. */
const LARGE = 100_000;

/**
 * @param {{ data: string, isTelling: boolean }} options `isTelling`: each training query that falls short, by itself
 * @returns {Promise<string>} Markdown
 */
export async function evaluateWords({ data, isTelling }) {
  const rows = /** @type {Row[]} */ (readJson(path.join(data, 'catalogue/products-vi.json')));
  const queries = judged(data);
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
      ...(isTelling ? ['', ...telling(measured)] : []),
    ].join('\n');
  } finally {
    await stop();
  }
}

/** @param {string} file @returns {unknown} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} data @returns {Query[]} */
function judged(data) {
  const shared = /** @type {{ queries: { query: string, types: string[], expected: Expected }[] }} */ (
    readJson(path.join(data, 'queries.json'))
  );
  const own = /** @type {{ queries: { text: string, kind: string, test?: boolean, expected: Expected }[] }} */ (
    readJson(path.join(import.meta.dirname, 'queries/own.json'))
  );
  return [
    ...shared.queries.map(({ query, types, expected }) => ({
      set: 'shared',
      kind: types[0] ?? '',
      text: query,
      expected,
    })),
    ...own.queries.map(({ text, kind, test, expected }) => ({ set: test ? 'test' : 'training', kind, text, expected })),
  ];
}

/** As an import would know it: no gender, no materials. @param {Row} row */
const factsOf = (row) => ({
  name: row.name,
  description: '',
  category: row.category_vi,
  brand: row.brand ?? '',
  colors: row.colors,
  sizes: row.sizes,
  min_price: row.demo_price_vnd,
  total_sold: 0,
});

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
        const meant = parseQuery(text, large);
        const understood = performance.now();
        large.search(meant, MANY);
        return [understood - start, performance.now() - understood];
      });
      const at = (/** @type {number} */ part, /** @type {number} */ share) =>
        (times.map((pair) => pair[part] ?? 0).sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
      return `${LARGE.toLocaleString('en')} products: filled in ${filled.toFixed(1)} s, ${Math.round(large.bytes / 1e6)} MB by its own account, ${Math.round(grown / 1e6)} MB by the process; to parseQuery ${at(0, 0.5)} ms (p95 ${at(0, 0.95)}), to search ${at(1, 0.5)} ms (p95 ${at(1, 0.95)}).`;
    },
  };
}

/**
 * What a database does by itself: the words as typed in the name; and its full text search, tones aside.
 *
 * @param {Row[]} rows
 */
async function baselines(rows) {
  /** @type {typeof import('../../backend/src/catalog/keyword-search/fold.js')} */
  const { foldVi, wordsOf } = await import(
    new URL('../../dist/backend/src/catalog/keyword-search/fold.js', import.meta.url).href
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
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const plain = (/** @type {string} */ text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * 2 for what is wanted, 1 for what will do, 0 for the rest.
 * @param {Expected} expected
 * @param {Row} row
 */
function relevance(expected, row) {
  const shares = (/** @type {string[] | undefined} */ wanted, /** @type {string[]} */ has) =>
    !wanted || wanted.some((one) => has.includes(one));
  const isWanted = shares(expected.category_any, [row.category]);
  const name = ` ${plain(row.name)} `;
  const isNamed = !expected.name_any || expected.name_any.some((words) => name.includes(` ${plain(words)} `));
  const isMade = shares(expected.material_any, row.materials);
  const holds =
    (isWanted || (expected.category_also ?? []).includes(row.category)) &&
    shares(expected.color_any, row.colors) &&
    (row.gender === null || shares(expected.gender_any, [row.gender])) &&
    shares(expected.size_any, row.sizes) &&
    shares(expected.brand_any?.map(plain), [plain(row.brand ?? '')]) &&
    row.demo_price_vnd >= (expected.price_min ?? 0) &&
    row.demo_price_vnd <= (expected.price_max ?? Infinity) &&
    (expected.material_any && expected.name_any ? isMade || isNamed : isMade && isNamed);
  if (!holds) return 0;
  return isWanted ? 2 : 1;
}

const gained = (/** @type {number[]} */ gains) =>
  gains.slice(0, MANY).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0);

/**
 * @typedef {{ query: Query, relevant: number, scores: Record<string, { ndcg: number, precision: number }>, wrong: string[] }} Measured
 * @param {Query[]} queries
 * @param {Row[]} rows
 * @param {Record<string, Search>} systems
 * @returns {Promise<Measured[]>}
 */
async function measure(queries, rows, systems) {
  const measured = [];
  for (const query of queries) {
    const gains = rows.map((row) => relevance(query.expected, row));
    const ideal = gains.filter((gain) => gain > 0).sort((a, b) => b - a);
    const judgedFirst = Math.min(FEW, ideal.length);
    /** @type {Measured} */
    const one = { query, relevant: ideal.length, scores: {}, wrong: [] };
    for (const [name, search] of Object.entries(systems)) {
      const found = (await search(query.text)).slice(0, MANY);
      const got = found.map((place) => gains[place] ?? 0);
      const right = got.slice(0, judgedFirst).filter((gain) => gain > 0).length;
      one.scores[name] = { ndcg: gained(got) / gained(ideal), precision: right / judgedFirst };
      if (name === 'words')
        one.wrong = found.filter((_, rank) => got[rank] === 0).map((place) => rows[place]?.name ?? '');
    }
    measured.push(one);
  }
  return measured;
}

/** @param {Measured[]} all @param {string[]} systems */
function quality(all, systems) {
  const usable = all.filter(({ relevant }) => relevant > 0);
  const line = (/** @type {string} */ title, /** @type {Measured[]} */ some) => [
    title,
    String(some.length),
    ...systems.flatMap((system) =>
      /** @type {const} */ (['ndcg', 'precision']).map((figure) =>
        (some.reduce((sum, { scores }) => sum + (scores[system]?.[figure] ?? 0), 0) / some.length).toFixed(3),
      ),
    ),
  ];
  const sets = [...new Set(usable.map(({ query }) => query.set))].map((set) => {
    return line(
      `**${set}**`,
      usable.filter(({ query }) => query.set === set),
    );
  });
  const own = usable.filter(({ query }) => query.set !== 'shared');
  const kinds = [...new Set(own.map(({ query }) => query.kind))].map((kind) =>
    line(
      `own: ${kind}`,
      own.filter(({ query }) => query.kind === kind),
    ),
  );
  const heads = systems.flatMap((system) => [`${system} nDCG@${MANY}`, `P@${FEW}`]);
  return table(['searches', 'count', ...heads], [...sets, ...kinds]);
}

/** @param {string} data @param {Search} search */
async function spelling(data, search) {
  const pairs = csv(path.join(data, 'text/misspellings-vi.csv'));
  /** @type {Map<string, [number, number]>} */
  const kinds = new Map();
  const missed = [];
  for (const [typed = '', meant = '', kind = ''] of pairs) {
    const [mine, theirs] = [await search(typed), await search(meant)].map((found) => found.slice(0, FEW).join());
    const isSame = mine === theirs && mine !== '';
    const [same, all] = kinds.get(kind) ?? [0, 0];
    kinds.set(kind, [same + Number(isSame), all + 1]);
    if (!isSame) missed.push(typed);
  }
  const right = pairs.length - missed.length;
  const traps = csv(path.join(data, 'text/diacritic-traps-vi.csv'));
  let found = 0;
  for (const [typed = ''] of traps) found += Number((await search(typed)).length > 0);
  return [
    `${right} of ${pairs.length}; missed: ${missed.join(', ') || 'none'}.`,
    [...kinds].map(([kind, [same, all]]) => `${kind} ${same}/${all}`).join(', '),
    `Of ${traps.length} short words without tones ${found} find something.`,
  ].join('\n');
}

/** @param {string} file */
function csv(file) {
  const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1);
  return lines.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
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

/** @param {Measured[]} measured */
function telling(measured) {
  return measured
    .filter(({ query, scores, relevant }) => query.set !== 'test' && relevant > 0 && (scores.words?.ndcg ?? 0) < 0.95)
    .map(({ query, scores, relevant, wrong }) => {
      const { ndcg = 0, precision = 0 } = scores.words ?? {};
      return `- ${query.text} (${query.kind}, ${relevant}): ${ndcg.toFixed(2)}, ${precision.toFixed(2)}${wrong.map((name) => `\n  - ${name}`).join('')}`;
    });
}
