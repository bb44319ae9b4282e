import request from 'supertest';
import { AiSearchAnswer, type FoundProduct } from '../../../src/contract/search/ai-search.js';
import { answer, asOwner, openShop, shop, visitor } from '../client.js';
import { ColorEngine, SearchWorker, givenProduct, plain } from './search-worker.js';
import { passTime } from '../clock.js';

/** The search fixtures of a test file: a worker with an engine that a test may replace, and products. */
interface Search {
  engine: ColorEngine;
  worker: SearchWorker;
  /** The ids of the products for sale at first, by name. */
  products: Record<string, number>;
  /** Indexes all changes, and makes them old enough for the next search to read them. */
  indexed: () => Promise<void>;
}

/** Opens a shop for the tests of a file, with a few products, indexed. They find what earlier tests of the file left. */
export function openSearchShop(): Search {
  const search = {
    engine: new ColorEngine(),
    indexed: async () => {
      await search.worker.index();
      passTime(310);
    },
  } as Search;
  // Before the shop closes, because both share its connections.
  afterAll(() => search.worker.close());
  openShop({ RATE_LIMIT: 'off' });

  beforeAll(async () => {
    search.worker = await SearchWorker.open(search.engine);
    search.products = await stock();
    await search.worker.index();
  });
  beforeEach(() => (search.engine.isDown = false));
  return search;
}

/** Opens a shop for the tests of a file whose tests change products: each starts with the same few, indexed. */
export function openRestockedSearchShop(): Search {
  const search = openSearchShop();
  beforeEach(async () => {
    await asOwner(
      'TRUNCATE products, brands, categories, search_outbox, search_documents, search_images, search_engines CASCADE',
    );
    search.products = await stock();
    await search.worker.close();
    search.worker = await SearchWorker.open(search.engine);
    await search.worker.index();
  });
  return search;
}

/** A small shop: of each garment a red and a blue one, with pictures. */
const stock = async (): Promise<Record<string, number>> => {
  const made: Record<string, number> = {};
  for (const [kind, category] of [
    ['Áo khoác gió', 'Áo khoác'],
    ['Quần jean ống đứng', 'Quần jean'],
    ['Áo thun cổ tròn', 'Áo thun'],
  ] as const) {
    for (const [color, paint] of [
      ['đỏ', '#c81e1e'],
      ['xanh dương', '#1e3ec8'],
    ] as const) {
      const name = `${kind} ${color}`;
      made[name] = await givenProduct(name, { category, price: 300_000, pictures: [await plain(paint)] });
    }
  }
  return made;
};

export const TEXT = '/api/ai-search/text/';
export const byText = async (text: string, limit?: number) =>
  answer(await visitor().post(TEXT, { text, limit }), AiSearchAnswer);

export const upload = (call: 'image' | 'combined', image: Buffer | null, fields: Record<string, string> = {}) => {
  const sent = request(shop().url).post(`/api/ai-search/${call}/`).field(fields);
  return image ? sent.attach('image', image, { filename: 'ảnh.jpg', contentType: 'text/plain' }) : sent;
};
export const byImage = async (image: Buffer, fields: Record<string, string> = {}) =>
  answer(await upload('image', image, fields), AiSearchAnswer);
export const byBoth = async (image: Buffer | null, fields: Record<string, string>) =>
  answer(await upload('combined', image, fields), AiSearchAnswer);

export const names = ({ products }: { products: FoundProduct[] }) => products.map(({ name }) => name);
