import sharp from 'sharp';
import { prepareQuery, compare } from '../../../src/search/image/compare.js';
import type { Compared } from '../../../src/search/image/compare.js';
import { drawnGarment, lookAt, openPictureEngine } from '../../support/pictures.js';

type Drawn = Parameters<typeof drawnGarment>;
type Cut = Drawn[0];

const CATALOGUE: Record<string, [Cut, Drawn[1]]> = {
  'red tee': ['tee', { base: '#b2262e' }],
  'navy tee': ['tee', { base: '#202f4a' }],
  'striped tee': ['teeBoxy', { base: '#f5f2ea', second: '#202f4a', pattern: 'breton' }],
  polo: ['polo', { base: '#565f41' }],
  shirt: ['shirt', { base: '#aac5dc' }],
  blouse: ['blouse', { base: '#e2bcb4' }],
  hoodie: ['hoodie', { base: '#8f8e8b' }],
  bomber: ['bomber', { base: '#565f41' }],
  blazer: ['blazer', { base: '#25262a' }],
  jeans: ['jeans', { base: '#34486d' }],
  trousers: ['trousersWide', { base: '#d3c3a6' }],
  shorts: ['shorts', { base: '#9aab8f' }],
  skirt: ['pleated', { base: '#6c2531' }],
  'mini skirt': ['mini', { base: '#25262a' }],
  'slip dress': ['slipDress', { base: '#2d6b5c' }],
  'wrap dress': ['wrapDress', { base: '#bd8579' }],
  'ao dai': ['aoDai', { base: '#f5f2ea' }],
  sneakers: ['sneakers', { base: '#f5f2ea' }],
  cap: ['cap', { base: '#3c6799' }],
};

const STATES: Record<string, (bytes: Buffer, drawn: Drawn) => Promise<Buffer>> = {
  cropped: (bytes) => sharp(bytes).extract({ left: 30, top: 40, width: 395, height: 525 }).jpeg().toBuffer(),
  mirrored: (bytes) => sharp(bytes).flop().jpeg().toBuffer(),
  recompressed: (bytes) => sharp(bytes).resize(220).jpeg({ quality: 25 }).toBuffer(),
  darker: (bytes) => sharp(bytes).linear(0.7, 0).jpeg().toBuffer(),
  lighter: (bytes) => sharp(bytes).linear(1.15, 12).jpeg().toBuffer(),
  'on another ground': (_, [cut, cloth]) => drawnGarment(cut, cloth, '#7d95a8'),
};

const engine = openPictureEngine();
const drawings = new Map<string, Buffer>();
const catalogue = new Map<string, Compared>();

beforeAll(async () => {
  for (const [name, drawn] of Object.entries(CATALOGUE)) {
    const bytes = await drawnGarment(...drawn);
    drawings.set(name, bytes);
    catalogue.set(name, await lookAt(engine(), bytes));
  }
}, 300_000);

test.each(Object.keys(STATES))('every product is found first by its picture %s', async (state) => {
  const missed: string[] = [];
  for (const [name, drawn] of Object.entries(CATALOGUE)) {
    const query = prepareQuery(await lookAt(engine(), await STATES[state]!(drawings.get(name)!, drawn)));
    const [first] = [...catalogue]
      .map(([other, picture]) => ({ other, ...compare(query, picture) }))
      .sort((a, b) => b.score - a.score);
    if (first!.other !== name) missed.push(`${name}: ${first!.other}`);
  }
  expect(missed).toEqual([]);
});
