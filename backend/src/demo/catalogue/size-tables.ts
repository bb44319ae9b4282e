import type { Measure, NamedSizeTable, SizeRange } from '../../contract/catalog/size-rules.js';
import { SIZES, type SizeRun } from './colors-and-sizes.js';
import type { CategoryKey } from './taxonomy.js';

/** What the smallest size of a run measures, and by how much each next one is larger. */
type Steps = readonly [from: number, to: number, step: number];
type Measures = Partial<Record<Measure, Steps>>;

/** The bodies of each run, smallest size first; `sizeFor` chooses the demo's shoppers' sizes by the same weights. */
const BODIES: Partial<Record<SizeRun, { height: Steps; weight: Steps }>> = {
  letters: { height: [148, 156, 5], weight: [38, 45, 8] },
  women: { height: [148, 156, 5], weight: [38, 45, 8] },
  men: { height: [160, 168, 5], weight: [50, 57, 8] },
  waist: { height: [154, 164, 4], weight: [50, 55, 4] },
};

/** Body girths of the runs, in centimetres. */
const CHEST: Partial<Record<SizeRun, Steps>> = {
  letters: [78, 82, 5],
  women: [78, 82, 4],
  men: [86, 90, 5],
};
const WAIST: Partial<Record<SizeRun, Steps>> = {
  letters: [62, 66, 5],
  women: [60, 64, 4],
  men: [72, 76, 5],
  waist: [70, 72, 2.5],
};
const HIPS: Partial<Record<SizeRun, Steps>> = {
  letters: [84, 88, 5],
  women: [84, 88, 4],
  men: [88, 92, 5],
  waist: [86, 89, 2.5],
};
const SHOULDER: Partial<Record<SizeRun, Steps>> = {
  letters: [37, 37, 2],
  women: [35, 35, 1],
  men: [42, 42, 1.5],
};

const top = (length: number, sleeve?: number) => (run: SizeRun) => ({
  chest: CHEST[run],
  shoulder: SHOULDER[run],
  top_length: [length, length, 2] as const,
  ...(sleeve !== undefined && { sleeve: [sleeve, sleeve, 1] as const }),
});
const body = (more: Measures) => (run: SizeRun) => ({ chest: CHEST[run], waist: WAIST[run], hips: HIPS[run], ...more });
const bottom = (length: number) => (run: SizeRun) => ({
  waist: WAIST[run],
  hips: HIPS[run],
  thigh: [52, 52, 1.5] as const,
  trouser_length: [length, length, 1] as const,
});

/** What is measured of each category, and the run of its table; a product of another run has a table of its own. */
const GARMENTS: Partial<Record<CategoryKey, { run: SizeRun; measures: (run: SizeRun) => Measures }>> = {
  tees: { run: 'letters', measures: top(62) },
  shirts: { run: 'letters', measures: top(66, 57) },
  polos: { run: 'men', measures: top(66) },
  blouses: { run: 'letters', measures: top(56) },
  knits: { run: 'letters', measures: top(60, 57) },
  outerwear: { run: 'letters', measures: top(64, 58) },
  homewear: { run: 'letters', measures: body({ top_length: [62, 62, 2] }) },
  dresses: { run: 'women', measures: body({ skirt_length: [110, 110, 2] }) },
  aodai: { run: 'women', measures: body({ top_length: [124, 124, 3] }) },
  skirts: {
    run: 'women',
    measures: (run) => ({ waist: WAIST[run], hips: HIPS[run], skirt_length: [62, 62, 1] }),
  },
  jeans: { run: 'waist', measures: bottom(98) },
  trousers: { run: 'waist', measures: bottom(97) },
  shorts: { run: 'letters', measures: bottom(44) },
};

/** Runs whose sizes are sizes of another run, with the same bodies. */
const PART_OF: Partial<Record<SizeRun, SizeRun>> = { women: 'letters' };

const FOOT: Measures = { foot_length: [22.5, 23, 0.7] };
const SHOE_SIZES = [...new Set([...SIZES.women_shoes, ...SIZES.shoes])];

/** The size table of a category; undefined for one whose products have no sizes. */
export function categorySizeTable(category: CategoryKey): NamedSizeTable | undefined {
  if (category === 'shoes') return tableOf(SHOE_SIZES, FOOT);
  const garment = GARMENTS[category];
  return garment && tableOf(SIZES[garment.run], garment.measures(garment.run), BODIES[garment.run]);
}

/** The table of a product whose sizes are not those of its category's table; undefined for the others. */
export function ownSizeTable(category: CategoryKey, run: SizeRun | undefined): NamedSizeTable | undefined {
  const garment = GARMENTS[category];
  if (!garment || !run || run === garment.run || PART_OF[run] === garment.run) return undefined;
  return tableOf(SIZES[run], garment.measures(run), BODIES[run]);
}

function tableOf(
  sizes: readonly string[],
  measures: Measures,
  bodies?: { height: Steps; weight: Steps },
): NamedSizeTable {
  const shown = (Object.keys(measures) as Measure[]).filter((measure) => measures[measure]);
  return {
    measures: shown,
    rows: sizes.map((size, nth) => ({
      size,
      values: Object.fromEntries(shown.map((measure) => [measure, stepped(measures[measure]!, nth)])),
      height: bodies ? stepped(bodies.height, nth) : null,
      weight: bodies ? stepped(bodies.weight, nth) : null,
    })),
  };
}

const stepped = ([from, to, step]: Steps, nth: number): SizeRange => [
  rounded(from + nth * step),
  rounded(to + nth * step),
];
const rounded = (value: number) => Math.round(value * 2) / 2;
