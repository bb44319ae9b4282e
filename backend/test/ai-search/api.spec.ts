import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { getQueueToken } from '@nestjs/bullmq';
import { NestFactory } from '@nestjs/core';
import { QueueEvents, type Queue } from 'bullmq';
import sharp from 'sharp';
import request from 'supertest';
import { Asker } from '../../src/ai-search/asker.js';
import { IndexProcessor } from '../../src/ai-search/index.processor.js';
import { SearchIndex } from '../../src/ai-search/search-index.js';
import { SearchParts } from '../../src/ai-search/search-parts.js';
import { SearchProcessor, forgetAnswers } from '../../src/ai-search/search.processor.js';
import { SEARCH_QUEUE } from '../../src/ai-search/searches.js';
import { WorkerModule } from '../../src/app.module.js';
import { Config } from '../../src/config.js';
import { AiSearchAnswer, type FoundProduct } from '../../src/contract/ai-search.js';
import { TEXTS } from '../../src/contract/rules.js';
import { decodeSafely } from '../../src/media/picture.js';
import { answer, asOwner, openShop, shop, visitor } from '../support/client.js';
import { times } from '../support/given.js';
import { ColorEngine, SearchWorker, addPicture, onTheShelf, plain } from '../support/search-worker.js';

let engine: ColorEngine;
let worker: SearchWorker;
// Before the shop closes: both share its connections.
afterAll(() => worker.close());

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'may-ai-search-'));
openShop({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

beforeAll(async () => {
  engine = new ColorEngine();
  worker = await SearchWorker.open(engine);
});
beforeEach(() => (engine.isDown = false));

const TEXT = '/api/ai-search/text/';
const byText = async (text: string, limit?: number) =>
  answer(await visitor().post(TEXT, { text, limit }), AiSearchAnswer);

const upload = (call: 'image' | 'combined', image: Buffer | null, fields: Record<string, string> = {}) => {
  const sent = request(shop().url).post(`/api/ai-search/${call}/`).field(fields);
  return image ? sent.attach('image', image, { filename: 'ảnh.jpg', contentType: 'text/plain' }) : sent;
};
const byImage = async (image: Buffer, fields: Record<string, string> = {}) =>
  answer(await upload('image', image, fields), AiSearchAnswer);
const byBoth = async (image: Buffer | null, fields: Record<string, string>) =>
  answer(await upload('combined', image, fields), AiSearchAnswer);

const names = ({ products }: { products: FoundProduct[] }) => products.map(({ name }) => name);
const percents = ({ products }: AiSearchAnswer) => products.map((product) => product.compatibility_percent);

/** A little shop: of each garment a red and a blue one, and pictures of them. */
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
      made[name] = await onTheShelf(name, { category, price: 300_000, pictures: [await plain(paint)] });
    }
  }
  return made;
};

let shelf: Record<string, number>;
beforeEach(async () => {
  await asOwner(
    'TRUNCATE products, brands, categories, search_outbox, search_entries, search_pictures, search_engines CASCADE',
  );
  shelf = await stock();
  await worker.close();
  worker = await SearchWorker.open(engine);
  await worker.index();
});

/** What has changed is worked off, and old enough to be read before the next search. */
const indexed = async (): Promise<void> => {
  await worker.index();
  await new Promise((resolve) => setTimeout(resolve, 310));
};

const searchQueue = () => shop().app.get<Queue>(getQueueToken(SEARCH_QUEUE));

/** Searches in the queue's rows. */
const keptJobs = (condition: string) =>
  shop().db.transaction(async (tx) => {
    if (process.env.REDIS_URL) return [];
    await tx.query('SET LOCAL ROLE NONE');
    return tx.query<unknown[]>(`SELECT * FROM bullmq.job WHERE queue = 'ai-search' AND ${condition}`);
  });

describe('by words', () => {
  test('what fits comes first, with how well and why', async () => {
    const found = await byText('áo khoác đỏ');
    expect(found).toMatchObject({ fallback: false });
    expect(found.message).toBeUndefined();
    expect(found.products[0]).toMatchObject({ id: shelf['Áo khoác gió đỏ'] });
    expect(found.products[0]!.reasons.length).toBeGreaterThan(0);
    expect(percents(found)).toEqual(percents(found).toSorted((a, b) => b - a));
  });

  test('case, tones and keys that were left over do not matter', async () => {
    for (const text of ['ÁO KHOÁC', 'ao khoac', 'aos khoacs', 'áo khoác'.normalize('NFD')])
      expect(names(await byText(text, 2)).every((name) => name.startsWith('Áo khoác'))).toBe(true);
  });

  test('the same question has the same answer', async () => {
    expect(await byText('quần jean xanh')).toEqual(await byText('quần jean xanh'));
  });

  test('as many as were asked for, six if nobody says', async () => {
    expect((await byText('áo', 1)).products).toHaveLength(1);
    for (let nth = 0; nth < 8; nth++) await onTheShelf(`Mũ len ${nth}`, { category: 'Mũ' });
    await indexed();
    expect((await byText('mũ len')).products).toHaveLength(6);
    expect((await byText('mũ len', 8)).products).toHaveLength(8);
  });

  test('without a slash at its end, too', async () => {
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

  test('a body that is no JSON asks for nothing', async () => {
    const replies = [
      await request(shop().url).post(TEXT),
      await request(shop().url).post(TEXT).type('text/plain').send('áo khoác'),
      await request(shop().url).post(TEXT).field('text', 'áo khoác'),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ detail: TEXTS.nothingAsked, text: [TEXTS.nothingAsked] });
    }
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
    const found = await byText(text);
    expect(found.fallback).toBe(false);
  });
});

describe('by a picture', () => {
  test('what looks alike comes first', async () => {
    const found = await byImage(await plain('#c02626'));
    expect(
      names(found)
        .slice(0, 3)
        .every((name) => name.endsWith('đỏ')),
    ).toBe(true);
    expect(found.fallback).toBe(false);
    expect(percents(found)).toEqual(percents(found).toSorted((a, b) => b - a));
  });

  test('a PNG with an alpha channel, an animation, a picture lying on its side', async () => {
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
    expect((await upload('image', picture)).status).toBe(status);
  });

  test('one that was cut off, or that unfolds into far too much, is refused', async () => {
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

  test('a limit out of range, and a picture under another name, are refused', async () => {
    const picture = await plain('#c02626');
    expect((await upload('image', picture, { limit: '99' })).status).toBe(400);
    expect((await upload('image', picture, { ignore: 'price' })).status).toBe(400);
    expect((await request(shop().url).post('/api/ai-search/image/').attach('photo', picture, 'a.jpg')).status).toBe(
      400,
    );
    expect((await byImage(picture, { limit: '2' })).products).toHaveLength(2);
  });

  test('is not kept', async () => {
    await byImage(await plain('#c02626'));
    expect(await keptJobs(`data->>'picture' IS NOT NULL`)).toEqual([]);
  });
});

describe('by both', () => {
  test('needs one of them', async () => {
    for (const fields of [{}, { text: '  ' }]) {
      const reply = await upload('combined', null, fields as Record<string, string>);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ detail: 'Vui lòng nhập mô tả hoặc chọn hình ảnh' });
    }
    expect(names(await byBoth(null, { text: 'quần jean' }))[0]).toMatch(/^Quần jean/);
    expect(names(await byBoth(await plain('#1e3ec8'), { text: ' ' }))[0]).toMatch(/xanh dương$/);
  });

  test('the words say what, the picture what it looks like', async () => {
    expect(names(await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' }))[0]).toBe('Áo khoác gió xanh dương');
  });

  test('the words win where both disagree', async () => {
    expect(names(await byBoth(await plain('#1e3ec8'), { text: 'áo khoác màu đỏ' }))[0]).toBe('Áo khoác gió đỏ');
  });

  test('a body of JSON with words alone', async () => {
    const reply = await visitor().post('/api/ai-search/combined/', { text: 'áo khoác', limit: 1 });
    expect(names(answer(reply, AiSearchAnswer))[0]).toMatch(/^Áo khoác/);
  });
});

describe('what changes in the shop', () => {
  const outbox = async () => (await shop().db.query<unknown[]>('SELECT FROM search_outbox')).length;
  const found = async (text: string) => {
    await indexed();
    return names(await byText(text));
  };

  test('a new name, a new product, one that is taken off', async () => {
    const id = shelf['Áo khoác gió đỏ']!;
    await shop().db.query(`UPDATE products SET name = 'Váy xòe đỏ' WHERE id = $1`, [id]);
    expect((await found('váy xòe'))[0]).toBe('Váy xòe đỏ');
    await shop().db.query('UPDATE products SET archived_at = now() WHERE id = $1', [id]);
    expect(names(await byText('váy xòe'))).not.toContain('Váy xòe đỏ');
    expect(await found('váy xòe')).not.toContain('Váy xòe đỏ');
    await onTheShelf('Khăn lụa tơ tằm');
    expect((await found('khăn lụa'))[0]).toBe('Khăn lụa tơ tằm');
  });

  test('a brand that is renamed, a colour that is added, a product that is gone for good', async () => {
    const id = await onTheShelf('Áo len', { brand: 'Mây Trắng' });
    expect(await found('len mây trắng')).toContain('Áo len');
    await shop().db.query(`UPDATE brands SET title = 'Gió Nồm'`);
    expect(await outbox()).toBe(1);
    expect(await found('len gió nồm')).toContain('Áo len');
    await shop().db.query('DELETE FROM products WHERE id = $1', [id]);
    expect(await found('len gió nồm')).not.toContain('Áo len');
  });

  test('a picture that comes, one that goes, one that two products show', async () => {
    const green = await plain('#14a034');
    await addPicture(shelf['Áo thun cổ tròn đỏ']!, green, 1);
    await addPicture(shelf['Quần jean ống đứng đỏ']!, green, 1);
    await indexed();
    const looks = engine.looks;
    expect(
      names(await byImage(green))
        .slice(0, 2)
        .sort(),
    ).toEqual(['Quần jean ống đứng đỏ', 'Áo thun cổ tròn đỏ'].sort());
    expect(engine.looks).toBe(looks + 1);
    await shop().db.query('DELETE FROM product_images WHERE product_id = $1 AND position = 1', [
      shelf['Áo thun cổ tròn đỏ'],
    ]);
    await indexed();
    const left = await byImage(green);
    expect(names(left)[0]).toBe('Quần jean ống đứng đỏ');
    expect(left.products[0]!.compatibility_percent).toBeGreaterThan(left.products[1]!.compatibility_percent);
  });

  test('what is sold or stocked leaves nothing to do', async () => {
    await shop().db.query('UPDATE products SET count_in_stock = count_in_stock - 1');
    await shop().db.query('UPDATE product_sales SET total_sold = total_sold + 1');
    expect(await outbox()).toBe(0);
    await shop().db.query('UPDATE products SET price = price + 1');
    expect(await outbox()).toBe(6);
  });

  test('is done once, also when it is done twice', async () => {
    await shop().db.query(`UPDATE products SET name = name || ' mới'`);
    const batch = (await worker.parts.indexer.take())!;
    expect(await worker.parts.indexer.take()).toBeNull();
    await Promise.all([worker.parts.indexer.work(batch), worker.parts.indexer.work(batch)]);
    expect(await outbox()).toBe(0);
    expect(await found('áo khoác mới')).toContain('Áo khoác gió đỏ mới');
  });

  test('a job that was lost is made again', async () => {
    await shop().db.query(`UPDATE products SET name = name || ' mới'`);
    await worker.parts.indexer.take();
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    expect((await worker.parts.indexer.take())?.products).toHaveLength(6);
  });

  test('a picture that cannot be read leaves the others in peace', async () => {
    const hash = await addPicture(shelf['Áo thun cổ tròn đỏ']!, await plain('#14a034'), 1);
    rmSync(path.join(dataDir, 'media', hash.slice(0, 2), hash), { recursive: true });
    await shop().db.query(`UPDATE products SET name = name || ' mới'`);
    expect(await found('áo thun mới')).toContain('Áo thun cổ tròn đỏ mới');
    expect(await outbox()).toBe(0);
  });

  test('a picture whose file cannot be read for a while is asked for again', async () => {
    const green = await plain('#14a034');
    const hash = await addPicture(shelf['Áo thun cổ tròn đỏ']!, green, 1);
    const folder = path.join(dataDir, 'media', hash.slice(0, 2), hash);
    renameSync(folder, `${folder}.away`);
    mkdirSync(path.join(folder, '640.webp'), { recursive: true });
    await worker.parts.indexer.work((await worker.parts.indexer.take())!);
    expect(await outbox()).toBe(1);
    rmSync(folder, { recursive: true });
    renameSync(`${folder}.away`, folder);
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    await indexed();
    expect(names(await byImage(green))[0]).toBe('Áo thun cổ tròn đỏ');
  });
});

describe('engines', () => {
  test('a new one is built beside the old one, which answers until it has described everything', async () => {
    const next = new ColorEngine('color-2');
    const both = await SearchWorker.open(next, engine);
    try {
      await worker.close();
      await both.parts.indexer.begin();
      const red = await plain('#c02626');
      const early = await byImage(red);
      expect(names(early)[0]).toMatch(/đỏ$/);
      expect(early).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
      expect(next.looks).toBe(0);
      await both.index();
      expect(next.looks).toBe(6);
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      const later = await byImage(red);
      expect(names(later)[0]).toMatch(/đỏ$/);
      expect(later.fallback).toBe(false);
      expect(next.looks).toBe(7);
    } finally {
      await both.close();
      worker = await SearchWorker.open(engine);
    }
  });

  test('a worker ends what `ai:reindex --again` began and did not end', async () => {
    await worker.parts.indexer.everything({ again: true });
    const looks = engine.looks;
    await worker.index();
    expect(engine.looks).toBe(looks + 6);
    const open = await shop().db.query<unknown[]>('SELECT FROM search_engines WHERE completed_at IS NULL');
    expect(open).toEqual([]);
  });

  describe('that nobody asks any more', () => {
    const hourPasses = () =>
      shop().db.query(
        `UPDATE search_engines SET last_wanted_at = last_wanted_at - interval '61 minutes',
           completed_at = completed_at - interval '61 minutes'`,
      );
    const kept = async () => {
      const rows = await shop().db.query<{ engine: string }[]>(
        'SELECT DISTINCT engine FROM search_pictures ORDER BY 1',
      );
      return rows.map((row) => row.engine);
    };
    let next: SearchWorker;
    const replacement = new ColorEngine('color-2');
    beforeEach(async () => {
      replacement.fallback = false;
      next = await SearchWorker.open(replacement);
    });
    afterEach(() => next.close());

    test('what they said is forgotten an hour after the new ones answered, not before', async () => {
      await next.parts.indexer.begin();
      await hourPasses();
      await next.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-1']);
      await next.index();
      await next.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-1', 'color-2']);
      await hourPasses();
      await next.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-2']);
    });

    test('one that another worker still asks is kept', async () => {
      await next.index();
      await hourPasses();
      await worker.parts.indexer.begin();
      await next.parts.indexer.tidy();
      await worker.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-1', 'color-2']);
      await hourPasses();
      await worker.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-1']);
    });

    test('nothing is forgotten while an engine stands in for another', async () => {
      await next.index();
      await hourPasses();
      replacement.fallback = true;
      await next.parts.indexer.tidy();
      expect(await kept()).toEqual(['color-1', 'color-2']);
    });
  });

  test('one whose name was forgotten meanwhile describes everything again, and answers', async () => {
    for (const isDone of [true, false]) {
      if (!isDone) await worker.parts.indexer.everything({ again: true });
      await asOwner('TRUNCATE search_engines, search_pictures');
      await worker.work();
      const engines = await shop().db.query<unknown[]>('SELECT FROM search_engines WHERE completed_at IS NOT NULL');
      expect(engines).toHaveLength(1);
      const pictures = await shop().db.query<unknown[]>('SELECT FROM search_pictures');
      expect(pictures).toHaveLength(6);
    }
  });

  describe('one that is slow', () => {
    const slow = new ColorEngine('color-2');
    let both: SearchWorker;
    beforeEach(async () => {
      await worker.close();
      slow.pause = Promise.resolve();
      both = await SearchWorker.open(slow, engine);
      await both.index();
    });
    afterEach(async () => {
      await both.close();
      worker = await SearchWorker.open(engine);
    });

    test('leaves a picture to the next in time, which says so', async () => {
      let end = () => {};
      slow.pause = new Promise((resolve) => (end = resolve));
      try {
        const found = await byImage(await plain('#c02626'));
        expect(names(found)[0]).toMatch(/đỏ$/);
        expect(found).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
      } finally {
        end();
      }
      expect((await byImage(await plain('#c02626'))).fallback).toBe(false);
    });
  });

  test('one that does not answer leaves words to be found, and says so', async () => {
    engine.isDown = true;
    const found = await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' });
    expect(names(found)[0]).toMatch(/^Áo khoác/);
    expect(found).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
  });

  test('one that does not answer while products are indexed is asked again; words are found meanwhile', async () => {
    engine.isDown = true;
    await onTheShelf('Khăn lụa', { pictures: [await plain('#14a034')] });
    const batch = (await worker.parts.indexer.take())!;
    await worker.parts.indexer.work(batch);
    await new Promise((resolve) => setTimeout(resolve, 310));
    engine.isDown = false;
    expect(names(await byText('khăn lụa'))).toContain('Khăn lụa');
    expect(await worker.parts.indexer.waiting()).toBe(1);
    await shop().db.query(`UPDATE search_outbox SET taken_at = now() - interval '3 minutes'`);
    await indexed();
    expect(names(await byImage(await plain('#14a034')))[0]).toBe('Khăn lụa');
  });
});

describe('when the worker is gone', () => {
  beforeEach(() => worker.close());
  afterEach(async () => {
    worker = await SearchWorker.open(engine);
  });

  test('keywords serve, and the answer says so', async () => {
    const began = Date.now();
    const found = await byText('áo khoác dưới 400k');
    expect(found).toMatchObject({ fallback: true, message: 'Đang sử dụng tìm kiếm cơ bản' });
    expect(names(found)[0]).toMatch(/^Áo khoác/);
    expect(Date.now() - began).toBeGreaterThanOrEqual(4_000);
  });

  test('what was asked does not lie in the queue until there is a worker again', async () => {
    await Promise.all([byImage(await plain('#c02626')), byText('áo khoác')]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await keptJobs(`state <> 'completed'`)).toEqual([]);
  });

  test('nor does what was added only when nobody waited any more', async () => {
    const queue = searchQueue();
    const add = queue.add.bind(queue);
    const slow = jest.spyOn(queue, 'add').mockImplementation(async (...job) => {
      await new Promise((resolve) => setTimeout(resolve, 4_300));
      return add(...job);
    });
    try {
      expect((await byImage(await plain('#c02626'))).fallback).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(slow).toHaveBeenCalled();
      expect(await queue.getJobCountByTypes('waiting', 'active')).toBe(0);
    } finally {
      slow.mockRestore();
    }
  });

  test('what is ready to be asked only when nobody waits any more is not asked', async () => {
    const add = jest.spyOn(searchQueue(), 'add');
    try {
      const late = shop()
        .app.get(Asker)
        .ask(async () => {
          await new Promise((resolve) => setTimeout(resolve, 4_010));
          return { text: 'áo', picture: null, ignore: [], limit: 1 };
        });
      await expect(late).rejects.toThrow('too late');
      expect(add).not.toHaveBeenCalled();
    } finally {
      add.mockRestore();
    }
  });

  test('a picture alone has no keywords', async () => {
    expect(await byImage(await plain('#c02626'))).toEqual({
      products: [],
      fallback: true,
      message: TEXTS.basicSearch,
      understood: [],
    });
  });
});

describe('when more is shown than can be decoded', () => {
  let end: () => void;
  let held: Promise<unknown>;
  beforeEach(async () => {
    const picture = await plain('#c02626');
    const ended = new Promise<void>((resolve) => (end = resolve));
    held = times(2, () => decodeSafely(picture, picture.length, () => ended));
  });
  afterEach(async () => {
    end();
    await held;
  });

  test('a picture is answered plainly in time, and one that is none is refused', async () => {
    const began = Date.now();
    const found = await byBoth(await plain('#1e3ec8'), { text: 'áo khoác' });
    expect(Date.now() - began).toBeLessThan(5_000);
    expect(found).toMatchObject({ fallback: true, message: TEXTS.basicSearch });
    expect(names(found)[0]).toMatch(/^Áo khoác/);
    expect((await upload('image', Buffer.from('không phải ảnh'))).status).toBe(415);
  });

  test('what comes after a hundred others is answered plainly at once', async () => {
    const picture = await plain('#1e3ec8');
    const others = times(100, () => byImage(picture));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const began = Date.now();
    expect((await byText('áo khoác')).fallback).toBe(true);
    expect((await byImage(picture)).fallback).toBe(true);
    expect((await upload('image', Buffer.from('không phải ảnh'))).status).toBe(415);
    expect(Date.now() - began).toBeLessThan(1_500);
    await others;
    expect((await byText('áo khoác')).fallback).toBe(false);
  });
});

test('an answer is forgotten a while after it was given', async () => {
  const queue = searchQueue();
  await forgetAnswers(queue, 0);
  await byText('áo khoác');
  await forgetAnswers(queue);
  expect(await queue.getCompletedCount()).toBe(1);
  await forgetAnswers(queue, 0);
  expect(await queue.getCompletedCount()).toBe(0);
});

test('an answer that no event tells of is found', async () => {
  const told = jest.spyOn(QueueEvents.prototype, 'emit').mockReturnValue(false);
  const read = jest.spyOn(searchQueue(), 'getJob');
  // It is looked for several times meanwhile, and its job with the picture read once.
  engine.pause = new Promise((resolve) => setTimeout(resolve, 600));
  try {
    const found = await byBoth(await plain('#c02626'), { text: 'áo khoác' });
    expect(found.fallback).toBe(false);
    expect(names(found)[0]).toBe('Áo khoác gió đỏ');
    expect(told).toHaveBeenCalledWith('completed', expect.anything(), expect.anything());
    expect(read).toHaveBeenCalledTimes(1);
  } finally {
    engine.pause = undefined;
    read.mockRestore();
    told.mockRestore();
  }
});

test('twenty at once are all answered, and alike', async () => {
  const red = await plain('#c02626');
  const [picture, words] = [await byImage(red), await byText('áo khoác đỏ')];
  const [pictures, texts] = await Promise.all([times(20, () => byImage(red)), times(20, () => byText('áo khoác đỏ'))]);
  for (const found of pictures) expect(found).toEqual(picture);
  for (const found of texts) expect(found).toEqual(words);
});

const openProcess = () => {
  const config = Config.from({
    NODE_ENV: 'test',
    DATABASE_URL: shop().app.get(Config).databaseUrl,
    REDIS_URL: shop().app.get(Config).redisUrl,
    DATA_DIR: dataDir,
    JWT_SECRET: 'x'.repeat(32),
  });
  return NestFactory.createApplicationContext(WorkerModule.with(config), { logger: false });
};

test('the worker process indexes and answers by itself', async () => {
  await worker.close();
  const read = jest.spyOn(SearchIndex.prototype, 'refresh');
  const process = await openProcess();
  try {
    // Before anybody searches.
    expect(read).toHaveBeenCalled();
    await onTheShelf('Khăn lụa tơ tằm', { pictures: [await plain('#14a034')] });
    for (let tries = 0; ; tries++) {
      const found = await byText('khăn lụa tơ tằm');
      if (!found.fallback && found.products[0]) break;
      expect(tries).toBeLessThan(100);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(await worker.parts.indexer.waiting()).toBe(0);
  } finally {
    read.mockRestore();
    await process.close();
    worker = await SearchWorker.open(engine);
  }
});

test('the worker process takes no more jobs once its threads are closed', async () => {
  const process = await openProcess();
  const workers = [SearchProcessor, IndexProcessor].map((processor) => process.get(processor).worker);
  const parts = process.get(SearchParts);
  const close = parts.close.bind(parts);
  let areClosing: boolean[] = [];
  jest.spyOn(parts, 'close').mockImplementation(() => {
    areClosing = workers.map(({ closing }) => Boolean(closing));
    return close();
  });
  await process.close();
  expect(areClosing).toEqual([true, true]);
});
