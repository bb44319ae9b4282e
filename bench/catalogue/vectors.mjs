// @ts-check
import { launch } from '../../backend/launch/launcher.mjs';
import { buildIfChanged, install } from '../../backend/launch/build/prepare.mjs';
import { machine, table } from '../support/report.mjs';
import { median, percentile } from '../support/statistics.mjs';

const DIMENSIONS = 256;
const ROUNDS = 100;
const PRODUCTS = 100_000;
const PICTURE_ROUNDS = 40;

// `npm run bench:vectors`: the duration of a search among many vectors, see docs/ai-search.md.
await launch(async () => {
  await install();
  await buildIfChanged();
  /** @param {string} name @returns {Promise<any>} */
  const built = (name) => import(new URL(`../../dist/backend/src/${name}.js`, import.meta.url).href);
  /** @type {typeof import('../../backend/src/search/vectors/vector-scan.js')} */
  const { VectorScan } = await built('search/vectors/vector-scan');
  /** @type {typeof import('../../backend/src/demo/support/random.js')} */
  const { randomFrom } = await built('demo/support/random');
  const random = randomFrom('vectors');
  const vector = () => Float32Array.from({ length: DIMENSIONS }, () => random.next() * 2 - 1);
  const scan = new VectorScan(DIMENSIONS);
  /** @type {string[][]} */
  const lines = [];
  for (const count of [1_000, 10_000, 100_000]) {
    while (scan.size < count) scan.set(scan.size, vector());
    const times = Array.from({ length: ROUNDS }, () => {
      const query = vector();
      const began = performance.now();
      scan.search(query, 24);
      return performance.now() - began;
    });
    const p95 = percentile(times, 0.95);
    const size = `${(scan.bytes / 1024 / 1024).toFixed(1)} MiB`;
    lines.push([count.toLocaleString('en'), `${median(times).toFixed(2)} ms`, `${p95.toFixed(2)} ms`, size]);
  }
  console.log(`Measured on ${machine()}.\n`);
  console.log(table([`vectors of ${DIMENSIONS}`, 'median', 'p95', 'memory'], lines));
  console.log(`\n${await ofPictures(built)}`);
});

/**
 * The memory of an index of all pictures, and the CPU time of a search: pictures with random kinds, colours and edges.
 * @param {(name: string) => Promise<any>} built
 */
async function ofPictures(built) {
  /** @type {typeof import('../../backend/src/search/image/picture-index.js')} */
  const { PictureIndex } = await built('search/image/picture-index');
  /** @type {typeof import('../../backend/src/search/image/describe.js')} */
  const { DESCRIBED_SIDE, describePicture } = await built('search/image/describe');
  /** @type {typeof import('../../backend/src/search/image/pack.js')} */
  const { packDescription } = await built('search/image/pack');
  /** @type {typeof import('../../backend/src/search/image/features/frames.js')} */
  const { frameNorms } = await built('search/image/features/frames');
  /** @type {typeof import('../../backend/src/demo/support/random.js')} */
  const { randomFrom } = await built('demo/support/random');
  const random = randomFrom('pictures');
  const side = DESCRIBED_SIDE;
  const blank = { data: new Uint8Array(side * side * 3).fill(200), width: side, height: side };
  const sample = await describePicture(blank, 1, null);
  /** @param {number} length */
  const numbers = (length) => Float32Array.from({ length }, () => random.next());
  /** @param {Float32Array} list @param {number} total */
  const shared = (list, total) => list.map((value) => value ** 6 / total);
  const picture = () => {
    const edges = numbers(sample.edges.length).map((value) => value / 13);
    const [names, shades, likely] = [numbers(13), numbers(sample.color.shades.length), numbers(17)];
    return packDescription({
      ...sample,
      color: { ...sample.color, names: shared(names, 2), shades: shared(shades, 10) },
      edges,
      frameNorms: frameNorms(edges),
      cover: numbers(sample.cover.length),
      network: { vector: numbers(128).map((value) => (value - 0.5) / 3.3), likely: shared(likely, 2.5) },
    });
  };
  const before = process.memoryUsage().rss;
  const index = new PictureIndex(picture().vector.length);
  for (let id = 0; id < PRODUCTS; id++) index.set(id, id, picture());
  const rss = process.memoryUsage().rss - before;
  const began = process.cpuUsage();
  const times = Array.from({ length: PICTURE_ROUNDS }, () => {
    const asked = picture();
    const start = performance.now();
    index.search(asked, 24);
    return performance.now() - start;
  });
  const { user, system } = process.cpuUsage(began);
  const p95 = percentile(times, 0.95);
  return table(
    [
      'pictures, one a product',
      'median',
      'p95',
      'CPU time each',
      'memory of the index',
      'of the process with its maps',
    ],
    [
      [
        PRODUCTS.toLocaleString('en'),
        `${median(times).toFixed(1)} ms`,
        `${p95.toFixed(1)} ms`,
        `${((user + system) / 1000 / PICTURE_ROUNDS).toFixed(1)} ms`,
        `${(index.bytes / 1024 / 1024).toFixed(0)} MiB`,
        `${(rss / 1024 / 1024).toFixed(0)} MiB`,
      ],
    ],
  );
}
