import { getQueueToken } from '@nestjs/bullmq';
import { QueueEvents, type Queue } from 'bullmq';
import sharp from 'sharp';
import request from 'supertest';
import { SearchClient } from '../../../src/search/api/search-client.js';
import { forgetAnswers } from '../../../src/search/worker/search.processor.js';
import { SEARCH_QUEUE } from '../../../src/search/jobs/search-job.js';
import { AiSearchAnswer } from '../../../src/contract/search/ai-search.js';
import { ErrorBody } from '../../../src/contract/common.js';
import { TEXTS } from '../../../src/contract/rules.js';
import { SHOP_PICTURE, decodeSafely } from '../../../src/media/picture.js';
import { answer, shop, visitor } from '../../support/client.js';
import { times } from '../../support/given.js';
import { TEXT, byBoth, byImage, byText, names, openSearchShop, upload } from '../../support/search/search-shop.js';
import { searchTimeout } from '../../support/search/search-timeout.js';
import { SearchWorker, givenProduct, plain } from '../../support/search/search-worker.js';
import { passTime } from '../../support/clock.js';
import { until } from '../../support/until.js';

jest.mock('../../../src/search/jobs/search-job.js', () => ({
  ...jest.requireActual<object>('../../../src/search/jobs/search-job.js'),
  get SEARCH_TIMEOUT_MS() {
    return searchTimeout.ms;
  },
}));

const search = openSearchShop();

/** Lets searches of these tests wait for a moment only: nobody answers. */
function expectNoAnswers() {
  const { ms } = searchTimeout;
  beforeEach(() => void (searchTimeout.ms = 300));
  afterEach(() => void (searchTimeout.ms = ms));
}

const percents = ({ products }: AiSearchAnswer) => products.map((product) => product.compatibility_percent);

const searchQueue = () => shop().app.get<Queue>(getQueueToken(SEARCH_QUEUE));

/** Searches in the queue's rows. */
const keptJobs = (condition: string) =>
  shop().db.transaction(async (tx) => {
    if (process.env.REDIS_URL) return [];
    await tx.query('SET LOCAL ROLE NONE');
    return tx.query<unknown[]>(`SELECT * FROM bullmq.job WHERE queue = 'ai-search' AND ${condition}`);
  });

describe('search by words', () => {
  test('the best match comes first, with its percentage and reasons', async () => {
    const results = await byText('áo khoác đỏ');
    expect(results).toMatchObject({ fallback: false });
    expect(results.message).toBeUndefined();
    expect(results.products[0]).toMatchObject({ id: search.products['Áo khoác gió đỏ'] });
    expect(results.products[0]!.reasons.length).toBeGreaterThan(0);
    expect(percents(results)).toEqual(percents(results).toSorted((a, b) => b - a));
  });

  test('a search ignores case, tone marks and leftover Telex keys', async () => {
    const coats = [expect.stringMatching(/^Áo khoác/), expect.stringMatching(/^Áo khoác/)];
    for (const text of ['ÁO KHOÁC', 'ao khoac', 'aos khoacs', 'áo khoác'.normalize('NFD')])
      expect(names(await byText(text, 2))).toEqual(coats);
  });

  test('the same search returns the same results', async () => {
    expect(await byText('quần jean xanh')).toEqual(await byText('quần jean xanh'));
  });

  test('a search returns as many products as its limit, six by default', async () => {
    expect((await byText('áo', 1)).products).toHaveLength(1);
    for (let nth = 0; nth < 8; nth++) await givenProduct(`Mũ len ${nth}`, { category: 'Mũ' });
    await search.indexed();
    expect((await byText('mũ len')).products).toHaveLength(6);
    expect((await byText('mũ len', 8)).products).toHaveLength(8);
  });

  test('the path works without its trailing slash', async () => {
    expect((await visitor().post('/api/ai-search/text', { text: 'áo' })).status).toBe(200);
  });

  test.each([
    ['nothing', {}],
    ['an empty text', { text: '' }],
    ['a blank text', { text: ' \n\t ' }],
    ['a number', { text: 5 }],
    ['1,001 letters', { text: 'a'.repeat(1_001) }],
    ['a limit of 0', { text: 'áo', limit: 0 }],
    ['a limit of 25', { text: 'áo', limit: 25 }],
    ['a limit that is no number', { text: 'áo', limit: 'nhiều' }],
    ['a limit with a fraction', { text: 'áo', limit: 1.5 }],
  ])('%s is refused', async (_what, body) => {
    expect((await visitor().post(TEXT, body)).status).toBe(400);
  });

  test('no body answers 400 as an empty search does, one that is not JSON 415', async () => {
    const { status, body } = await request(shop().url).post(TEXT);
    expect(status).toBe(400);
    expect(body).toMatchObject({ detail: TEXTS.nothingAsked, text: [TEXTS.nothingAsked] });
    expect((await request(shop().url).post(TEXT).type('text/plain').send('áo khoác')).status).toBe(415);
    expect((await request(shop().url).post(TEXT).field('text', 'áo khoác')).status).toBe(415);
  });

  test.each([
    `'; DROP TABLE products; --`,
    '🧥🧥🧥',
    'a & b | !c <-> (d:*',
    '\u0000\u0001',
    '%_\\%',
    'x'.repeat(1_000),
    'áo '.repeat(333),
    '٣٠٠ nghìn',
    '-1k',
    'từ 500 đến 200',
    '\ud800',
  ])('%j is a search like any other', async (text) => {
    const results = await byText(text);
    expect(results.fallback).toBe(false);
  });
});

describe('search by picture', () => {
  test('products that look like the picture come first', async () => {
    const results = await byImage(await plain('#c02626'));
    expect(names(results).slice(0, 3)).toEqual([1, 2, 3].map(() => expect.stringMatching(/đỏ$/)));
    expect(results.fallback).toBe(false);
    expect(percents(results)).toEqual(percents(results).toSorted((a, b) => b - a));
  });

  test('PNG with an alpha channel, CMYK, rotated and animated pictures are accepted', async () => {
    const red = await plain('#c02626');
    const gif = await sharp([await plain('#c02626', 80), await plain('#1e3ec8', 80)], { join: { animated: true } })
      .gif()
      .toBuffer();
    for (const picture of [
      await sharp(red).ensureAlpha().png().toBuffer(),
      await sharp(red).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
      await sharp(red).toColourspace('cmyk').jpeg().toBuffer(),
      gif,
    ])
      expect(names(await byImage(picture))[0]).toMatch(/đỏ$/);
  });

  test.each([
    ['no picture', null, 400],
    ['a text', Buffer.from('không phải ảnh'), 415],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 415],
    ['nothing in it', Buffer.alloc(0), 415],
    ['over 5 MB', Buffer.alloc(5_242_881, 0xff), 413],
  ])('%s is refused', async (_what, picture, status) => {
    const reply = await upload('image', picture);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ image: [ErrorBody.parse(reply.body).detail] });
  });

  test('a truncated picture answers 415, a decompression bomb 413', async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 99, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer();
    expect((await upload('image', whole.subarray(0, whole.length / 3))).status).toBe(415);
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await upload('image', bomb)).status).toBe(413);
  });

  test('a limit out of range, an unknown part to ignore and a wrong field name answer 400', async () => {
    const picture = await plain('#c02626');
    expect((await upload('image', picture, { limit: '99' })).status).toBe(400);
    expect((await upload('image', picture, { ignore: 'price' })).status).toBe(400);
    expect((await request(shop().url).post('/api/ai-search/image/').attach('photo', picture, 'a.jpg')).status).toBe(
      400,
    );
    expect((await byImage(picture, { limit: '2' })).products).toHaveLength(2);
  });

  test('the picture is not stored after the search', async () => {
    await byImage(await plain('#c02626'));
    expect(await keptJobs(`data->>'picture' IS NOT NULL`)).toEqual([]);
  });
});

describe('search by words and picture', () => {
  test('a search needs words or a picture', async () => {
    for (const fields of [{}, { text: '  ' }]) {
      const reply = await upload('combined', null, fields as Record<string, string>);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ detail: 'Vui lòng nhập mô tả hoặc chọn hình ảnh' });
    }
    expect(names(await byBoth(null, { text: 'quần jean' }))[0]).toMatch(/^Quần jean/);
    expect(names(await byBoth(await plain('#1e3ec8'), { text: ' ' }))[0]).toMatch(/xanh dương$/);
  });

  test('words choose the kind of product, the picture its look', async () => {
    expect(names(await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' }))[0]).toBe('Áo khoác gió xanh dương');
  });

  test('words win over the picture when they contradict each other', async () => {
    expect(names(await byBoth(await plain('#1e3ec8'), { text: 'áo khoác màu đỏ' }))[0]).toBe('Áo khoác gió đỏ');
  });

  test('a JSON body with words alone is accepted', async () => {
    const reply = await visitor().post('/api/ai-search/combined/', { text: 'áo khoác', limit: 1 });
    expect(names(answer(reply, AiSearchAnswer))[0]).toMatch(/^Áo khoác/);
  });
});

describe('without a worker', () => {
  expectNoAnswers();
  beforeEach(() => search.worker.close());
  afterEach(async () => {
    search.worker = await SearchWorker.open(search.engine);
  });

  test('a search falls back to keywords, and its response reports that', async () => {
    const results = await byText('áo khoác dưới 400k');
    expect(results).toMatchObject({ fallback: true, message: 'Đang sử dụng tìm kiếm cơ bản' });
    expect(names(results)[0]).toMatch(/^Áo khoác/);
  });

  test('a search that timed out leaves no job in the queue', async () => {
    await Promise.all([byImage(await plain('#c02626')), byText('áo khoác')]);
    await until('the queue is empty', async () => (await keptJobs(`state <> 'completed'`)).length === 0);
  });

  test('a job that is added after its search timed out is removed from the queue', async () => {
    const queue = searchQueue();
    const add = queue.add.bind(queue);
    let goOn = () => {};
    const isAnswered = new Promise<void>((resolve) => (goOn = resolve));
    const slow = jest.spyOn(queue, 'add').mockImplementation((...job) => isAnswered.then(() => add(...job)));
    try {
      expect((await byImage(await plain('#c02626'))).fallback).toBe(true);
      goOn();
      await slow.mock.results[0]!.value;
      await until('it is taken out', async () => (await queue.getJobCountByTypes('waiting', 'active')) === 0);
    } finally {
      slow.mockRestore();
    }
  });

  test('a search that takes too long to prepare adds no job', async () => {
    const add = jest.spyOn(searchQueue(), 'add');
    try {
      const late = shop()
        .app.get(SearchClient)
        .search(() => {
          passTime(searchTimeout.ms + 10);
          return Promise.resolve({ text: 'áo', picture: null, ignore: [], limit: 1 });
        });
      await expect(late).rejects.toThrow('not ready in time');
      expect(add).not.toHaveBeenCalled();
    } finally {
      add.mockRestore();
    }
  });

  test('a search by picture alone finds no products', async () => {
    expect(await byImage(await plain('#c02626'))).toEqual({
      products: [],
      fallback: true,
      message: TEXTS.basicSearch,
      understood: [],
    });
  });
});

test('beyond a hundred searches in progress, words fall back to keywords at once and a picture answers 429', async () => {
  let answer = () => {};
  search.engine.pause = new Promise((resolve) => (answer = resolve));
  const asker = shop().app.get(SearchClient);
  const picture = (await plain('#c02626')).toString('base64');
  const queued = jest.spyOn(searchQueue(), 'add');
  const others = times(100, () => asker.search(() => Promise.resolve({ text: '', picture, ignore: [], limit: 1 })));
  others.catch(() => undefined);
  try {
    expect((await byText('áo khoác')).fallback).toBe(true);
    expect((await upload('image', await plain('#1e3ec8'))).status).toBe(429);
    expect((await upload('image', Buffer.from('không phải ảnh'))).status).toBe(415);
    // Those of the hundred, and none after them.
    expect(queued).toHaveBeenCalledTimes(100);
  } finally {
    queued.mockRestore();
    answer();
    search.engine.pause = undefined;
  }
  await others.catch(() => undefined);
  expect((await byText('áo khoác')).fallback).toBe(false);
});

describe('while all picture decoders are busy', () => {
  expectNoAnswers();
  let end: () => void;
  let held: Promise<unknown>;
  beforeEach(async () => {
    const picture = await plain('#c02626');
    const ended = new Promise<void>((resolve) => (end = resolve));
    const lane = 'visitor';
    await new Promise<void>((begun) => {
      let count = 0;
      const hold = () => (++count === 2 && begun(), ended);
      held = times(2, () => decodeSafely(picture, SHOP_PICTURE, hold, { lane }));
    });
  });
  afterEach(async () => {
    end();
    await held;
  });

  test('words with a picture fall back to keywords, and a file that is no picture answers 415', async () => {
    const results = await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' });
    expect(results).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
    expect(names(results)[0]).toMatch(/^Áo khoác/);
    expect((await upload('image', Buffer.from('không phải ảnh'))).status).toBe(415);
  });

  test('a picture alone answers 429 with Retry-After', async () => {
    const reply = await upload('image', await plain('#1e3ec8'));
    expect({ status: reply.status, after: reply.headers['retry-after'] }).toEqual({ status: 429, after: '5' });
    expect(ErrorBody.parse(reply.body).detail).toMatch(/quá nhiều ảnh/);
  });
});

test('a completed search is deleted from the queue after a while', async () => {
  const queue = searchQueue();
  await forgetAnswers(queue, 0);
  await byText('áo khoác');
  await forgetAnswers(queue);
  expect(await queue.getCompletedCount()).toBe(1);
  await forgetAnswers(queue, 0);
  expect(await queue.getCompletedCount()).toBe(0);
});

test('a result is found by polling when its event is lost', async () => {
  const emit = jest.spyOn(QueueEvents.prototype, 'emit').mockReturnValue(false);
  const read = jest.spyOn(searchQueue(), 'getJob');
  // It is looked for several times meanwhile, and its job with the picture read once.
  const looked = jest.spyOn(searchQueue(), 'getJobState');
  search.engine.pause = until('it is looked for twice', () => looked.mock.calls.length >= 2).then(() => undefined);
  try {
    const results = await byBoth(await plain('#c02626'), { text: 'áo khoác' });
    expect(results.fallback).toBe(false);
    expect(names(results)[0]).toBe('Áo khoác gió đỏ');
    expect(emit).toHaveBeenCalledWith('completed', expect.anything(), expect.anything());
    expect(read).toHaveBeenCalledTimes(1);
  } finally {
    search.engine.pause = undefined;
    looked.mockRestore();
    read.mockRestore();
    emit.mockRestore();
  }
});

test('twenty searches at once all return the same results', async () => {
  const red = await plain('#c02626');
  const [picture, words] = [await byImage(red), await byText('áo khoác đỏ')];
  const [pictures, texts] = await Promise.all([times(20, () => byImage(red)), times(20, () => byText('áo khoác đỏ'))]);
  for (const results of pictures) expect(results).toEqual(picture);
  for (const results of texts) expect(results).toEqual(words);
});
