// @ts-check
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { table } from '../support/report.mjs';

/*
 * The test data of the text search evaluations: real products, searches whose right results are defined by attributes, and
 * misspelt ones. Searches marked `test` are counted, never listed.
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
/** @typedef {(text: string) => Promise<number[]> | number[]} Search the indexes of the rows found, best first */

/** The numbers of judged results. */
export const [FEW, MANY] = [6, 12];

/** @param {string} file @returns {unknown} */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {string} data @returns {Query[]} */
export function judged(data) {
  const shared = /** @type {{ queries: { query: string, types: string[], expected: Expected }[] }} */ (
    readJson(path.join(data, 'queries.json'))
  );
  const own = /** @type {{ queries: { text: string, kind: string, test?: boolean, expected: Expected }[] }} */ (
    readJson(path.join(import.meta.dirname, 'queries/own.json'))
  );
  const box = /** @type {typeof own} */ (readJson(path.join(import.meta.dirname, 'queries/search-box.json')));
  return [
    ...shared.queries.map(({ query, types, expected }) => ({
      set: 'shared',
      kind: types[0] ?? '',
      text: query,
      expected,
    })),
    ...own.queries.map(({ text, kind, test, expected }) => ({ set: test ? 'test' : 'training', kind, text, expected })),
    ...box.queries.map(({ text, kind, test, expected }) => ({
      set: test ? 'search box, test' : 'search box',
      kind,
      text,
      expected,
    })),
  ];
}

/** The facts as an import would know them: no gender, no materials. @param {Row} row */
export const factsOf = (row) => ({
  name: row.name,
  description: '',
  category: row.category_vi,
  brand: row.brand ?? '',
  colors: row.colors,
  sizes: row.sizes,
  min_price: row.demo_price_vnd,
  total_sold: 0,
});

const plain = (/** @type {string} */ text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * 2 for the wanted product, 1 for an acceptable one, 0 for any other.
 * @param {Expected} expected
 * @param {Row} row
 */
export function relevance(expected, row) {
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
 * @typedef {{ query: Query, relevant: number, scores: Record<string, { ndcg: number, precision: number }>, wrong: string[], found: number }} Measured
 * @param {Query[]} queries
 * @param {Row[]} rows
 * @param {Record<string, Search>} systems the first is the evaluated one
 * @returns {Promise<Measured[]>}
 */
export async function measure(queries, rows, systems) {
  const measured = [];
  const [first] = Object.keys(systems);
  for (const query of queries) {
    const gains = rows.map((row) => relevance(query.expected, row));
    const ideal = gains.filter((gain) => gain > 0).sort((a, b) => b - a);
    const judgedFirst = Math.min(FEW, ideal.length);
    /** @type {Measured} */
    const one = { query, relevant: ideal.length, scores: {}, wrong: [], found: 0 };
    for (const [name, search] of Object.entries(systems)) {
      const found = (await search(query.text)).slice(0, MANY);
      const got = found.map((place) => gains[place] ?? 0);
      const right = got.slice(0, judgedFirst).filter((gain) => gain > 0).length;
      one.scores[name] = { ndcg: gained(got) / gained(ideal), precision: right / judgedFirst };
      if (name !== first) continue;
      one.found = found.length;
      one.wrong = found.filter((_, rank) => got[rank] === 0).map((place) => rows[place]?.name ?? '');
    }
    measured.push(one);
  }
  return measured;
}

/** @param {Measured[]} all @param {string[]} systems */
export function quality(all, systems) {
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
      `${kind}`,
      own.filter(({ query }) => query.kind === kind),
    ),
  );
  const heads = systems.flatMap((system) => [`${system} nDCG@${MANY}`, `P@${FEW}`]);
  return table(['searches', 'count', ...heads], [...sets, ...kinds]);
}

/** @param {string} data @param {Search} search */
export async function spelling(data, search) {
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
 * @param {Measured[]} measured
 * @param {string} system
 */
export function telling(measured, system) {
  const isTold = (/** @type {Measured} */ { query, scores, relevant }) =>
    !query.set.endsWith('test') && relevant > 0 && (scores[system]?.ndcg ?? 0) < 0.95;
  return measured.filter(isTold).map(({ query, scores, relevant, wrong }) => {
    const { ndcg = 0, precision = 0 } = scores[system] ?? {};
    return `- ${query.text} (${query.kind}, ${relevant}): ${ndcg.toFixed(2)}, ${precision.toFixed(2)}${wrong.map((name) => `\n  - ${name}`).join('')}`;
  });
}
