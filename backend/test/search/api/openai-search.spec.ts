import sharp from 'sharp';
import request from 'supertest';
import { PaidEngineShare } from '../../../src/search/api/paid-engine-share.js';
import { OpenAiEngine } from '../../../src/search/engines/openai/openai.js';
import { AiSearchAnswer } from '../../../src/contract/search/ai-search.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { answer, openShop, shop, visitor } from '../../support/client.js';
import { until } from '../../support/until.js';
import { ColorEngine, SearchWorker, givenProduct, plain } from '../../support/search/search-worker.js';
import { openAiStandIn, status } from '../engines/openai-server.js';

/** It sees whether a picture is red or blue, and knows that somebody cold wants what is red. */
const service = openAiStandIn({
  async see(picture) {
    const { channels } = await sharp(picture).stats();
    return channels[0]!.mean > channels[2]!.mean ? 'Áo màu đỏ' : 'Áo màu xanh dương';
  },
  read: (words) => (/đỏ|lạnh/.test(words) ? [1, 0.1, 0] : [0.1, 1, 0]),
});

let worker: SearchWorker;
const builtin = new ColorEngine();
// Before the shop closes: both share its connections.
afterAll(() => worker.close());

openShop({ RATE_LIMIT: 'off' });

beforeAll(async () => {
  await givenProduct('Áo xanh', { pictures: [await plain('#1e3ec8')] });
  await givenProduct('Áo đỏ', { pictures: [await plain('#c81e1e')] });
  const models = { embeddingModel: 'words', visionModel: 'eyes', dimensions: 3 };
  const engine = new OpenAiEngine({ url: service.url, key: undefined, callsPerMinute: 60, ...models });
  worker = await SearchWorker.open(engine, builtin);
  await worker.index();
  // The first search loads what all others find there, and may take too long for its own answer.
  await until('a search by picture answers', async () => !(await byImage('#ffffff')).fallback);
});

async function byImage(background: string): Promise<AiSearchAnswer> {
  const image = await plain(background);
  const sent = request(shop().url).post('/api/ai-search/image/').attach('image', image, { filename: 'a.jpg' });
  return answer(await sent, AiSearchAnswer);
}
const names = ({ products }: AiSearchAnswer) => products.map(({ name }) => name);

test('a search by picture uses the description that the service returns', async () => {
  service.calls.length = 0;
  const looks = builtin.looks;
  const results = await byImage('#e01010');
  expect(names(results)).toEqual(['Áo đỏ', 'Áo xanh']);
  expect(results.fallback).toBe(false);
  expect(service.calls.map((call) => call.path)).toEqual(['/v1/chat/completions', '/v1/embeddings']);
  expect(builtin.looks).toBe(looks);
});

test('words that occur in no product are matched by the service’s embeddings', async () => {
  const results = answer(await visitor().post('/api/ai-search/text/', { text: 'trời lạnh' }), AiSearchAnswer);
  expect(names(results)[0]).toBe('Áo đỏ');
  expect(results.fallback).toBe(false);
});

test("while the service is down the shop's own engine answers, and says that it is less", async () => {
  service.next(status(401));
  const results = await byImage('#1010e0');
  expect(names(results)[0]).toBe('Áo xanh');
  expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
  expect((await byImage('#1010e0')).fallback).toBe(false);
});

test("a caller who has used up a share of the service is answered by the shop's own engine", async () => {
  service.calls.length = 0;
  const share = jest.spyOn(shop().app.get(PaidEngineShare), 'consume').mockResolvedValue(false);
  const results = await byImage('#1010e0');
  share.mockRestore();
  expect(names(results)[0]).toBe('Áo xanh');
  expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
  expect(service.calls).toEqual([]);
});

describe('while products are indexed', () => {
  const waiting = () => worker.parts.indexer.countPending();

  test('a picture that the service refuses is sent once', async () => {
    await givenProduct('Áo lạ', { pictures: [await plain('#808080')] });
    service.next(status(400));
    service.calls.length = 0;
    const batch = await worker.parts.indexer.takeBatch();
    await worker.parts.indexer.index(batch!);
    expect(await waiting()).toBe(0);
    expect(service.calls).toHaveLength(1);
    const unread = await shop().db.query<unknown[]>(
      `SELECT FROM search_images WHERE engine LIKE 'openai:%' AND vector IS NULL`,
    );
    expect(unread).toHaveLength(1);
  });

  test('after a 429 the service is called again once its Retry-After has passed', async () => {
    await givenProduct('Áo khác', { pictures: [await plain('#c01010')] });
    service.next(status(429, { 'retry-after': '300' }));
    const { indexer } = worker.parts;
    await indexer.index((await indexer.takeBatch())!);
    expect(await indexer.takeBatch()).toBeNull();
    expect(await waiting()).toBe(1);
    const passes = (seconds: number) =>
      shop().db.query(`UPDATE search_outbox SET taken_at = taken_at - $1 * interval '1 second'`, [seconds]);
    await passes(290);
    expect(await indexer.takeBatch()).toBeNull();
    await passes(11);
    expect(await indexer.takeBatch()).not.toBeNull();
  });
});
